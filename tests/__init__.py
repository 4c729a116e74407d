"""The tests, mirroring the packages.

Every folder here is a package, so that helpers are imported like any module (`from .reference_rules import …`, or from
another folder `from tests.core.reference_rules import …`) and files of different folders may share a name. A copy of this
folder runs against an installed wheel: what needs the source tree skips itself where there is none.
"""
