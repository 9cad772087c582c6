"""A run directory: what was asked for, what of it is finished, and the tables made of it.

`run.json` says what the run is; `chunks/` holds the counts of the finished ranges, a file each; tables and the files
that belong to chunks stand beside. A file has its name only when it is whole and on the disk, so whatever ends the
process, the directory holds a part of the run that can be gone on with.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from experiments.files import remove_unfinished, write_whole
from experiments.runner import Chunk
from experiments.runs.chunkfile import ChunkError, Content, chunk_name, decode, encode
from experiments.runs.differences import differences
from experiments.runs.lock import NAME as LOCK
from experiments.runs.lock import locked
from experiments.runs.ranges import Ranges
from experiments.versions import code_version, package_version
from simcore import SiseError

if TYPE_CHECKING:
    import polars as pl

    from experiments.study import Counts, Study

RUN_FILE: Final = "run.json"
CHUNKS: Final = "chunks"
ROWS: Final = "deals"
ROW_FILES: Final = "part-*.parquet"
_PACKAGES: Final = ("sise", "numba", "numpy", "polars")
_CHUNK_NAME: Final = re.compile(r"(\d{1,20})-(\d{1,20})")
_TABLE_NAME: Final = re.compile(r"[A-Za-z0-9_]{1,100}\.parquet")

C = TypeVar("C", bound="Counts")


class DirectoryError(SiseError):
    """A run directory that cannot be written."""


class RunDirectory(Generic[C]):
    """The directory of one study. `check` it first; all else is for within `opened`."""

    def __init__(self, path: Path, study: Study[C], note: Callable[[str], None]) -> None:
        self.path = path
        self._study = study
        self._note = note
        self._run: dict[str, Any] = json.loads(json.dumps(study.to_dict()))
        identity = json.dumps([self._run, code_version()], sort_keys=True)
        self._id = hashlib.sha256(identity.encode()).hexdigest()
        self._chunks = path / CHUNKS
        self._tables: list[str] = []
        self._written: list[Chunk] = []
        self._filed: set[Chunk] = set()
        self._rows: set[str] = set()

    @property
    def kept(self) -> int:
        """Units that this process knows to be on the disk."""
        return sum(chunk.count for chunk in self._written)

    def check(self, *, fresh: bool = False) -> None:
        """Raise SiseError, with nothing written, where the directory holds anything but this run; `fresh` allows
        another run."""
        folder = self.path
        if folder.exists() and not folder.is_dir():
            raise SiseError(f"--out {folder} is a file; expected a folder")
        above = next(each for each in (folder.absolute(), *folder.absolute().parents) if each.exists())
        if not above.is_dir():
            raise SiseError(f"cannot write to {folder}: {above} is a file")
        if not os.access(above, os.W_OK):
            raise SiseError(f"cannot write to {folder}: {above} is not writable")
        if not folder.is_dir() or not any(path.name != LOCK for path in _finished(folder)):
            return
        file = folder / RUN_FILE
        if not file.is_file():
            raise SiseError(f"--out {folder} is not empty and holds no {RUN_FILE}; expected a folder of its own")
        if fresh:
            return
        try:
            content = read_run(folder)
            found = self._differences(content)
        except (ValueError, KeyError, TypeError, AttributeError):
            raise SiseError(f"{file} is damaged; --fresh starts over") from None
        if found:
            more = f", and {len(found) - 5} more" if len(found) > 5 else ""
            raise SiseError(f"--out {folder} holds another run ({', '.join(found[:5])}{more}); --fresh starts over")

    @contextmanager
    def opened(self, *, fresh: bool = False) -> Iterator[None]:
        """Have the directory to oneself, ready for the run. Raises SiseError where it is in use or cannot be
        written."""
        with ExitStack() as stack:
            with self._writing():
                self.path.mkdir(parents=True, exist_ok=True)
                alone = stack.enter_context(locked(self.path))
            if not alone:
                self._note(f"{self.path} is on a file system without locks: no second run may use it")
            self.check(fresh=fresh)
            try:
                with self._writing():
                    self._make_ready(fresh)
            except DirectoryError:
                self.forget()
                raise
            yield

    def _make_ready(self, fresh: bool) -> None:
        for folder in (self.path, self._chunks, self.path / ROWS):
            remove_unfinished(folder)
        self._remove_tables()
        if fresh:
            self._remove_finished()
        if fresh or not (self.path / RUN_FILE).exists():
            self.write_run(0, complete=False)
        self._chunks.mkdir(exist_ok=True)

    def load(self) -> Iterator[tuple[Chunk, C]]:
        """The finished ranges with their counts, in no order. What is damaged, or of another run, is named and taken
        away."""
        done = Ranges()
        for chunk, path in self._chunk_files():
            if done.contains(chunk):  # a larger file has it all
                self._remove(path)
                continue
            try:
                if done.overlaps(chunk):
                    raise ChunkError("it overlaps another chunk")
                content = self._read(chunk, path)
                counts = type(self._study.empty()).from_arrays(content.arrays)
            except (ChunkError, ValueError, KeyError, TypeError) as error:
                self._note(f"{path}: {error}; its {self._study.unit} are played again")
                self._remove(path)
                continue
            done.add(chunk)
            self._rows.update(content.files)
            self._written.append(chunk)
            if content.files:
                self._filed.add(chunk)
            yield chunk, counts
        for path in sorted((self.path / ROWS).glob(ROW_FILES)):
            if f"{ROWS}/{path.name}" not in self._rows:  # of a chunk that was not finished
                self._remove(path)

    def has_files(self, chunk: Chunk) -> bool:
        """Whether other files belong to a chunk that was loaded."""
        return chunk in self._filed

    def write_chunk(self, chunk: Chunk, counts: C, files: Mapping[str, bytes]) -> None:
        """Put a finished range on the disk, its files first. Smaller files of the same units go."""
        with self._writing():
            belonging = {}
            for name, data in files.items():
                path = self.path / name
                path.parent.mkdir(exist_ok=True)
                write_whole(path, data)
                belonging[name] = (len(data), hashlib.sha256(data).hexdigest())
            self._rows.update(belonging)
            content = Content(self._id, chunk.first, chunk.count, counts.arrays(), belonging)
            write_whole(self._chunks / content.name, encode(content))
            for old in [old for old in self._written if chunk.first <= old.first and old.end <= chunk.end]:
                if old != chunk:
                    (self._chunks / chunk_name(old.first, old.count)).unlink(missing_ok=True)
                self._written.remove(old)
            self._written.append(chunk)

    def finish(self, frames: Mapping[str, pl.DataFrame], done: int, *, complete: bool, stopped: bool = False) -> None:
        """Write the tables of what was played, and say in `run.json` whether that is all."""
        from experiments.records import parquet_bytes

        self._tables = [f"{name}.parquet" for name in frames]
        with self._writing():
            self.write_run(done, complete=False)  # first the names of the tables: --fresh takes them away
            for name, frame in frames.items():
                write_whole(self.path / f"{name}.parquet", parquet_bytes(frame))
            self.write_run(done, complete=complete, stopped=stopped)

    def forget(self) -> bool:
        """Take everything away where no chunk is finished, the folder too where nothing else lies in it."""
        with suppress(OSError):
            if any(self._chunk_files()):
                return False
            self._remove_tables()
            (self.path / RUN_FILE).unlink(missing_ok=True)
            (self.path / LOCK).unlink(missing_ok=True)
            for folder in (self._chunks, self.path / ROWS, self.path):
                if folder.is_dir():
                    folder.rmdir()
        return True

    def write_run(self, done: int, *, complete: bool, stopped: bool = False) -> None:
        """Write `run.json`. Raises OSError."""
        content = {
            "command": self._study.command,
            "run": self._run,
            "range": {"unit": self._study.unit, "first": self._study.first, "count": self._study.count},
            "finished": {self._study.unit: done, "complete": complete} | ({"stopped": True} if stopped else {}),
            "tables": self._tables,
            "code": code_version(),
            "versions": {"python": platform.python_version()} | {name: package_version(name) for name in _PACKAGES},
        }
        text = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
        write_whole(self.path / RUN_FILE, text.encode("utf-8"))

    def _differences(self, held: Mapping[str, Any]) -> list[str]:
        """What of a `run.json` differs from this run."""
        commands = [" ".join(str(command).split()[:2]) for command in (held["command"], self._study.command)]
        if commands[0] != commands[1]:
            return [f"of {commands[0]}, now {commands[1]}"]
        found = differences(held["run"], self._run)
        if not found and held["code"] != code_version():
            found.append(f"by sise {held['code']}, now {code_version()}")
        return found

    def _read(self, chunk: Chunk, path: Path) -> Content:
        """A chunk file of this run with the files that belong to it. Raises ChunkError."""
        content = read_chunk(path)
        if content.run != self._id:
            raise ChunkError("it is of another run")
        if Chunk(content.first, content.count) != chunk:
            raise ChunkError(f"it holds {content.name}")
        first, count = self._study.first, self._study.count
        if chunk.first < first or chunk.end > first + count:
            raise ChunkError("it lies outside the run")
        for name, (size, digest) in content.files.items():
            try:
                data = (self.path / name).read_bytes()
            except OSError as error:
                raise ChunkError(f"{name}: {error.strerror or error}") from None
            if len(data) != size or hashlib.sha256(data).hexdigest() != digest:
                raise ChunkError(f"{name} is damaged")
        return content

    def _chunk_files(self) -> list[tuple[Chunk, Path]]:
        return chunk_files(self.path)

    def _remove(self, path: Path) -> None:
        """Take away a chunk or row file. Raises DirectoryError."""
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise DirectoryError(f"cannot remove {path}: {error.strerror or error}") from error

    def _remove_tables(self) -> None:
        try:
            names = table_names(read_run(self.path))
        except (OSError, ValueError, KeyError, TypeError):
            names = [path.name for path in self.path.glob("*.parquet")]
        for name in names:
            (self.path / name).unlink(missing_ok=True)

    def _remove_finished(self) -> None:
        for _, path in self._chunk_files():
            path.unlink()
        for path in (self.path / ROWS).glob(ROW_FILES):
            path.unlink()
        with suppress(OSError):  # something else lies in it
            (self.path / ROWS).rmdir()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise DirectoryError(f"cannot write to {self.path}: {error.strerror or error}") from error


def resume_command(command: str, folder: Path) -> str:
    """The command that goes on with the run of a directory."""
    return f"{command} --out {shlex.quote(str(folder))}"


def read_run(folder: Path) -> dict[str, Any]:
    """The content of a `run.json`. Raises OSError, or ValueError where it is none."""
    try:
        content = json.loads((folder / RUN_FILE).read_text(encoding="utf-8"))
    except RecursionError:
        raise ValueError("nested too deep") from None
    if not isinstance(content, dict):
        raise ValueError("no object")
    return content


def table_names(content: Mapping[str, Any]) -> list[str]:
    """The tables that a `run.json` names; names of anything else are left out. Raises KeyError or TypeError."""
    return [name for name in content["tables"] if isinstance(name, str) and _TABLE_NAME.fullmatch(name)]


def read_chunk(path: Path) -> Content:
    """The content of a chunk file. Raises ChunkError."""
    try:
        return decode(path.read_bytes())
    except OSError as error:
        raise ChunkError(error.strerror or str(error)) from None


def chunk_files(folder: Path) -> list[tuple[Chunk, Path]]:
    """The ranges and paths of the files in `chunks/`, by their names alone, the largest first."""
    found = []
    for path in (folder / CHUNKS).iterdir() if (folder / CHUNKS).is_dir() else ():
        match = _CHUNK_NAME.fullmatch(path.name)
        if match is not None and int(match[2]) >= int(match[1]):
            found.append((Chunk(int(match[1]), int(match[2]) - int(match[1]) + 1), path))
    return sorted(found, key=lambda each: (-each[0].count, each[0].first, each[1].name))


def _finished(folder: Path) -> Iterator[Path]:
    return (path for path in folder.iterdir() if not path.name.endswith(".unfinished"))
