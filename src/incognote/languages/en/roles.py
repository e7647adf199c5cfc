"""Words of names that tell nobody in English notes."""

from incognote.core.words import listed
from incognote.replace.verify import Roles

ROLES = Roles(
    # With those of Spanish: families are quoted in it in notes of the United States.
    listed(
        """
        mom mum mama mommy mother dad papa daddy father grandma grandmother grandpa grandfather
        granny nana auntie aunt uncle sister brother son daughter wife husband baby doctor nurse sir
        madam mr mrs ms miss dr prof madre padre hermano hermana hijo hija abuela abuelo tia tio
        esposa esposo marido mujer primo prima sobrino sobrina suegra suegro nieto nieta cunado
        cunada doctora don senora senor senorita sra srta dona
        vander vanden vande von van der den ter ten del della dos das los las ibn bint abu
        """
    ),
    # There is a surname Nee.
    frozenset(("nee",)),
)
