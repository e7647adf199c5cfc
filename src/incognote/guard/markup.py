r"""Text as it reads once it is shown: without the markup that stands within its words.

`**Ru**iz`, `Del<span title="x">gado`, `[Ru](#a)iz` and `Ru\textbf{iz}` all show a name that no word
of the text is. What a conversation knows is searched in this reading too, and found in the text as
it stands. It is no form of `core.escapes`: a note's `2*3` and `A=B` mean what they are, while what
reads as a known name by chance costs a word that is replaced and comes back.
"""

from __future__ import annotations

import re

from incognote.core.decoded import Decoded, decode, without
from incognote.core.escapes import Form

_MARKUP = (
    r"<!--.{0,400}?-->"  # a comment
    r"|</?[A-Za-z][^<>]{0,400}>"  # a tag of HTML, with whatever it holds
    r"|\[/?[A-Za-z]{1,10}\](?![(\[])"  # of a forum
    r"|\]\([^()\s]{0,400}(?:\s\"[^\"]{0,200}\")?\)|\]\[[^\[\]]{0,100}\]"  # the end of a link
    r"|\\[A-Za-z]{1,20}\{|\\(?=[*_~`\[\]])"  # LaTeX, an escape of Markdown
    r"|[*_~`=+^{}\[\]|]"
)
WITHIN_A_WORD = Form(
    "markup within a word",
    r"[\pL\pN][<\[\]\\*_~`=+^{}|]|\\[A-Za-z]+\{",
    re.compile(rf"(?<=[^\W_])(?:{_MARKUP})+(?=[^\W_])|\\[A-Za-z]{{1,20}}\{{(?=[^\W_])", re.DOTALL),
    lambda match: "",
    (
        ("Del**gado**", "Delgado**"),
        ("R*ui*z", "Ruiz"),
        ('Del<span title="x">gado</span>', "Delgado</span>"),
        ("Del<!-- a -->gado", "Delgado"),
        ("[Del](#a)gado", "[Delgado"),
        (r"Del\textbf{gado}", "Delgado}"),
        (r"by \emph{Del}gado", "by Delgado"),
        ("Del[b]gado[/b]", "Delgado[/b]"),
        ("~~Del~~gado", "~~Delgado"),
        ("0048__2913", "00482913"),
        ("Maria **Delgado**", "Maria **Delgado**"),
        ("2 * 3", "2 * 3"),
    ),
)


def readings(text: str) -> list[Decoded]:
    """Returns a text as it may be read: without its escapes, and without markup within its words.

    What begins with a backslash may be either: the `\\t` of `\\textbf` is a tab to one reading.
    """
    decoded = decode(text)
    every = (decoded, without(WITHIN_A_WORD, decoded), without(WITHIN_A_WORD, Decoded(text)))
    return list({each.text: each for each in every}.values())
