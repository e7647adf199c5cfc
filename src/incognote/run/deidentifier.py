"""`load()`: the whole flow behind one callable."""

from __future__ import annotations

import secrets
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from incognote.core import registry
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, NoteError
from incognote.core.language import AUTO, get_language, language_codes
from incognote.core.pipeline import OnError, Pipeline, Settings
from incognote.core.resolve import NO_ENDS, Thresholds, mark_ends
from incognote.core.site import read_site
from incognote.replace.policy import Policy, get_policy
from incognote.replace.redact import Redacted, redact
from incognote.replace.replacement import Context
from incognote.replace.verify import Verifier
from incognote.run.multilingual import Multilingual, verifier_of


@dataclass(frozen=True, slots=True)
class Deidentifier:
    """Finds and replaces identifiers: call it with a text, or stream documents through it.

    Example:
        >>> deid = load()                                          # doctest: +SKIP
        >>> deid("Seen by Dr. Ada Ruiz on 3/14/2019.").text        # doctest: +SKIP
        'Seen by Dr. [DOCTOR] on [DATE].'
    """

    pipeline: Pipeline
    policy: Policy
    context: Context = field(default_factory=Context)
    """What replacements are drawn with: key, scope ..."""
    verifier: Verifier | None = field(default=None, repr=False)
    """Searches each output for what left it; None: no search."""

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
                yield self._redact(doc)
            except NoteError as error:
                if on_error is None:
                    raise
                on_error(error)

    def _redact(self, doc: Document) -> Redacted:
        if self.verifier is None:
            return redact(doc, self.policy, self.context)
        return self.verifier.redact(doc, self.policy, self.context).redacted

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
    if settings.model is None or not settings.alone:
        shipped = shipped_model(settings.lang)
        settings = replace(settings, model=settings.model or shipped)
    if settings.alone and settings.lang not in language_codes():
        names = ["neural"]  # a model of one's own, of a language without a pack
    else:
        language = get_language(settings.lang)
        if settings.site is not None:
            settings.site.check_scheme(language.scheme)
        given = {"site": settings.site, "roster": settings.roster}
        names = [
            name
            for name in language.detectors
            if given.get(name, name == "neural" or not settings.alone)
        ]
    names += ["overlay"] if settings.overlay else []
    return Pipeline(
        [registry.get("detector", name)(settings) for name in names],
        ends=mark_ends(settings.lang) if settings.lang in language_codes() else NO_ENDS,
        threshold=Thresholds(settings.thresholds),
        curves=settings.curves,
    )


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
    lang: str = "en",
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
    threads: int = 1,
) -> Deidentifier:
    """Returns a de-identifier with the shipped model and rules of a language.

    Warns (`UserWarning`) where the policy leaves direct identifiers in the text, or says what
    whoever uses it must know.

    Args:
        lang: `en` or `es`; `auto`: each text in the one that it seems to be in, and a text that
            seems to be in neither fails.
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
        threads: Threads that the model may use.

    Raises:
        ConfigError: If a name does not exist, a number cannot be, or both `model` and `fast` are
            given.
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
    )
    auto = lang == AUTO
    pipeline = _multilingual(settings, only=True) if auto else load_pipeline(settings)
    return Deidentifier(pipeline, chosen, context, verifier_of(pipeline, lang, verify))
