"""The papers' figures, stated once more: a slip in `papers/*.toml` fails here.

Each block is a table as the paper prints it, in per cent, with '-' where it gives none.
"""

import math

import pytest

from incognote.lab.reproduce.experiment import System, Table, read_experiment


def table_of(paper: str, number: int) -> Table:
    (table,) = (t for t in read_experiment(paper).table if t.number == number)
    return table


def system_of(paper: str, name: str) -> System:
    (system,) = (s for s in read_experiment(paper).system if s.name == name)
    return system


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
    for row in by_category.row:
        if row.system:
            assert row.name == f"{row.category}, {row.system}"
            assert by_category.figures_of(row) == tuple(
                f"tokens/multiclass/label={row.category}/{kind}"
                for kind in ("precision", "recall", "f1")
            )
    points = table_of("johnson2020", 5)
    at = (1.0, 0.999, 0.997, 0.99, "default")
    for row, asked in zip(points.row, at, strict=True):
        assert points.figures_of(row) == tuple(
            f"points/{asked}/{kind}" for kind in ("precision", "f1", "fn_per_1000", "fp_per_1000")
        )


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


HARTMAN = {  # BMC Med Inform Decis Mak 2020: recall, precision and F1, as the tables have them
    2: """
        i2b2-2014        99.1/85.7/91.7
        i2b2-2006        99.6/90.7/94.9
        mimic-discharge  97.1/96.3/96.7
        """,
    # One line for each corpus of the test; the columns are what was trained on.
    3: """
        i2b2-2014        98.8/94.6/96.7  95.7/85.6/90.3  86.2/85.2/85.7
        physionet        92.9/73.1/81.8  94.3/70.6/80.7  69.0/78.6/73.4
        mimic-radiology  92.9/85.7/89.1  97.0/87.0/91.7  78.2/75.8/76.8
        mimic-discharge  92.5/85.4/88.8  97.9/85.2/91.0  79.1/85.4/82.1
        mimic-echo       95.5/61.4/74.7  99.6/86.6/92.6  54.2/20.3/29.0
        i2b2-2006        87.5/86.7/87.0  76.9/85.1/80.8  97.0/97.2/97.1
        """,
    # The columns are GloVe, embed-mimic, and the embedding that matches.
    4: """
        physionet, all          76.2/61.3/67.9  81.8/64.1/71.8  76.9/62.4/68.9 - nursing
        physionet, names        92.9/73.1/81.8  95.5/81.8/88.1  91.0/73.4/81.3 - nursing
        mimic-radiology, names  92.9/85.7/89.1  97.2/85.9/91    92.0/87.2/89.4 - radiology
        mimic-discharge, names  92.5/85.4/88.8  93.4/89.8/91.6  92.1/86.3/89.1 - discharge
        mimic-echo, names       95.5/61.4/74.7  98.7/64.4/77.3
        """,
    105: """
        i2b2-2014, unbiased                 97.1/98.3/97.7
        i2b2-2014 -> physionet              76.6/60.5/67.6
        mimic-discharge -> mimic-radiology  65.7/90.9/76.2
        mimic-discharge -> mimic-echo       99.7/98.7/99.2
        """,
}


def hartman(number: int) -> dict[str, tuple[float, ...]]:
    """Name of the row here, and its three figures."""
    rows = {}
    for line in HARTMAN[number].strip().splitlines():
        name, *cells = (cell.strip() for cell in line.strip().split("  ") if cell.strip())
        for i, cell in enumerate(cells):
            figures, _, matching = cell.partition(" - ")
            if number == 3:
                row = f"{('i2b2-2014', 'mimic-discharge', 'i2b2-2006')[i]} -> {name}"
            elif number == 4:
                row = f"{('GloVe', 'embed-mimic', f'embed-mimic-{matching}')[i]}, {name}"
            else:
                row = name
            rows[row] = tuple(float(number) for number in figures.split("/"))
    return rows


@pytest.mark.parametrize("number", HARTMAN)
def test_hartman_2020(number):
    wanted = hartman(number)
    assert len(wanted) == {2: 3, 3: 18, 4: 14, 105: 4}[number]
    given = [(row.name, row.paper) for row in table_of("hartman2020", number).row]
    assert dict(given) == wanted
    assert len(given) == len(wanted)


