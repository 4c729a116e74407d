"""The pictures of the documents are those of the table in `doc_pictures`, small, and each is shown in a document."""

import re
from pathlib import Path

import pygame
import pytest

from .doc_pictures import FOLDER, MAX_BYTES, MAX_BYTES_OF_ALL, PICTURES, SIZE
from .screens import SCREENS

ROOT = FOLDER.parents[2]


def test_each_picture_of_the_table_is_there_and_no_other() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(PICTURES)
    assert {scene for scene, _ in PICTURES.values()} <= set(SCREENS)
    sizes = [path.stat().st_size for path in FOLDER.iterdir()]
    assert max(sizes) <= MAX_BYTES and sum(sizes) <= MAX_BYTES_OF_ALL
    assert all(pygame.image.load(str(path)).get_size() == SIZE for path in FOLDER.iterdir())


def test_each_picture_is_shown_in_a_document() -> None:
    documents = [ROOT / "README.md", *FOLDER.parent.glob("*.md")]
    shown = {name for path in documents for name in re.findall(r"screens/([\w-]+)\.png", path.read_text("utf-8"))}
    assert shown == set(PICTURES)


@pytest.mark.parametrize("with_palette", [False, True])
def test_a_small_picture_is_the_same_picture(tmp_path: Path, with_palette: bool) -> None:
    pytest.importorskip("numpy", reason="NumPy is not installed: pip install 'acquire-p2p[rl]'")
    from tests.support.small_png import save_small_png

    picture = pygame.Surface((37, 23), 0, 32)
    for x in range(37):
        for y in range(23):
            picture.set_at((x, y), (7 * (x % 9), 200 if y > x else 40, (x + y) % 3 * 100))
    save_small_png(picture, tmp_path / "small.png", with_palette)
    again = pygame.image.load(str(tmp_path / "small.png"))
    assert pygame.image.tobytes(again, "RGB") == pygame.image.tobytes(picture, "RGB")
