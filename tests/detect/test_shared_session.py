"""Detectors of one process share the model's session, and say in several threads what one says."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from incognote import load

NOTES = [f"Seen by Dr. Ada Ruiz on 3/{i}/2019, MRN 0048{i:04}. Stable." for i in range(1, 13)]


def test_detectors_share_a_session_and_agree() -> None:
    flows = [load(fast=True) for _ in range(3)]
    neural = [
        each
        for flow in flows
        for each in flow.pipeline.detectors
        if type(each).__name__ == "NeuralDetector"
    ]
    assert len(neural) == 3
    assert len({id(each._session) for each in neural}) == 1
    assert load(fast=True, threads=2).pipeline.detectors is not flows[0].pipeline.detectors
    wanted = [flows[0].detect(note) for note in NOTES]
    with ThreadPoolExecutor(3) as pool:
        done = list(pool.map(lambda flow: [flow.detect(note) for note in NOTES], flows))
    assert done == [wanted] * 3