def test_hartman_2020_compares_recall_at_a_precision_of_85():
    """Text de-identification system architecture; names where guidelines differ (Data sources)."""
    every = tuple(f"points/R@P85/{kind}" for kind in ("recall", "precision", "f1"))
    names = tuple(f"points/R@P85/only=NAME/{kind}" for kind in ("recall", "precision", "f1"))
    unbiased = tuple(f"points/default/{kind}" for kind in ("recall", "precision", "f1"))
    for number in HARTMAN:
        table = table_of("hartman2020", number)
        for row in table.row:
            of_names = number == 3 or row.name.endswith(", names")
            wanted = unbiased if row.name.endswith("unbiased") else names if of_names else every
            assert table.figures_of(row) == wanted, (number, row.name)


CORPORA_OF_HARTMAN = {
    "i2b2-2014": "i2b2-2014",
    "i2b2-2006": "i2b2-2006",
    "physionet": "physionet-i2b2",  # 'following the i2b2-2014 guidelines'
    "mimic-radiology": "mimic-iii-radiology",
    "mimic-echo": "mimic-iii-echo",
    "mimic-discharge": "mimic-iii-discharge",
}


def test_hartman_2020_trains_and_tests_on_what_a_row_says():
    experiment = read_experiment("hartman2020")
    assert experiment.corpus == "i2b2-2014"
    for number in HARTMAN:
        for row in table_of("hartman2020", number).row:
            trained = row.train or experiment.corpus
            pair = CORPORA_OF_HARTMAN.get(row.name.partition(",")[0]), ""
            if " -> " in row.name:
                pair = tuple(CORPORA_OF_HARTMAN[name] for name in row.name.split(" -> "))
            elif number == 4:  # 'We train using i2b2-2014 as dataset A'
                pair = "i2b2-2014", CORPORA_OF_HARTMAN[row.name.split(", ")[1]]
                system = system_of("hartman2020", row.system)
                embedding = row.name.partition(",")[0].replace("embed-mimic", "mimic-iii")
                assert system.unlabelled == embedding.replace("GloVe", "")
            assert (trained, row.test) == pair, (number, row.name)


@pytest.mark.parametrize("number", [102, 103, 104])
def test_hartman_2020_draws_three_ways_over_the_marks_of_the_second_corpus(number):
    """Figure 2: recall of names; A is i2b2-2014."""
    table = table_of("hartman2020", number)
    second = {102: "physionet-i2b2", 103: "mimic-iii-radiology", 104: "mimic-iii-discharge"}
    assert table.figures[0] == "points/R@P85/only=NAME/recall"
    ways = {(row.way, row.marks) for row in table.row}
    marks = (20, 80, 320, 1000)
    assert ways == {(way, n) for way in ("only B", "A then B", "A mix B") for n in marks}
    assert len(table.row) == 12
    for row in table.row:
        assert row.name == f"{row.way}, {row.marks}"
        assert (row.train, row.test) == ("i2b2-2014", second[number])
        assert not row.paper  # the figure prints no numbers


def test_amirifardchime_2025():
    assert_is(
        table_of("amirifardchime2025", 1),
        """
        Original paper      98.2  98.4  98.3
        BERT-base-uncased   97.9  98.1  98.0
        + hybrid rules      96.8  99.3  98.0
        BERT-base-cased     97.8  97.9  97.8
        BERT-large-uncased  98.0  98.2  98.1
        """,
    )
    for number in (1, 101):  # Model fine-tuning: 'token-level', 1 for PHI and O for others
        assert table_of("amirifardchime2025", number).figures == tuple(
            f"tokens/binary/{kind}" for kind in ("precision", "recall", "f1")
        )
    one = table_of("amirifardchime2025", 1)
    assert {row.train for row in one.row if row.name.endswith(", by patient")} == {"physionet"}
    assert not any(row.train for row in one.row if not row.name.endswith(", by patient"))
    for row in one.row:
        assert row.system in ("", row.name.removesuffix(", by patient"))
        assert bool(row.system) == (row.name != "Original paper")


def test_amirifardchime_2025_trains_and_overlays_as_methods_say():
    experiment = read_experiment("amirifardchime2025")
    rules = ["emails", "ssn", "phones", "mrn"]
    checkpoints = {
        "BERT-base-cased": "bert-base-cased",
        "BERT-large-uncased": "bert-large-uncased",
        "BioBERT": "dmis-lab/biobert-v1.1",
    }
    wanted = dict.fromkeys(("BERT-base-uncased", *checkpoints), ())
    wanted |= {"+ hybrid rules": tuple(rules)}
    wanted |= {f"+ {rule}": (rule,) for rule in rules}
    wanted |= {f"+ all but {rule}": tuple(r for r in rules if r != rule) for rule in rules}
    assert {system.name: system.overlay for system in experiment.system} == wanted
    for system in experiment.system:  # the rates are those of Johnson 2020, the batches of 4
        checkpoint = checkpoints.get(system.name, "bert-base-uncased")
        assert system.config == "johnson2020"
        assert system.set == {"model.checkpoint": checkpoint, "loop.batch_windows": 4}
    rows = table_of("amirifardchime2025", 101).row
    first, last = ("no rules", "BERT-base-uncased"), ("all four", "+ hybrid rules")
    between = [(f"+ {kind}{rule}",) * 2 for kind in ("", "all but ") for rule in rules]
    assert [(row.name, row.system) for row in rows] == [first, *between, last]


