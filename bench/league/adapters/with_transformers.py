"""A token classifier of Hugging Face's form: python with_transformers.py FOLDER.

The folder holds weights and tokenizer; nothing is downloaded. Long notes are read in windows that
overlap, so that nothing behind the encoder's length is passed over.
"""

import os
import sys

os.environ["HF_HUB_OFFLINE"] = "1"

from lines import serve
from transformers import AutoTokenizer, pipeline

folder = sys.argv[1]
tokenizer = AutoTokenizer.from_pretrained(folder)
longest = min(tokenizer.model_max_length, 512)
classify = pipeline(
    "token-classification",
    model=folder,
    tokenizer=tokenizer,
    aggregation_strategy="simple",
    stride=longest // 4,
    device="cpu",
)


def find(text):
    """Its entities of all labels but that for none."""
    return [(e["start"], e["end"], e["entity_group"]) for e in classify(text)]


serve(find)
