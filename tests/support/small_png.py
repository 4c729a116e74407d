"""Write small PNG files: rows are filtered as they compress best, and pictures for documents may have 256 colours at most."""

import struct
import zlib
from pathlib import Path

import numpy as np
import pygame
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
MAX_COLOURS = 256


def save_small_png(surface: pygame.Surface, path: Path, with_palette: bool = False) -> None:
    """Write a picture. With a palette the rarest of its colours become the nearest of the others."""
    w, h = surface.get_size()
    pixels = np.frombuffer(pygame.image.tobytes(surface, "RGB"), np.uint8).reshape(h, w, 3)
    if with_palette:
        palette, numbers = reduced_colours(pixels)
        parts = [_part(b"PLTE", palette.tobytes()), _part(b"IDAT", zlib.compress(_unfiltered(numbers), 9))]
    else:
        parts = [_part(b"IDAT", min((zlib.compress(lines, 9) for lines in (_unfiltered(pixels), _filtered(pixels))), key=len))]
    head = struct.pack(">IIBBBBB", w, h, 8, 3 if with_palette else 2, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + _part(b"IHDR", head) + b"".join(parts) + _part(b"IEND", b""))


def _part(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _unfiltered(pixels: Bytes) -> bytes:
    h = pixels.shape[0]
    return np.concatenate((np.zeros((h, 1), np.uint8), pixels.reshape(h, -1)), axis=1).tobytes()


def _filtered(pixels: Bytes) -> bytes:
    """Return the rows, each by the filter whose differences are the smallest (none, left, above, or Paeth's)."""
    h, w, depth = pixels.shape
    here = pixels.reshape(h, w * depth).astype(np.int16)
    above = np.vstack((np.zeros((1, w * depth), np.int16), here[:-1]))
    left = np.hstack((np.zeros((h, depth), np.int16), here[:, :-depth]))
    corner = np.hstack((np.zeros((h, depth), np.int16), above[:, :-depth]))
    by = left + above - corner
    to_left, to_above, to_corner = abs(by - left), abs(by - above), abs(by - corner)
    paeth = np.where((to_left <= to_above) & (to_left <= to_corner), left, np.where(to_above <= to_corner, above, corner))
    tried = [((here - guess) & 255).astype(np.uint8) for guess in (np.zeros_like(here), left, above, paeth)]
    costs = np.stack([np.minimum(rows, 256 - rows.astype(np.int16)).sum(axis=1) for rows in tried])
    best = costs.argmin(axis=0)
    numbers = np.array((0, 1, 2, 4), np.uint8)
    return b"".join(bytes((numbers[one],)) + tried[one][row].tobytes() for row, one in enumerate(best))


def reduced_colours(pixels: Bytes) -> tuple[Bytes, Bytes]:
    """Return 256 colours at most, and the number of one for each pixel."""
    flat = pixels.reshape(-1, 3).astype(np.uint32)
    codes = flat[:, 0] << 16 | flat[:, 1] << 8 | flat[:, 2]
    colours, inverse, counts = np.unique(codes, return_inverse=True, return_counts=True)
    kept = np.sort(np.argsort(counts)[::-1][:MAX_COLOURS])
    palette = np.stack((colours[kept] >> 16, colours[kept] >> 8 & 255, colours[kept] & 255), axis=1).astype(np.int32)
    nearest = np.empty(len(colours), np.uint8)
    for at in range(0, len(colours), 4096):
        some = colours[at:at + 4096]
        parts = np.stack((some >> 16, some >> 8 & 255, some & 255), axis=1).astype(np.int32)
        nearest[at:at + 4096] = ((parts[:, None, :] - palette[None, :, :]) ** 2).sum(axis=2).argmin(axis=1)
    return palette.astype(np.uint8), nearest[inverse].reshape(pixels.shape[:2])
