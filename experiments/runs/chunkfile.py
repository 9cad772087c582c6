"""Chunk files: the exact counts of a range of units, with a checksum.

A file is a line that names the format, a line of JSON (the run it belongs to, the range, name, type and shape of each
array, size and digest of other files that belong to it), the arrays one after the other, compressed by zlib, and
the SHA-256 of all that.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

MAGIC: Final = b"sise chunk 1\n"
_LEVEL: Final = 1
_DIGEST: Final = 32
_KINDS: Final = "iub"
"""Kinds of arrays: integers with and without a sign, and booleans."""
_DTYPE: Final = re.compile(r"[<|][iub][1248]")
_MOST_BYTES: Final = 1 << 32


class ChunkError(Exception):
    """A file that is no chunk of the run; the message says why."""


@dataclass(frozen=True)
class Content:
    """What a chunk file holds. `files` are other files of the directory that belong to it: name -> (bytes, SHA-256)."""

    run: str
    first: int
    count: int
    arrays: Mapping[str, NDArray[Any]]
    files: Mapping[str, tuple[int, str]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of the file: its first and its last unit."""
        return chunk_name(self.first, self.count)


def chunk_name(first: int, count: int) -> str:
    """The name of the file of a range."""
    return f"{first}-{first + count - 1}"


def encode(content: Content) -> bytes:
    """The bytes of the file. Raises TypeError for arrays other than of integers or booleans."""
    rows, parts = [], []
    for name, array in content.arrays.items():
        if array.dtype.kind not in _KINDS:
            raise TypeError(f"counts {name} are {array.dtype}; expected integers or booleans")
        little = np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
        rows.append([name, little.dtype.str, list(array.shape)])
        parts.append(little.tobytes())
    header = {
        "run": content.run,
        "first": content.first,
        "count": content.count,
        "arrays": rows,
        "files": {name: list(row) for name, row in content.files.items()},
    }
    line = json.dumps(header, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"
    body = MAGIC + line + zlib.compress(b"".join(parts), _LEVEL)
    return body + hashlib.sha256(body).digest()


def decode(data: bytes) -> Content:
    """Read the bytes of a file. Raises ChunkError."""
    body, digest = data[:-_DIGEST], data[-_DIGEST:]
    if not body.startswith(MAGIC):
        raise ChunkError("it is no chunk file")
    if hashlib.sha256(body).digest() != digest:
        raise ChunkError("its checksum is wrong: it is damaged or cut off")
    line, _, packed = body[len(MAGIC) :].partition(b"\n")
    try:
        header = json.loads(line)
        shapes = [(str(name), _kind(text), _shape(shape)) for name, text, shape in header["arrays"]]
        arrays = _arrays(shapes, packed)
        files = {_inside(name): (int(size), str(digest)) for name, (size, digest) in header["files"].items()}
        return Content(str(header["run"]), int(header["first"]), int(header["count"]), arrays, files)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError, zlib.error) as error:
        raise ChunkError(f"its content is none of a chunk ({type(error).__name__}: {error})") from None


def _inside(name: str) -> str:
    """A name of a file that lies in the run directory."""
    if ".." in PurePosixPath(name).parts or name.startswith("/"):
        raise ValueError(f"the file {name}")
    return name


def _kind(text: Any) -> np.dtype[Any]:
    if not _DTYPE.fullmatch(text):
        raise ValueError(f"an array of {text}")
    kind: np.dtype[Any] = np.dtype(text)
    return kind


def _shape(shape: Any) -> tuple[int, ...]:
    sizes = tuple(int(size) for size in shape)
    if any(size < 0 for size in sizes):
        raise ValueError("a negative size")
    return sizes


def _arrays(shapes: list[tuple[str, np.dtype[Any], tuple[int, ...]]], packed: bytes) -> dict[str, NDArray[Any]]:
    sizes = [kind.itemsize * math.prod(shape) for _, kind, shape in shapes]
    if sum(sizes) > _MOST_BYTES:
        raise ValueError(f"{sum(sizes)} bytes of counts")
    unpacker = zlib.decompressobj()
    content = unpacker.decompress(packed, sum(sizes) + 1)
    if len(content) != sum(sizes):
        raise ValueError(f"{len(content)} bytes of counts; expected {sum(sizes)}")
    arrays, at = {}, 0
    for (name, kind, shape), size in zip(shapes, sizes, strict=True):
        arrays[name] = np.frombuffer(content[at : at + size], kind).reshape(shape).astype(kind.newbyteorder("="))
        at += size
    return arrays
