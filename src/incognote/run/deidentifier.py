"""`Deidentifier`: the flow over notes, which every way to run it calls; `load()` makes one."""

from __future__ import annotations

import secrets
import warnings
from collections.abc import Iterable, Iterator, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from incognote.core import registry
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, IncognoteError, NoteError, unknown
from incognote.core.labels import labels_of
from incognote.core.language import AUTO, DEFAULT, get_language, language_codes
from incognote.core.pipeline import GIVES_WAY, Detector, OnError, Pipeline, Settings
from incognote.core.resolve import NO_ENDS, Thresholds, mark_ends
from incognote.core.site import read_site
from incognote.replace.policy import Policy, get_policy, policy_words
from incognote.replace.redact import Redacted, redact
from incognote.replace.replacement import Context
from incognote.replace.verify import MODES, KnowsPatients, Verified, Verifier, make_verifier
from incognote.run.multilingual import Multilingual


@dataclass(frozen=True)
class Deidentifier:
    """Finds identifiers, replaces them, and searches the output for what left the text.

    Call it with a text, or stream documents through it. Each step is there by itself too:
    `pipeline.annotate` finds, `redact` writes anew. It is one thread's: another needs its own.

    Examples:
        >>> deid = load()                                          # doctest: +SKIP
        >>> deid("Seen by Dr. Ada Ruiz on 3/14/2019.").text        # doctest: +SKIP
        'Seen by Dr. [DOCTOR] on [DATE].'

    Raises:
        ConfigError: If there is no such way to verify, or the language's pack lacks a part.
    """

    pipeline: Pipeline
    policy: Policy
    context: Context = field(default_factory=Context)
    """What replacements are drawn with: key, scope, the language of the notes ..."""
    verify: str = "off"
    """One of `verify.MODES`: what an original leads to that stands in an output."""
    _verifiers: dict[str, Verifier] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        """Checks the mode, and that the language has the words that policies go by."""
        if self.verify not in MODES:
            raise unknown("way to verify", self.verify, MODES)
        if self.context.lang in language_codes():
            policy_words(self.context.lang)

    def __call__(self, text: str, *, id: str = "text") -> Redacted:
        """Returns one text with its identifiers replaced, and what was replaced where.

        Raises:
            NoteError: If the text cannot be processed whole.
            TypeError: If it is no `str`.
        """
        (redacted,) = self.stream([Document(id, text)])
        return redacted

    def stream(
        self,
        docs: Iterable[Document],
        *,
        on_error: OnError | None = None,
        records: bool = False,
    ) -> Iterator[Redacted]:
        """Yields each document redacted, in order, a bounded number at a time.

        Args:
            docs: The notes.
            on_error: As in `Pipeline.annotate`.
            records: As in `Pipeline.annotate`: whether a patient's notes, which must stand side
                by side, are looked at together.
        """
        for doc in self.pipeline.annotate(docs, on_error=on_error, records=records):
            try:
                yield self.redact(doc).redacted
            except NoteError as error:
                if on_error is None:
                    raise
                on_error(error)

    def redact(self, doc: Document, context: Context | None = None) -> Verified:
        """Returns the output of a note that was annotated, searched for what left it.

        Args:
            doc: The note with its marks.
            context: What replacements are drawn with in place of its own.

        Raises:
            NoteError: If an original stands in the output and may not or cannot be removed.
        """
        context = self.context_of(doc, context)
        if self.verify == "off":
            return Verified(doc, redact(doc, self.policy, context))
        return self.verifier_of(doc).redact(doc, self.policy, context)

    def verifier_of(self, doc: Document) -> Verifier:
        """Returns what searches outputs in the language of a note."""
        lang = self.language_of(doc)
        if lang not in self._verifiers:
            made = make_verifier(self._pipeline_of(doc), lang, self.verify)
            self._verifiers[lang] = made
        return self._verifiers[lang]

    def context_of(self, doc: Document, context: Context | None = None) -> Context:
        """Returns a context (None: its own) with the language that a note is taken in."""
        context, lang = context or self.context, self.language_of(doc)
        return replace(context, lang=lang) if lang != context.lang else context

    def language_of(self, doc: Document) -> str:
        """Returns the language that a note is taken in."""
        if isinstance(self.pipeline, Multilingual):
            return self.pipeline.language_of(doc)
        return self.context.lang

    def knows_patient(self, doc: Document) -> bool:
        """Returns whether the note's patient has a row in the roster; True where there is none."""
        detectors = self._pipeline_of(doc).detectors
        return all(d.knows(doc) for d in detectors if isinstance(d, KnowsPatients))

    def _pipeline_of(self, doc: Document) -> Pipeline:
        if isinstance(self.pipeline, Multilingual):
            return self.pipeline.of(self.pipeline.language_of(doc))
        return self.pipeline

    def detect(self, text: str, *, id: str = "text") -> tuple[Span, ...]:
        """Returns what was found in one text, whatever the policy."""
        (doc,) = self.pipeline.annotate([Document(id, text)])
        return doc.spans


