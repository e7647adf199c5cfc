"""Takes a file through the real doccano: imported into a project, exported from it again.

Run by the Python of an environment that has doccano (1.8.4, whose packages are older than ours):
`python doccano_project.py IN OUT RELATIONS`, the last being 0 or 1.
"""
# ruff: noqa: E402 - Django is set up before its models are imported

from __future__ import annotations

import logging
import os
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

source, target, relations = sys.argv[1:]
spec = find_spec("backend")
assert spec is not None
assert spec.submodule_search_locations
sys.path.insert(0, next(iter(spec.submodule_search_locations)))
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.development"
os.environ["DATABASE_URL"] = "sqlite:///:memory:"
os.chdir(tempfile.mkdtemp())
logging.disable()

import django

django.setup()

from data_export.models import ExportedExample
from data_export.pipeline.dataset import Dataset
from data_export.pipeline.factories import create_comment, create_formatter, create_labels
from data_export.pipeline.services import ExportApplicationService
from data_export.pipeline.writers import JsonlWriter
from data_import.datasets import SequenceLabelingDataset
from data_import.pipeline.parsers import JSONLParser
from data_import.pipeline.readers import FileName, Reader
from django.contrib.auth import get_user_model
from django.core.management import call_command
from projects.models import ProjectType, SequenceLabelingProject

call_command("migrate", verbosity=0)
user = get_user_model().objects.create(username="ada")
project = SequenceLabelingProject.objects.create(
    name="notes",
    description="",
    created_by=user,
    project_type=ProjectType.SEQUENCE_LABELING,
    collaborative_annotation=True,
    allow_overlapping=True,
    use_relation=relations == "1",
)
reader = Reader([FileName(source, source, Path(source).name)], JSONLParser())
imported = SequenceLabelingDataset(reader, project, column_label="label", column_data="text")
imported.save(user)
assert not imported.errors, imported.errors

examples = ExportedExample.objects.filter(project=project).order_by("id")
dataset = Dataset(examples, create_labels(project, examples), create_comment(examples), True)
ExportApplicationService(dataset, create_formatter(project, "JSONL"), JsonlWriter()).export(target)
