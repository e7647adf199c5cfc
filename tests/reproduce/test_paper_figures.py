"""The papers' figures, stated once more: a slip in `papers/*.toml` fails here.

Each block is a table as the paper prints it, in per cent, with '-' where it gives none.
"""

import math

import pytest

from incognote.reproduce.experiment import Table, read_experiment


def table_of(paper: str, number: int) -> Table:
    (table,) = (t for t in read_experiment(paper).table if t.number == number)
    return table


def printed(block: str) -> dict[str, tuple[float, ...]]:
    """Name and figures of each line, divided by two blanks or more."""
    rows = {}
    for line in block.strip().splitlines():
        name, *cells = (cell for cell in line.strip().split("  ") if cell.strip())
        rows[name] = tuple(math.nan if c.strip() == "-" else float(c) for c in cells)
    return rows


def assert_is(table: Table, block: str) -> None:
    wanted = printed(block)
    given = {row.name: row.paper for row in table.row if row.paper}
    assert list(given) == list(wanted)
    for name, figures in wanted.items():
        assert given[name] == pytest.approx(figures, abs=1e-9, nan_ok=True), name


JOHNSON = {  # CHIL 2020, section 4.1
    2: """
        BERT large                 98.66  98.15  98.40  99.08  98.57  98.82
        BERT large, cased          98.56  97.77  98.16  99.00  98.20  98.60
        BERT base                  98.61  97.90  98.25  98.98  98.27  98.62
        BERT base, cased           98.36  97.38  97.87  98.90  97.91  98.40
        SciBERT (own vocabulary)   98.34  97.88  98.11  98.80  98.33  98.57
        SciBERT (base vocabulary)  98.25  98.06  98.15  98.66  98.47  98.57
        BioBERT                    95.27  91.60  93.36  96.95  93.18  95.03
        Dernoncourt et al.         98.16  98.32  98.23  97.92  97.83  97.88
        Hartman et al.             85.7   99.1   91.7   -      -      -
        Liu et al.                 97.94  96.04  96.98  99.30  97.28  98.28
        """,
    3: """
        AGE, BERT base                 97.12  98.23  97.67
        AGE, Dernoncourt et al.        98.97  97.60  98.28
        CONTACT, BERT base             98.31  98.46  98.38
        CONTACT, Dernoncourt et al.    98.80  98.33  98.57
        DATE, BERT base                99.43  99.26  99.35
        DATE, Dernoncourt et al.       99.06  99.52  99.29
        ID, BERT base                  96.73  97.66  97.20
        ID, Dernoncourt et al.         99.29  98.76  99.02
        LOCATION, BERT base            97.14  94.12  95.60
        LOCATION, Dernoncourt et al.   95.96  95.74  95.85
        NAME, BERT base                99.12  98.29  98.70
        NAME, Dernoncourt et al.       98.22  99.15  98.68
        PROFESSION, BERT base          96.39  92.49  94.40
        PROFESSION, Dernoncourt et al. 87.99  79.71  83.64
        """.replace("al. 87", "al.  87"),
    4: """
        i2b2-2014 -> i2b2-2014              98.62  98.27  98.98
        i2b2-2014 -> i2b2-2006              81.62  72.55  93.27
        i2b2-2014 -> physionet              87.95  96.05  81.11
        i2b2-2014 -> dernoncourt-lee        88.32  83.10  94.25
        i2b2-2006 -> i2b2-2014              92.77  92.11  93.45
        i2b2-2006 -> i2b2-2006              98.45  97.71  99.20
        i2b2-2006 -> physionet              75.37  77.19  73.64
        i2b2-2006 -> dernoncourt-lee        86.85  80.85  93.81
        physionet -> i2b2-2014              83.84  76.26  93.09
        physionet -> i2b2-2006              52.28  36.68  90.93
        physionet -> physionet              95.61  95.61  95.61
        physionet -> dernoncourt-lee        78.54  68.40  92.19
        dernoncourt-lee -> i2b2-2014        84.02  84.89  83.16
        dernoncourt-lee -> i2b2-2006        63.13  61.57  64.76
        dernoncourt-lee -> physionet        90.27  95.61  85.49
        dernoncourt-lee -> dernoncourt-lee  97.42  97.59  97.25
        """,
    5: """
        100 %    0.00   0.00   0.00  1000
        99.7 %   49.86  66.47  0.14  47.18
        99.0 %   96.82  97.90  0.47  1.53
        default  98.92  98.60  0.81  0.51
        """,
    103: """
        all marks               81.2  -
        departments are no PHI  90.8  -
        """,
}


