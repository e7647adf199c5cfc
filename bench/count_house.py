"""Counts the house: lines of code by room, and places outside the packs that name a language.

    git worktree add BEFORE c2ef3a9
    python bench/count_house.py BEFORE                # that tree beside this one
    python bench/count_house.py --places              # every place of this tree, by file and line

Code is what is left of a module without blank lines, comments and docstrings. A place names a
language if a string is its code or begins or ends with it (`en`, `es/names`, `words_en`), is one of
its words or a label of MEDDOCAN's scheme, or if a module, function, class, parameter or variable is
called after it. A branch is a comparison with its code. Comments and docstrings do not count, nor
does what belongs to one language alone (`languages/en`, or in older trees `rules/en`, `checks_es`),
but for the name of such a module where no folder is called after the language.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from record import record

ROOT = Path(__file__).parents[1]
CODE = re.compile(r"e[ns]|e[ns][/ _-].*|.*[/ _-]e[ns]")
"""What a string of a language's code looks like."""
NAME = re.compile(r"(?i)(?:^|.*_)(?:e[ns]|english|spanish)(?:_.*|$)|.*(?:English|Spanish).*")
"""What something that is called after a language looks like."""
WORDS = """
    january february march june july august september october november december monday tuesday
    wednesday thursday friday saturday sunday today yesterday tomorrow mister mrs mother father
    brother sister daughter husband wife aunt uncle niece nephew avenue lane
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
    lunes martes miércoles jueves viernes sábado domingo hoy ayer mañana señor señora doña madre
    padre hermano hermana hija hijo marido esposa tía tío sobrina sobrino avenida
"""
"""Words that only one language uses, of those kinds that engines meet."""
LABELS = """
    NOMBRE_SUJETO_ASISTENCIA NOMBRE_PERSONAL_SANITARIO FAMILIARES_SUJETO_ASISTENCIA PROFESION
    CENTRO_SALUD INSTITUCION CALLE TERRITORIO PAIS EDAD_SUJETO_ASISTENCIA FECHAS NUMERO_TELEFONO
    NUMERO_FAX CORREO_ELECTRONICO URL_WEB DIREC_PROT_INTERNET ID_SUJETO_ASISTENCIA
    ID_CONTACTO_ASISTENCIAL ID_ASEGURAMIENTO NUMERO_BENEF_PLAN_SALUD
    ID_TITULACION_PERSONAL_SANITARIO ID_EMPLEO_PERSONAL_SANITARIO
    IDENTIF_VEHICULOS_NRSERIE_PLACAS IDENTIF_DISPOSITIVOS_NRSERIE IDENTIF_BIOMETRICOS
    OTRO_NUMERO_IDENTIF SEXO_SUJETO_ASISTENCIA OTROS_SUJETO_ASISTENCIA
"""
"""Those of MEDDOCAN's scheme; HOSPITAL is one of ours, too."""
_WORDS, _LABELS = frozenset(WORDS.split()), frozenset(LABELS.split())
ALL = "all together"
NOTE = (
    "Of the package. Comments and docstrings do not count, nor what belongs to one language alone; "
    "what counts as naming one stands in bench/count_house.py, `--places` lists it."
)
KINDS = ("code", "name", "word", "label", "branch")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a language is named."""

    path: str
    """Below the package, with / between."""
    line: int
    kind: str
    """One of `KINDS`."""
    what: str


def modules(tree: Path) -> Iterator[tuple[str, str]]:
    """Yields path below the package and source of each module."""
    package = tree / "src/incognote"
    for path in sorted(package.rglob("*.py")):
        yield path.relative_to(package).as_posix(), path.read_text(encoding="utf-8")


def called_after_a_language(path: str) -> bool:
    """Returns whether one of the parts of a module's path is."""
    return any(NAME.fullmatch(part) for part in path.removesuffix(".py").split("/"))


def code_lines(text: str) -> int:
    """Returns how many lines hold code."""
    documented = {
        number
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node.value.value, str)
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    passed = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    held = {
        number
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type not in passed and token.string
        for number in range(token.start[0], token.end[0] + 1)
    }
    return len(held - documented)