HADOKEN = ("ner/precision", "ner/recall", "ner/f1", "strict/f1", "merged/f1", "leak/share")


def test_hadoken_2019():
    """The abstract has the best figures, section 2 those before post-processing; of table 2 the
    text gives no more."""
    assert_is(
        table_of("hadoken2019", 2),
        """
        Submission1 (256)  -  -  93.75  -  -  -
        Submission3 (512)  -  -  -  94.28  94.80  -
        Submission1 (256), multilingual BERT itself  -  -  93.75  -  -  -
        """,
    )
    assert_is(table_of("hadoken2019", 101), "no post-processing  97  75  -  -  -  -")
    for number in (2, 101):
        table = table_of("hadoken2019", number)
        assert table.figures == tuple(f"meddocan/{figure}" for figure in HADOKEN)


def test_hadoken_2019_trains_and_overlays_as_its_sections_say():
    """Section 3: maximum sequence length and batch size of each submission; section 2: rules."""
    rules = ("gazetteer", "staff", "emails")
    submissions = {
        "Submission1": (256, 16, 0),
        "Submission2": (384, 14, 0),
        "Submission3": (512, 10, 0),
        "Submission4": (320, 14, 1),
        "Submission5": (320, 14, 1),
    }
    two = table_of("hadoken2019", 2)
    assert {row.name.partition(" ")[0] for row in two.row} == set(submissions)
    for row in two.row:
        length, batch, pretrain = submissions[row.name.partition(" ")[0]]
        system = system_of("hadoken2019", row.system)
        assert system.config == "hadoken2019"
        assert (system.overlay, system.pretrain) == (rules, pretrain)
        assert system.set == {
            "model.pieces": length,
            "model.window": length,
            "loop.window": length,
            "loop.batch_windows": batch,
        }
    wanted = {"no post-processing": (), "all three": rules}
    wanted |= {f"only {rule}": (rule,) for rule in rules}
    wanted |= {f"all but {rule}": tuple(r for r in rules if r != rule) for rule in rules}
    ablation = {
        row.name: system_of("hadoken2019", row.system) for row in table_of("hadoken2019", 101).row
    }
    assert {name: system.overlay for name, system in ablation.items()} == wanted
    first = system_of("hadoken2019", "Submission1 (256)")
    assert all(system.set == first.set for system in ablation.values())


def test_johnson_2020_trains_what_a_row_says():
    """Section 3.4, comparisons, and table 4: BERT base on each corpus."""
    checkpoints = {
        "BERT large": "bert-large-uncased",
        "BERT large, cased": "bert-large-cased",
        "BERT base": "bert-base-uncased",
        "BERT base, cased": "bert-base-cased",
        "SciBERT (own vocabulary)": "allenai/scibert_scivocab_uncased",
        "SciBERT (base vocabulary)": "allenai/scibert_basevocab_uncased",
        "BioBERT": "dmis-lab/biobert-v1.1",
    }
    experiment = read_experiment("johnson2020")
    assert not experiment.held_out
    assert {s.name: s.set["model.checkpoint"] for s in experiment.system} == checkpoints
    assert {s.config for s in experiment.system} == {"johnson2020"}
    assert all(row.system in (row.name, "") for row in table_of("johnson2020", 2).row)
    for number in (4, 104):
        for row in table_of("johnson2020", number).row:
            assert row.system == "BERT base"
            assert row.name == f"{row.train} -> {row.test}"
    for row in table_of("johnson2020", 103).row:
        assert (row.train, row.test) == ("i2b2-2014", "physionet-i2b2")
        assert row.without == ("departments" if row.name.startswith("departments") else "")


def test_ahmed_2020_trains_the_combinations_of_table_1():
    configs = {
        name: f"ahmed2020-{name.lower().replace('c2v', 'char2vec')}" for name in AHMED_SYSTEMS
    }
    systems = read_experiment("ahmed2020").system
    assert {system.name: system.config for system in systems} == configs
    assert {s.name for s in systems if s.vectors} == {"C2V-BiLSTM-CRF"}
    assert not any(s.set or s.overlay or s.stand_in for s in systems)
