"""What PyHealth hands over: in its own form here, and from the library itself where it is."""

from __future__ import annotations

import os
import re
from importlib.util import find_spec
from pathlib import Path

import pytest
import torch

import incognote
from families import write_checkpoint
from incognote.core.document import Document
from incognote.core.errors import ConfigError, InputError
from incognote.detect.neural import NeuralDetector
from incognote.plugs import pyhealth as plug

REAL = os.environ.get("INCOGNOTE_PYHEALTH") == "1"
needs_pyhealth = pytest.mark.skipif(
    not REAL and find_spec("pyhealth") is None,
    reason="PyHealth is not installed, it needs Python 3.12 and 5 GB: INCOGNOTE_PYHEALTH=1 .ci/run",
)
NOTES = [
    # patient, note, as written, with what was removed
    (
        "1",
        "1",
        "Seen by Dr. Ada Ruiz on 3/14/2019.\nPatient Tom Moss.",
        "Seen by Dr. [**Doctor Name**] on [**Date**].\nPatient [**Known patient name**].",
    ),
    ("1", "2", "Call 555-0143 now", "Call [**Telephone**] now"),
    ("2", "1", "no PHI here at all", "no PHI here at all"),
]


def sample(text, labels, start=0, patient="1", note="1"):
    return {
        "patient_id": patient,
        "note_id": note,
        "token_start": str(start),
        "text": text,
        "labels": labels,
    }


WINDOWS = [
    sample("Seen by Dr. Ada Ruiz", "O O O B-PROFESSION I-PROFESSION"),
    sample("Ada Ruiz on 3/14/2019. Patient", "B-PROFESSION I-PROFESSION O B-DATE O", 3),
    sample("Call 555-0143 now", "O B-CONTACT O", note="2"),
    sample("3/14/2019. Patient Tom Moss.", "B-DATE O B-NAME I-NAME", 6),
    sample("Moss.", "I-NAME", 9),
    sample("", "", patient="2"),
]


def marks(doc: Document) -> list[tuple[str, str]]:
    return [(span.label, doc.text[span.start : span.end]) for span in doc.spans]


def check(found: list[Document]) -> None:
    assert [doc.id for doc in found] == ["1/1", "1/2", "2/1"]
    assert found[0].text == "Seen by Dr. Ada Ruiz on 3/14/2019. Patient Tom Moss."
    assert found[0].meta["patient"] == "1"


def test_windows_become_the_note_again() -> None:
    found = plug.documents(WINDOWS)
    check(found)
    assert marks(found[0]) == [
        ("DOCTOR", "Ada Ruiz"),
        ("DATE", "3/14/2019."),
        ("PATIENT", "Tom Moss."),
    ]
    assert marks(found[1]) == [("PHONE", "555-0143")]
    assert (found[2].text, found[2].spans) == ("", ())


@pytest.mark.parametrize(
    ("samples", "said"),
    [
        ([WINDOWS[0], WINDOWS[3]], "1/1: lacks words between"),
        ([WINDOWS[0], sample("Eva", "B-NAME", 3)], "1/1: its windows do not agree at word 3"),
        ([sample("Ada Ruiz", "B-NAME")], "1/1: must have a word and a label"),
        ([sample("Ada", "B-NOUN")], "1/1: must have a word and a label"),
        ([sample("Ada  Ruiz", "B-NAME O O")], "1/1: must have a word and a label"),
        ([{"text": "Ada Ruiz", "label": 1}], "none of PyHealth's DeIDNERTask"),
    ],
)
def test_what_are_no_such_samples_is_refused_without_their_text(samples, said) -> None:
    with pytest.raises(InputError, match=said) as caught:
        plug.documents(samples)
    assert "Ada" not in str(caught.value)


def batch(samples):
    return {key: [each[key] for each in samples] for key in samples[0]}


def learn(model, samples, steps=60):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    model.train()
    losses = []
    for _ in range(steps):
        loss = model(**batch(samples))["loss"]
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
    return losses


def test_a_network_learns_its_samples_and_becomes_a_folder(tmp_path) -> None:
    model = plug.IncognoteDeID(WINDOWS)
    losses = learn(model, WINDOWS)
    assert losses[-1] < 0.2 * losses[0]
    model.eval()
    said = model(**batch(WINDOWS))
    assert said["y_true"].shape == (6, 5)
    assert said["logit"].shape == said["y_prob"].shape == (6, 5, 15)
    assert torch.allclose(said["y_prob"].sum(dim=2), torch.ones(6, 5), atol=1e-5)
    known = said["y_true"] != plug.IGNORED
    assert (said["y_true"][5] == plug.IGNORED).all()
    assert known.sum() == sum(len(each["labels"].split()) for each in WINDOWS)
    # A window may begin within a mark: that word is one that begins it.
    assert (said["y_prob"].argmax(dim=2) == said["y_true"])[known].sum() >= known.sum() - 1
    model.write(tmp_path / "m")
    text = "Seen by Dr. Ada Ruiz on 3/14/2019. Patient Tom Moss."
    (spans,) = NeuralDetector(tmp_path / "m").detect([Document("a", text)])
    assert [(s.label, text[s.start : s.end]) for s in spans] == marks(plug.documents(WINDOWS)[0])
    assert "Ruiz" not in incognote.load(model=tmp_path / "m")(text).text
    # What the folder says is what the loop was told.
    docs = [Document("a", WINDOWS[0]["text"])]
    (theirs,) = NeuralDetector(tmp_path / "m").marginals(docs)
    assert theirs.tags == pytest.approx(said["y_prob"][0].numpy(), abs=1e-4)


