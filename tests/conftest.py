from pathlib import Path

import pytest

from incognote.corpora import inline
from incognote.document import Document
from incognote.training import train
from tiny_models import tiny, write_corpus


@pytest.fixture(scope="session")
def tiny_corpus(tmp_path_factory) -> Path:
    return write_corpus(tmp_path_factory.mktemp("corpus"))


@pytest.fixture(scope="session")
def tiny_docs(tiny_corpus) -> list[Document]:
    return list(inline.read(tiny_corpus))


@pytest.fixture(scope="session")
def tiny_model(tiny_corpus, tmp_path_factory) -> Path:
    """A model folder that has learned the tiny corpus."""
    out = tmp_path_factory.mktemp("models") / "tiny"
    train(
        tiny(epochs=20, patience=20, batch_tokens=20, word_dropout=0.3),
        out,
        data={"notes": tiny_corpus},
    )
    return out
