"""Presidio with spaCy: python with_presidio.py LANG MODEL-PACKAGE [all].

Its own files of settings, with the model that PyPI holds in place of the one it would download.
`all` turns on every recogniser of that language and keeps organisations.
"""

import sys
from importlib import import_module
from pathlib import Path

import presidio_analyzer
import yaml
from lines import serve
from presidio_analyzer import AnalyzerEngine
from presidio_analyzer.nlp_engine import NlpEngineProvider
from presidio_analyzer.recognizer_registry import RecognizerRegistryProvider

lang, package, everything = sys.argv[1], sys.argv[2], "all" in sys.argv[3:]
conf = Path(presidio_analyzer.__file__).parent / "conf"
module = import_module(package)
if hasattr(module, "model_path"):
    model = str(module.model_path())
else:
    folder = Path(module.__file__).parent
    model = str(next(p.parent for p in folder.rglob("config.cfg")))

settings = yaml.safe_load(
    (conf / ("default.yaml" if lang == "en" else "spacy_multilingual.yaml")).read_text("utf-8")
)
settings["models"] = [{"lang_code": lang, "model_name": model}]
recognisers = yaml.safe_load((conf / "default_recognizers.yaml").read_text("utf-8"))
recognisers["supported_languages"] = [lang]
if everything:
    ner = settings["ner_model_configuration"]
    ner["labels_to_ignore"] = [e for e in ner.get("labels_to_ignore", []) if e != "ORGANIZATION"]
    # These need a server, a checkpoint or another engine than spaCy.
    not_here = ("HuggingFace", "LangExtract", "AzureAI", "AzureHealth", "GLiNER", "Stanza")
    for row in recognisers["recognizers"]:
        if not any(word.lower() in row["name"].lower() for word in not_here):
            row.pop("enabled", None)
nlp = NlpEngineProvider(nlp_configuration=settings).create_engine()
provider = RecognizerRegistryProvider(registry_configuration=recognisers, nlp_engine=nlp)
registry = provider.create_recognizer_registry()
if not any("Spacy" in type(recogniser).__name__ for recogniser in registry.recognizers):
    sys.exit("The recogniser that asks spaCy is not there.")
engine = AnalyzerEngine(nlp_engine=nlp, registry=registry, supported_languages=[lang])


def find(text):
    """What its engine returns at its own threshold."""
    return [(r.start, r.end, r.entity_type) for r in engine.analyze(text, language=lang)]


serve(find)