def test_a_batch_of_empty_notes_costs_nothing() -> None:
    said = plug.IncognoteDeID(WINDOWS)(**batch([WINDOWS[5]]))
    said["loss"].backward()
    assert said["loss"].item() == 0
    assert said["y_true"].shape == (1, 0)


def test_shapes_that_are_not_to_be_had_are_refused() -> None:
    for change in ({"tokens": "plain"}, {"checkpoint": "x"}, {"tags": "bioes"}):
        shape = plug.ModelShape("bilstm", **{"tokens": "blanks"} | change)
        with pytest.raises(ConfigError, match="in PyHealth"):
            plug.IncognoteDeID(WINDOWS, shape)


def test_another_model_is_no_transformer(tmp_path) -> None:
    with pytest.raises(ConfigError, match="IncognoteDeID is no TransformerDeID"):
        plug.import_transformer(plug.IncognoteDeID(WINDOWS), tmp_path / "m")


def write_physionet(root: Path) -> Path:
    """Files of ours in PhysioNet's form."""
    for name, column in (("id.text", 2), ("id.res", 3)):
        records = (
            f"START_OF_RECORD={n[0]}||||{n[1]}||||\n{n[column]}\n||||END_OF_RECORD\n\n"
            for n in NOTES
        )
        (root / name).write_text("".join(records))
    return root


@pytest.fixture(scope="module")
def samples(tmp_path_factory):
    """What the library makes of them."""
    from pyhealth.datasets import PhysioNetDeIDDataset
    from pyhealth.tasks import DeIDNERTask

    root = write_physionet(tmp_path_factory.mktemp("physionet"))
    dataset = PhysioNetDeIDDataset(root=str(root), cache_dir=str(root / "cache"), num_workers=1)
    return {
        size: dataset.set_task(DeIDNERTask(size, 2 if size else 0), num_workers=1)
        for size in (None, 5)
    }


@needs_pyhealth
@pytest.mark.filterwarnings("default")
def test_the_numbers_are_those_of_the_library() -> None:
    from pyhealth.models.transformer_deid import IGNORE_INDEX, LABEL_VOCAB

    assert plug.NUMBERS == LABEL_VOCAB
    assert plug.IGNORED == IGNORE_INDEX


@needs_pyhealth
@pytest.mark.filterwarnings("default")
def test_the_librarys_samples_are_notes(samples) -> None:
    whole, cut = (plug.documents(samples[size]) for size in (None, 5))
    check(whole)
    assert whole == cut
    assert marks(whole[0]) == marks(plug.documents(WINDOWS)[0])


@needs_pyhealth
@pytest.mark.filterwarnings("default")
def test_its_trainer_trains_a_network_of_ours(samples, tmp_path) -> None:
    from pyhealth.datasets import get_dataloader
    from pyhealth.trainer import Trainer

    model = plug.IncognoteDeID(samples[5])
    loader = get_dataloader(samples[5], batch_size=4, shuffle=True)
    trainer = Trainer(model, device="cpu", enable_logging=False)
    before = trainer.evaluate(loader)["loss"]
    trainer.train(loader, epochs=30, optimizer_params={"lr": 0.02})
    assert trainer.evaluate(loader)["loss"] < 0.3 * before
    model.write(tmp_path / "m")
    text = "Seen by Dr. Ada Ruiz on 3/14/2019. Patient Tom Moss."
    (spans,) = NeuralDetector(tmp_path / "m").detect([Document("a", text)])
    assert ("DOCTOR", "Ada Ruiz") in [(s.label, text[s.start : s.end]) for s in spans]


@needs_pyhealth
@pytest.mark.filterwarnings("default")
def test_the_lines_of_the_page_run(tmp_path, monkeypatch, capsys) -> None:
    page = (Path(__file__).parents[2] / "docs/integrations.md").read_text("utf-8")
    (block,) = re.findall(
        r"```python\n(.*?)```", page.partition("## PyHealth\n")[2].partition("\n## ")[0], re.DOTALL
    )
    monkeypatch.chdir(tmp_path)
    (tmp_path / "physionet").mkdir()
    write_physionet(tmp_path / "physionet")
    exec(compile(block, "integrations.md", "exec"), {})
    assert "Document(id='1/1', 52 characters, 3 spans)" in capsys.readouterr().out
    assert NeuralDetector(tmp_path / "trained").labels == {*plug.LABELS.values()}


@needs_pyhealth
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("family", ["bert", "roberta"])
def test_its_transformer_runs_in_our_pipeline(samples, family, tmp_path, monkeypatch) -> None:
    from pyhealth.datasets import get_dataloader
    from pyhealth.models import TransformerDeID
    from pyhealth.trainer import Trainer

    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    checkpoint: Path = write_checkpoint(family, tmp_path / "encoder", wrapped=True)
    model = TransformerDeID(samples[5], str(checkpoint), max_length=138)
    loader = get_dataloader(samples[5], batch_size=4, shuffle=True)
    trainer = Trainer(model, device="cpu", enable_logging=False)
    trainer.train(loader, epochs=8, optimizer_params={"lr": 0.01})
    plan = plug.import_transformer(model, tmp_path / "m")
    assert plan.labels["PROFESSION"] == "DOCTOR"
    model.eval()
    for each in samples[None]:
        with torch.no_grad():
            said = model(**batch([each]))
        theirs = said["y_prob"][0][said["y_true"][0] != plug.IGNORED].numpy()
        (mine,) = NeuralDetector(tmp_path / "m").marginals([Document("a", each["text"])])
        order = [plan.tags.names.index(name) for name in plug.TAGS.names]
        assert mine.tags[:, order] == pytest.approx(theirs, abs=1e-4)
    found = incognote.load(model=tmp_path / "m")("Seen by Dr. Ada Ruiz on 3/14/2019.")
    assert "Ruiz" not in found.text