@pytest.mark.parametrize("number", JOHNSON)
def test_johnson_2020(number):
    assert_is(table_of("johnson2020", number), JOHNSON[number])


def test_johnson_2020_scores_whitespace_tokens():
    """Section 3.4: tokens, by category and binary; table 4 names alone."""
    assert table_of("johnson2020", 2).figures == (
        "tokens/multiclass/precision",
        "tokens/multiclass/recall",
        "tokens/multiclass/f1",
        "tokens/binary/precision",
        "tokens/binary/recall",
        "tokens/binary/f1",
    )
    name = "tokens/multiclass/label=NAME"
    assert table_of("johnson2020", 4).figures == (
        f"{name}/f1",
        f"{name}/recall",
        f"{name}/precision",
    )
    by_category = table_of("johnson2020", 3)
    assert {by_category.figures_of(row)[1] for row in by_category.row} == {
        f"tokens/multiclass/label={category}/recall"
        for category in ("AGE", "CONTACT", "DATE", "ID", "LOCATION", "NAME", "PROFESSION")
    } | {"tokens/multiclass/label=/recall"}
    points = table_of("johnson2020", 5)
    asked = [points.figures_of(row)[2] for row in points.row]
    assert asked == [f"points/{p}/fn_per_1000" for p in (1.0, 0.999, 0.997, 0.99, "default")]


AHMED_SYSTEMS = (
    "BiLSTM",
    "BiLSTM-CRF",
    "C2V-BiLSTM-CRF",
    "Transformer",
    "Transformer-CRF",
    "Transformer-BiLSTM",
)
AHMED = {  # AMIA 2021: precision, recall and F1 of each system in that order
    "All": "81.54 79.49 80.5  83.91 81.8 82.84  79.25 31.83 45.42"
    "  50.27 63.45 56.1  60.68 58.43 59.53  72.59 68.65 70.56",
    "NAME": "90.12 72.38 80.28  92.68 72.66 81.46  89.92 24.82 38.9"
    "  69.22 71.17 70.18  74.01 60.74 66.72  81.71 59.14 68.62",
    "PROFESSION": "73.31 53.89 62.12  81.48 54.83 65.55  0 0 0"
    "  44.03 55.14 48.96  69.59 47.04 56.13  63.07 47.35 54.09",
    "LOCATION": "77.92 61.81 68.94  79.75 61.74 69.6  88.14 26.81 41.12"
    "  67.72 51.37 58.42  59.87 49.25 54.04  61.89 55.71 58.63",
    "AGE": "88.63 92.41 90.48  94.07 88.68 91.3  88.43 25.43 39.5"
    "  77.79 86.28 81.82  81.76 81.76 81.76  95.08 79.76 86.75",
    "DATE": "97.98 96.75 97.36  97.03 98.39 97.71  99.14 22.8 37.07"
    "  80.83 85.64 83.17  85.63 82.4 83.98  96.03 98.05 97.03",
    "CONTACT": "64.16 61.9 63.01  82.26 51.13 63.06  76.19 40.1 52.55"
    "  39.53 29.32 nan  48.54 12.53 19.92  85.25 26.07 39.92",
    "ID": "89.43 70.99 79.15  83.98 78.47 81.13  86.31 41.42 55.98",
}


@pytest.mark.parametrize("category", AHMED)
def test_ahmed_2020(category):
    """Table 3 is of strict entities, macro; table 4 of tokens by category, micro (Experiments and
    evaluation), both by the script of i2b2 2014."""
    table = table_of("ahmed2020", 3 if category == "All" else 4)
    numbers = [float(cell) for cell in AHMED[category].split()]
    for place, system in enumerate(AHMED_SYSTEMS):
        name = system if category == "All" else f"{category}, {system}"
        (row,) = (r for r in table.row if r.name == name)
        assert row.system == system
        wanted = numbers[3 * place : 3 * place + 3]
        assert row.paper == pytest.approx(wanted, nan_ok=True)
        measure = "strict_macro" if category == "All" else f"token_category/label={category}"
        assert table.figures_of(row) == tuple(
            f"i2b2-2014/{measure}/{kind}" for kind in ("precision", "recall", "f1")
        )
