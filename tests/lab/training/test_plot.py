from incognote.lab.training.plot import curves, heat_map, history


def test_plots_are_svg_and_the_same_each_time():
    epochs = [{"number": n, "loss": 1 / n, "score": 1 - 1 / n} for n in (1, 2, 3)]
    for draw in (
        lambda: history(epochs),
        lambda: curves({"only B": [(20, 50), (80, 70)]}, "marks", "recall", lines={"custom": 97.1}),
        lambda: heat_map(["base", "large"], ["P", "R"], [[97.9, 98.1], [98.0, 98.1]]),
    ):
        assert draw() == draw()
        assert "<svg" in draw()
