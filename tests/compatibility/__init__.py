"""Files that older versions of this program wrote: a folder for each commit, named after it. They never change.

`expected.json` beside them holds what that version said of them. To keep the files of another version, check it out, let it write
them, and add its folder here.
"""
