"""Charts of results, made with altair: the extra `plots`.

Each result makes its own: `result.charts(lang)` gives them by name. `save` writes one as PNG, SVG or HTML.
"""

from experiments.charts.parts import save

__all__ = ["save"]
