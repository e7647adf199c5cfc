"""Marks at another bias from what a model made of the notes are those that it gives itself."""

import io
import json
from dataclasses import replace
from functools import partial
from itertools import pairwise

import numpy as np
import pytest

from incognote.core.document import Document
from incognote.core.errors import ConfigError, InputError, ModelError, NoteError
from incognote.core.pipeline import Settings
from incognote.detect.neural import (
    EnsembleDetector,
    NeuralDetector,
    RecordedDetector,
    from_settings,
    language_of,
)
from incognote.detect.neural.ensemble import write_ensemble
from incognote.detect.neural.recorded import read_recorded
from incognote.io.inline import parse
from tiny_models import NOTES

DOCS = [
    *(parse(f"d{i}", t).with_spans(()) for i, t in enumerate([*NOTES["train"], *NOTES["dev"]])),
    Document("long", "Seen by Dr. Ada Ruiz on 3/14/2019; Tom Moss came too. " * 12),
    Document("es", "Visto por la Dra. Ana Peña el 3/4/2020."),
    Document("empty", ""),
    Document("blank", " \n"),
]
BIASES = (-3.0, 0.0, 0.5, 1.0, 4.0)


@pytest.fixture(scope="module", params=["one", "highest", "mean", "scouted"])
def model(request, tiny_model, tmp_path_factory):
    """A model, one whose surest window decides, and means of two, one of them with a scout."""
    if request.param in ("mean", "scouted"):
        out = tmp_path_factory.mktemp("mean") / "mean"
        scout = 0 if request.param == "scouted" else None
        write_ensemble([tiny_model, tiny_model], out, recall_bias=0.5, scout=scout)
        return out, partial(_whole, request.param == "scouted")
    return tiny_model, lambda folder, **given: _meeting(folder, request.param, given)


def _whole(scouted, folder, **given):
    """What is recorded of an ensemble is what it makes of whole notes."""
    recording = scouted and not given
    return EnsembleDetector(folder, **given, whole=not recording)


def _meeting(folder, meet, given):
    detector = NeuralDetector(folder, **given)
    if meet == "highest":
        detector.encoder.settings = replace(detector.encoder.settings, meet=meet)
    return detector


def kept(detector, tmp_path, docs=DOCS):
    recorder = RecordedDetector.of(detector, "hash")
    recorder.detect(docs)
    with (tmp_path / "kept").open("wb") as file:
        recorder.write(file)
    return tmp_path / "kept"


def exactly(found):
    return [[(s.start, s.end, s.label) for s in spans] for spans in found]


def test_marks_and_probabilities_are_those_of_the_model_at_each_bias(model, tmp_path):
    folder, load = model
    path = kept(load(folder), tmp_path)
    sizes = []
    for bias in BIASES:
        direct, replayed = load(folder, recall_bias=bias), read_recorded(path, recall_bias=bias)
        wanted, found = direct.detect(DOCS), replayed.detect(DOCS)
        assert exactly(found) == exactly(wanted)
        for one, other in zip(wanted, found, strict=True):
            assert [s.score for s in other] == pytest.approx([s.score for s in one], abs=1e-5)
        pairs = zip(direct.probabilities(DOCS), replayed.probabilities(DOCS), strict=True)
        for one, other in pairs:
            assert one.labels == other.labels
            assert one.tokens.starts.tolist() == other.tokens.starts.tolist()
            np.testing.assert_allclose(one.probabilities, other.probabilities, atol=1e-5)
        sizes.append(sum(len(s) for spans in found for s in spans))
    assert all(low <= high for low, high in pairwise(sizes))
    assert sizes[0] < sizes[-1]