def places(tree: Path) -> list[Place]:
    """Returns where modules outside the packs name a language, in order."""
    found = []
    for path, text in modules(tree):
        folder, _, name = path.rpartition("/")
        if called_after_a_language(folder):
            continue
        if called_after_a_language(name):
            found.append(Place(path, 1, "name", name))
        else:
            found += [Place(path, *place) for place in sorted(_named(ast.parse(text)))]
    return found


def _named(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    """Line, kind and what it is, of each place in a module."""
    told = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield from ((node.lineno, kind, node.value) for kind in kinds_of(node.value))
        elif isinstance(node, ast.FunctionDef | ast.ClassDef) and NAME.fullmatch(node.name):
            yield node.lineno, "name", node.name
        elif isinstance(node, ast.arg) and NAME.fullmatch(node.arg):
            yield node.lineno, "name", node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            if NAME.fullmatch(node.id):
                yield node.lineno, "name", node.id
        elif isinstance(node, ast.Compare):
            for side in (node.left, *node.comparators):
                members = side.elts if isinstance(side, ast.Tuple | ast.Set | ast.List) else [side]
                if any(_is_code(member) for member in members):
                    yield node.lineno, "branch", ast.unparse(node)
                    break
        elif isinstance(node, ast.MatchValue) and _is_code(node.value):
            yield node.value.lineno, "branch", ast.unparse(node)


def kinds_of(text: str) -> Iterator[str]:
    """Yields as what a string names a language."""
    if CODE.fullmatch(text):
        yield "code"
    words = re.findall(r"[^\W\d_]\w+", text)
    if not _LABELS.isdisjoint(words):
        yield "label"
    if not _WORDS.isdisjoint(word.lower() for word in words if not word.isupper()):
        yield "word"


def _is_code(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value in ("en", "es")


def sizes(tree: Path) -> dict[str, tuple[int, int, int]]:
    """Returns modules, lines and lines of code of each room, and of all together."""
    counted: dict[str, tuple[int, int, int]] = {}
    for path, text in modules(tree):
        room = path.split("/")[0] if "/" in path else "files at the root"
        more = (1, len(text.splitlines()), code_lines(text))
        for name in (room, ALL):
            n, lines, code = counted.get(name, (0, 0, 0))
            counted[name] = (n + more[0], lines + more[1], code + more[2])
    return counted


def table(trees: list[Path]) -> list[list[str]]:
    """Returns measure and figure of each tree: rooms of any of them, then what names a language."""
    by_tree = [sizes(tree) for tree in trees]
    rows = []
    rooms = sorted({room for sizes_of in by_tree for room in sizes_of} - {ALL})
    for room in (*rooms, ALL):
        cells = [sizes_of.get(room) for sizes_of in by_tree]
        shown = [f"{c[0]}: {c[1]:,}, {c[2]:,}" if c else "-" for c in cells]
        rows.append([f"{room}: modules, lines, lines of code", *shown])
    found = [places(tree) for tree in trees]
    told = {
        "code": "strings that are a language's code, or hold it at an end",
        "name": "modules, functions and variables called after a language",
        "word": "strings with words of one language",
        "label": "strings with a label of MEDDOCAN's scheme",
        "branch": "branches on a language",
    }
    for kind in KINDS:
        counts = [Counter(place.kind for place in of_tree)[kind] for of_tree in found]
        rows.append([told[kind], *map(str, counts)])
    files = [str(len({place.path for place in of_tree})) for of_tree in found]
    return [*rows, ["modules outside the packs that name a language", *files]]


def main() -> None:
    """Counts what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("before", type=Path, nargs="?", help="another tree to compare with")
    parser.add_argument("--places", action="store_true", help="list places of this tree, and end")
    parser.add_argument("--dry", action="store_true", help="print, do not touch results.md")
    args = parser.parse_args()
    if args.places:
        for place in places(args.before or ROOT):
            print(f"{place.path}:{place.line}: {place.kind}: {place.what[:60]!r}")
        return
    trees = [*([args.before] if args.before else []), ROOT]
    rows, head = table(trees), ("measure", *(["before", "now"] if args.before else ["now"]))
    print(record("The house", rows, note=NOTE, head=head, dry=args.dry))


if __name__ == "__main__":
    main()
