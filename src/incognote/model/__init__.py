"""From text to tags and back: words, features, windows, decoding, and the folder of a model."""