def shipped_model(lang: str, *, fast: bool = False) -> Path:
    """Returns the model folder that ships for a language.

    Args:
        lang: The code of a language.
        fast: The smaller one: at least twice as fast, and misses more (bench/results.md).

    Raises:
        ConfigError: If the language does not exist or has no smaller model.
    """
    language = get_language(lang)
    if fast and language.fast is None:
        having = ", ".join(code for code in language_codes() if get_language(code).fast)
        raise ConfigError(
            f"There is no fast model for language '{lang}', only for {having}; leave fast out."
        )
    model = language.fast if fast else language.model
    if model is None:
        raise ConfigError(f"No model ships for language '{lang}'; name one of your own.")
    return model


def choose_model(lang: str, model: Path | None, *, fast: bool) -> Path | None:
    """Returns the model folder that is meant, None for the one that ships.

    Raises:
        ConfigError: If a model is named and the fast one asked for, or there is none, or either
            for each note in its own language.
    """
    if lang == AUTO:
        check_auto(model, fast)
    if not fast:
        return model
    if model is not None:
        raise ConfigError("Give a model or ask for the fast one, not both.")
    return shipped_model(lang, fast=True)


def load_pipeline(settings: Settings) -> Pipeline:
    """Returns the pipeline of a language with the shipped model, or the one that is given.

    For the language `AUTO` it is one of all languages (`Multilingual`), each loaded when a note
    needs it.

    Raises:
        ConfigError: If the language or an overlay does not exist, or what is said of the site does
            not fit the language.
        ModelError: If the model folder is not complete.
    """
    if settings.lang == AUTO:
        return _multilingual(settings)
    if settings.alone and settings.model and settings.lang not in language_codes():
        names = ["neural"]  # a model of one's own, of a language without a pack
    else:
        language = get_language(settings.lang)
        labels_of(settings.lang)  # so that a pack that is at fault is told by name
        if settings.model is None and "neural" in language.detectors:
            settings = replace(settings, model=shipped_model(settings.lang))
        if settings.site is not None:
            settings.site.check_language(settings.lang)
        given = {"site": settings.site, "neural": True, "roster": True}
        names = [name for name in language.detectors if given.get(name, not settings.alone)]
    # Other packages' behind the protection of clinical text, which speaks of our detectors alone,
    # and before the search for what was found in the rest of the notes.
    last = names.index("propagation") if "propagation" in names else len(names)
    names[last:last] = [name for name in settings.detectors if name not in names]
    names += ["overlay"] if settings.overlay else []
    return Pipeline(
        _made(names, settings),
        ends=mark_ends(settings.lang) if settings.lang in language_codes() else NO_ENDS,
        threshold=Thresholds(settings.thresholds),
        curves=settings.curves,
    )


def _made(names: Sequence[str], settings: Settings) -> list[Detector]:
    """The detectors; the model is unpacked and opened in a thread while the others compile."""
    for name in names:
        registry.get("detector", name)  # imports it: two threads must not import at once
    with ThreadPoolExecutor(1) as beside:
        model = beside.submit(make_detector, "neural", settings) if "neural" in names else None
        made = {name: make_detector(name, settings) for name in names if name != "neural"}
        return [model.result() if model and name == "neural" else made[name] for name in names]


