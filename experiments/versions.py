"""Versions of the packages that a result depends on."""

from importlib.metadata import PackageNotFoundError, version


def package_version(package: str) -> str:
    """The installed version; "unknown" for a package that runs from its sources."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"
