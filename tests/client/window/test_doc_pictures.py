"""The pictures of the documents are those of the table in `doc_pictures`, small, and each is shown in a document."""

import re
from pathlib import Path

import pygame
import pytest

from .doc_pictures import FOLDER, MAX_BYTES, MAX_BYTES_OF_ALL, PICTURES, SIZE
from .screens import SCREENS
from .story_strips import GAP, STRIPS
from .story_strips import MAX_BYTES as MAX_BYTES_OF_A_STRIP
from .story_strips import SIZE as STRIP_SIZE

ROOT = FOLDER.parents[2]


def test_each_picture_of_the_table_is_there_and_no_other() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {*PICTURES, *STRIPS}
    assert {scene for scene, _ in PICTURES.values()} <= set(SCREENS)
    pictures = [FOLDER / f"{name}.png" for name in PICTURES]
    sizes = [path.stat().st_size for path in pictures]
    assert max(sizes) <= MAX_BYTES and sum(sizes) <= MAX_BYTES_OF_ALL
    assert all(pygame.image.load(str(path)).get_size() == SIZE for path in pictures)


def test_each_strip_has_the_pictures_of_its_story() -> None:
    for name, pictures in STRIPS.items():
        path = FOLDER / f"{name}.png"
        assert path.stat().st_size <= MAX_BYTES_OF_A_STRIP
        assert pygame.image.load(str(path)).get_size() == (STRIP_SIZE[0], len(pictures) * (STRIP_SIZE[1] + GAP) - GAP)


def test_each_picture_is_shown_in_a_document() -> None:
    documents = [ROOT / "README.md", *FOLDER.parent.glob("*.md")]
    shown = {name for path in documents for name in re.findall(r"screens/([\w-]+)\.png", path.read_text("utf-8"))}
    assert shown == {*PICTURES, *STRIPS}


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
