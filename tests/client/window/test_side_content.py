"""What has the panel beside the board, where several things want it at once; no window is needed to know."""

import pytest

from acquire_client.window.table_view.side_content import SideContent, side_content


@pytest.mark.parametrize(("hints", "stage", "auctions", "typing", "content"), [
    (False, False, False, False, SideContent.LOG),
    (False, False, False, True, SideContent.LOG),
    (False, False, True, False, SideContent.AUCTIONS),
    (False, True, False, False, SideContent.STAGE),
    (False, True, True, False, SideContent.STAGE),
    (True, True, True, False, SideContent.HINTS),
    (True, False, False, False, SideContent.HINTS),
    (False, True, False, True, SideContent.LOG),
    (False, False, True, True, SideContent.LOG),
    (True, True, False, True, SideContent.HINTS),
])
def test_hints_come_first_and_what_comes_by_itself_waits_for_who_types(hints: bool, stage: bool, auctions: bool, typing: bool,
                                                                       content: SideContent) -> None:
    assert side_content(is_hinting=hints, has_stage=stage, has_auctions=auctions, is_typing=typing) is content