def test_what_is_recorded_does_not_hang_on_the_bias_or_the_batches(model, tmp_path):
    folder, load = model
    recorder = RecordedDetector.of(load(folder), "hash", recall_bias=4.0)
    biased = [spans for doc in DOCS for spans in recorder.detect([doc])]
    assert exactly(biased) == exactly(load(folder, recall_bias=4.0).detect(DOCS))
    with (tmp_path / "apart").open("wb") as file:
        recorder.write(file)
    plain = read_recorded(tmp_path / "apart")
    assert exactly(plain.detect(DOCS[::-1])) == exactly(load(folder).detect(DOCS[::-1]))


def test_a_note_that_was_not_recorded_or_changed_is_refused(tiny_model, tmp_path):
    path = kept(NeuralDetector(tiny_model), tmp_path, DOCS[:2])
    replayed = read_recorded(path)
    for doc in (DOCS[2], replace(DOCS[0], text=DOCS[0].text.replace("Ruiz", "Zyxw"))):
        with pytest.raises(NoteError, match=f"^{doc.id}: is not in kept, or had another") as caught:
            replayed.detect([DOCS[1], doc])
        assert "Zyxw" not in str(caught.value)


def test_the_file_holds_no_text(tiny_model, tmp_path):
    path = kept(NeuralDetector(tiny_model), tmp_path)
    head = json.loads(str(np.load(path)["head"]))
    assert [id for id, _ in head["notes"]] == [doc.id for doc in DOCS]
    assert "Ruiz" not in json.dumps(head)
    assert all(values.dtype.kind in "if" for n, values in np.load(path).items() if n != "head")


def test_notes_without_a_token_are_recorded_too(tiny_model, tmp_path):
    path = kept(NeuralDetector(tiny_model), tmp_path, DOCS[-2:])
    replayed = read_recorded(path, recall_bias=1.0)
    assert replayed.detect(DOCS[-2:]) == [[], []]
    assert [note.probabilities.shape[0] for note in replayed.probabilities(DOCS[-2:])] == [0, 0]


@pytest.mark.parametrize("damage", ["cut", "text", "empty", "array", "version", "missing", "short"])
def test_a_damaged_file_is_told(damage, tiny_model, tmp_path):
    path = kept(NeuralDetector(tiny_model), tmp_path)
    whole = path.read_bytes()
    values = dict(np.load(path))
    if damage == "cut":
        path.write_bytes(whole[: len(whole) // 2])
    elif damage == "text":
        path.write_text("Ada Ruiz")
    elif damage == "empty":
        path.write_bytes(b"")
    elif damage == "array":
        buffer = io.BytesIO()
        np.save(buffer, np.zeros(3))
        path.write_bytes(buffer.getvalue())
    elif damage == "missing":
        path.unlink()
    else:
        head = json.loads(str(values["head"])) | ({"version": 0} if damage == "version" else {})
        values["head"] = np.array(json.dumps(head))
        if damage == "short":
            values["emissions"] = values["emissions"][:-1]
        with path.open("wb") as file:
            np.savez(file, **values)
    with pytest.raises(InputError, match=r"^.*kept: ") as caught:
        read_recorded(path)
    assert "Ruiz" not in str(caught.value)


def test_the_file_stands_where_a_model_does(tiny_model, tmp_path):
    path = kept(NeuralDetector(tiny_model), tmp_path)
    assert language_of(path) == language_of(tiny_model) == "en"
    detector = from_settings(Settings("en", path, 1.0))
    assert exactly(detector.detect(DOCS)) == exactly(
        NeuralDetector(tiny_model, recall_bias=1.0).detect(DOCS)
    )
    with pytest.raises(ModelError, match="for the language 'en', not 'es'"):
        from_settings(Settings("es", path))


def test_an_ensemble_by_label_keeps_no_scores(tiny_model, tmp_path):
    write_ensemble([tiny_model, tiny_model], tmp_path / "each", labels={"DATE": 1})
    detector = EnsembleDetector(tmp_path / "each")
    with pytest.raises(ConfigError, match="no scores of its own"):
        RecordedDetector.of(detector, "hash").detect(DOCS)
