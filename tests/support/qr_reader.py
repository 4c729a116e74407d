"""Read a QR code from its modules, by the standard and not by the library that makes them: versions 1 to 6 at level M.

Nothing is repaired: a module that is wrong makes a syndrome that is not zero, and the code is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

BLOCKS = {1: (10, (16,)), 2: (16, (28,)), 3: (26, (44,)), 4: (18, (32, 32)), 5: (24, (43, 43)), 6: (16, (27, 27, 27, 27))}
"""For each version the check bytes of a block, and the data bytes of its blocks, at level M."""
MASKS = (lambda y, x: (y + x) % 2, lambda y, x: y % 2, lambda y, x: x % 3, lambda y, x: (y + x) % 3,
         lambda y, x: (y // 2 + x // 3) % 2, lambda y, x: y * x % 2 + y * x % 3, lambda y, x: (y * x % 2 + y * x % 3) % 2,
         lambda y, x: ((y + x) % 2 + y * x % 3) % 2)
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"

Modules = Sequence[Sequence[bool]]


def read_qr(modules: Modules) -> str:
    """Return the text of a QR code, line by line True for dark. Raises ValueError."""
    size = len(modules)
    version = (size - 17) // 4
    if version not in BLOCKS or size != 4 * version + 17:
        raise ValueError(f"{size} modules are not a code that is read here")
    around = [(8, x) for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [(y, 8) for y in (7, 5, 4, 3, 2, 1, 0)]
    shape = _number(modules[y][x] for y, x in around) ^ 0b101010000010010
    if any(_remainder(shape)) or shape >> 13 != 0b00:
        raise ValueError("the format is damaged, or not level M")
    mask = MASKS[shape >> 10 & 7]
    bits = [modules[y][x] != (mask(y, x) == 0) for y, x in _path(size, version)]
    stream = [_number(bits[at:at + 8]) for at in range(0, len(bits) // 8 * 8, 8)]
    return _text_of(_data_of(stream, version))


def _number(bits: Iterator[bool] | Sequence[bool]) -> int:
    number = 0
    for bit in bits:
        number = number << 1 | bool(bit)
    return number


def _remainder(shape: int) -> list[int]:
    """Return what is left of the fifteen bits of the format by their check; empty where they are whole."""
    for place in range(14, 9, -1):
        if shape >> place & 1:
            shape ^= 0b10100110111 << place - 10
    return [shape] if shape else []


def _path(size: int, version: int) -> Iterator[tuple[int, int]]:
    """Yield the modules that hold data, in the order in which they do."""
    corner = size - 7
    upwards = True
    for right in (*range(size - 1, 6, -2), *range(5, 0, -2)):
        for y in range(size - 1, -1, -1) if upwards else range(size):
            for x in (right, right - 1):
                finder = (y < 9 and (x < 9 or x > size - 9)) or (y > size - 9 and x < 9)
                aligned = version > 1 and abs(y - corner) <= 2 and abs(x - corner) <= 2
                if not (finder or aligned or y == 6 or x == 6):
                    yield y, x
        upwards = not upwards


def _data_of(stream: list[int], version: int) -> bytes:
    check, sizes = BLOCKS[version]
    count = len(sizes)
    total = sum(sizes)
    data = [stream[number:total:count] for number in range(count)]
    checks = [stream[total + number:total + count * check:count] for number in range(count)]
    for block, rest in zip(data, checks, strict=True):
        if any(_syndromes([*block, *rest], check)):
            raise ValueError("a module is wrong")
    return bytes(byte for block in data for byte in block)


def _syndromes(block: list[int], count: int) -> list[int]:
    found, root = [], 1
    for _ in range(count):
        value = 0
        for byte in block:
            value = _times(value, root) ^ byte
        found.append(value)
        root = _times(root, 2)
    return found


def _times(one: int, other: int) -> int:
    """Multiply in the field of 256 elements."""
    product = 0
    while other:
        product ^= one if other & 1 else 0
        one = one << 1 ^ (0b100011101 if one & 0x80 else 0)
        other >>= 1
    return product


def _text_of(data: bytes) -> str:
    bits = "".join(f"{byte:08b}" for byte in data)
    mode, rest = bits[:4], bits[4:]
    if mode == "0010":
        count, rest = int(rest[:9], 2), rest[9:]
        text = ""
        while len(text) < count:
            width = 11 if count - len(text) > 1 else 6
            number, rest = int(rest[:width], 2), rest[width:]
            text += LETTERS[number // 45] + LETTERS[number % 45] if width == 11 else LETTERS[number]
        return text
    if mode == "0100":
        count, rest = int(rest[:8], 2), rest[8:]
        return bytes(int(rest[8 * at:8 * at + 8], 2) for at in range(count)).decode("utf-8")
    raise ValueError(f"mode {mode} is not read here")
