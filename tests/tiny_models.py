"""A corpus of five notes, and settings for a network that learns it in a second."""

from collections.abc import Sequence
from pathlib import Path

from incognote.lab.training import TrainConfig
from incognote.lab.training.config import CorpusConfig, LoopConfig, ModelShape

NOTES = {
    "train": [
        "Seen by Dr. [[DOCTOR|Ada Ruiz]] on [[DATE|3/14/2019]].",
        "Patient [[PATIENT|Tom Moss]] came on [[DATE|4/2/2018]] with pain.",
        "Name: [[PATIENT|Ian Holt]]\nSeen: [[DATE|1/1/2017]]\nBP 120/80",
        "Dr. [[DOCTOR|Eva Lind]] saw Mr. [[PATIENT|Holt]]; pain of 5/10.",
    ],
    "dev": ["Dr. [[DOCTOR|Ada Lind]] saw [[PATIENT|Tom Holt]] on [[DATE|2/2/2019]]."],
}


def write_corpus(folder: Path, settings: Sequence[str] = (".",), times: int = 1) -> Path:
    """Writes the notes so many times in the form of notes_en, all of them for each setting."""
    rows = ["note\tsplit"]
    for setting in settings:
        (folder / setting).mkdir(exist_ok=True)
        for part, notes in NOTES.items():
            for i, text in enumerate(notes * times):
                path = Path(setting, f"{part}{i}.txt")
                (folder / path).write_text(text)
                rows.append(f"{path.as_posix()}\t{part}")
    (folder / "split.tsv").write_text("\n".join(rows) + "\n")
    return folder


def tiny(*, architecture="bilstm-crf", hints=(), **loop) -> TrainConfig:
    shape = ModelShape(
        architecture,
        word_size=8,
        min_count=1,
        character_size=6,
        character_hidden=6,
        feature_size=3,
        hint_size=4,
        hidden=12,
        dropout=0.1,
        window=16,
        overlap=4,
    )
    settings = {"epochs": 2, "batch_tokens": 64, "learning_rate": 0.02, "window": 16} | loop
    return TrainConfig(
        "en",
        "incognote",
        (CorpusConfig("notes", "inline", "train"),),
        (CorpusConfig("notes", "inline", "dev"),),
        shape,
        LoopConfig(**settings),
        hints=hints,
        seed=3,
    )
