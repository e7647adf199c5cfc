"""What everything else speaks of: documents, spans, labels, the pipeline, the registry, errors."""
