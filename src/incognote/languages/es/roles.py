"""Words of names that tell nobody in Spanish notes."""

from incognote.core.words import listed
from incognote.replace.verify import Roles

ROLES = Roles(
    listed(
        """
        mama papa madre padre hermano hermana hijo hija abuela abuelo tia tio esposa esposo marido
        mujer primo prima sobrino sobrina suegra suegro nieto nieta cunado cunada doctor doctora dr
        prof don dona senora senor senorita sra srta
        del della dos das los las
        """
    ),
    frozenset(),
)
