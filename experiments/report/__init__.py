"""`sise report`: one self-contained HTML page of a run directory."""

from experiments.report.collect import Run, read_directory
from experiments.report.page import report_html, write_report

__all__ = ["Run", "read_directory", "report_html", "write_report"]
