"""Words of names that tell nobody in English notes."""

from incognote.core.words import listed
from incognote.replace.verify import Roles

ROLES = Roles(
    listed(
        """
        mom mum mama mommy mother dad papa daddy father grandma grandmother grandpa grandfather
        granny nana auntie aunt uncle sister brother son daughter wife husband baby doctor nurse sir
        madam mr mrs ms miss dr prof
        vander vanden vande von van der den ter ten ibn bint abu
        """
    ),
    # There is a surname Nee.
    frozenset(("nee",)),
)
