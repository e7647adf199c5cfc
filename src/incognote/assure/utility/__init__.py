"""What de-identification costs in clinical facts, by kind: drugs, doses, values, negations ..."""
