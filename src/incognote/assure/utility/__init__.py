"""What de-identification costs in clinical facts: what is kept of drugs, doses, values, diagnoses,
negations and times, by kind (docs/utility.md).
"""
