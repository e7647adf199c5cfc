"""Words of names that tell nobody in Spanish notes."""

from incognote.core.words import listed
from incognote.replace.verify import Roles

ROLES = Roles(
    listed(
        """
        mama papa madre padre hermano hermana hijo hija abuela abuelo tia tio esposa esposo marido
        mujer primo prima sobrino sobrina suegra suegro nieto nieta cunado cunada nana baby doctor
        doctora dr dra prof don dona senora senor senorita sra srta mr mrs ms miss sir
        vander vanden vande von van der den ter ten del della dos das los las ibn bint abu
        """
    ),
    frozenset(("nee",)),
)