def make_detector(name: str, settings: Settings) -> Detector:
    """Returns the detector of that name.

    Raises:
        ConfigError: If there is none, or another package's row makes none.
    """
    make = registry.get("detector", name)
    if name in registry.ROWS["detector"]:
        ours: Detector = make(settings)
        return ours
    why = "has no method 'detect' or no set of 'labels'"
    try:
        found: Detector = make(settings)
        if callable(found.detect) and isinstance(found.labels, Set):
            taken = {*getattr(found, "protects_from", ()), *getattr(found, "weighs", ())}
            if not (stands := taken - GIVES_WAY - {name}):
                return found
            why = f"takes back what others are to find whatever it says ({', '.join(stands)})"
    except IncognoteError:
        raise
    except Exception as error:
        why = f"raises {type(error).__name__} when it is made from the settings"
    raise ConfigError(f"The detector '{name}' of another package {why}; mend that package.")


def check_auto(*of_one_language: object) -> None:
    """Refuses what belongs to one language where each note is taken in its own.

    Raises:
        ConfigError: If any of it is given.
    """
    if any(of_one_language):
        raise ConfigError(
            f"Language '{AUTO}' takes no model of your own, fast model, calibration or site's "
            "file, which are of one language: name the language, or leave them out."
        )


def _multilingual(settings: Settings, *, only: bool = False) -> Multilingual:
    check_auto(settings.model, settings.thresholds, settings.curves, settings.site)
    each = {lang: replace(settings, lang=lang) for lang in language_codes()}
    return Multilingual({lang: partial(load_pipeline, s) for lang, s in each.items()}, only=only)


def load(
    lang: str = DEFAULT,
    *,
    model: Path | str | None = None,
    fast: bool = False,
    policy: str = "all",
    replacement: str | None = None,
    key: bytes | None = None,
    scope: str = "patient",
    recall_bias: float = 0.0,
    roster: Path | str | None = None,
    site: Path | str | None = None,
    verify: str = "redact",
    detectors: Sequence[str] = (),
    threads: int = 1,
    device: str = "cpu",
) -> Deidentifier:
    """Returns a de-identifier with the shipped model and rules of a language, for one thread.

    It remembers what it works on, so two threads must not call it at once: give each a
    de-identifier of its own, with the same `key` if they are to agree.

    Warns (`UserWarning`) where the policy leaves direct identifiers in the text, or says what
    whoever uses it must know.

    Args:
        lang: The code of a language, `en` or `es` of those that ship; `auto`: each text in the one
            that it seems to be in, and a text that seems to be in none of them fails.
        model: A model folder in place of the shipped one.
        fast: The smaller model that ships: at least twice as fast, and misses more.
        policy: Which labels leave the text and what stands in their place: a name of
            `policy.POLICIES`, or the path of a TOML file.
        replacement: One action in place of all those of the policy: `tag`, `mask`, `surrogate` or
            `hash`.
        key: Secret that surrogates, shifts and codes are drawn with; None: one that is drawn now
            and not kept, so that no other run can give the same.
        scope: How far the same text gets the same surrogate: `note`, `patient` or `run`.
        recall_bias: Above 0 finds more at the price of false alarms.
        roster: What is known of each patient (docs/roster.md): searched in notes with that
            `meta["patient"]`.
        site: A site's own lists, patterns and phrases never to mark: a TOML file (docs/adapt.md).
        verify: What is done where an identifier that left the text still stands in the output: a
            name of `verify.MODES`.
        detectors: Detectors of other packages that are run, too: registry rows, which each see
            what those of the language found. What they find is searched in the rest of the notes.
        threads: Threads that the model may use.
        device: Where the model runs: `cpu`, or `cuda` for an NVIDIA GPU (docs/scale.md).

    Raises:
        ConfigError: If a name does not exist, a number cannot be, both `model` and `fast` are
            given, or the device cannot be used.
        InputError: If the roster cannot be read.
        ModelError: If the model folder is not complete.
    """
    chosen = get_policy(policy)
    if replacement is not None:
        chosen = chosen.with_action(replacement)
    for caution in chosen.cautions:
        warnings.warn(caution, stacklevel=2)
    context = Context(secrets.token_bytes(32) if key is None else key, scope, lang)
    settings = Settings(
        lang,
        choose_model(lang, Path(model) if model else None, fast=fast),
        recall_bias,
        threads,
        roster=Path(roster) if roster else None,
        site=read_site(Path(site)) if site else None,
        detectors=tuple(detectors),
        device=device,
    )
    auto = lang == AUTO
    pipeline = _multilingual(settings, only=True) if auto else load_pipeline(settings)
    return Deidentifier(pipeline, chosen, context, verify)
