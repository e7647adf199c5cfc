"""What everything else speaks of: documents and spans, labels, the pipeline, the registry, errors."""
