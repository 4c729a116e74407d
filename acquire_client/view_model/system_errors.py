"""What the operating system says of an error, in the language of a person: known by its number or by the text of the system."""

from __future__ import annotations

import errno
import os

from acquire_client.language import Words, message

_BY_NUMBER = {
    errno.ENOENT: message("No such file or directory"),
    errno.EACCES: message("Permission denied"),
    errno.EPERM: message("Operation not permitted"),
    errno.ENOSPC: message("No space left on device"),
    errno.EROFS: message("Read-only file system"),
    errno.ENOTDIR: message("Not a directory"),
    errno.EISDIR: message("Is a directory"),
    errno.EEXIST: message("File exists"),
    errno.ENAMETOOLONG: message("File name too long"),
    errno.EIO: message("Input/output error"),
    errno.EMFILE: message("Too many open files"),
    errno.EPIPE: message("Broken pipe"),
    errno.ECONNREFUSED: message("Connection refused"),
    errno.ECONNRESET: message("Connection reset by peer"),
    errno.ECONNABORTED: message("Software caused connection abort"),
    errno.ETIMEDOUT: message("Connection timed out"),
    errno.ENETDOWN: message("Network is down"),
    errno.ENETUNREACH: message("Network is unreachable"),
    errno.EHOSTUNREACH: message("No route to host"),
    errno.EADDRINUSE: message("Address already in use"),
    errno.EADDRNOTAVAIL: message("Cannot assign requested address"),
}
_WITHOUT_NUMBER = (
    message("timed out"),
    message("Name or service not known"),
    message("nodename nor servname provided, or not known"),
    message("No address associated with hostname"),
    message("Temporary failure in name resolution"),
)
"""Python's own, and those that the systems have for names of machines."""
_BY_TEXT = {os.strerror(number): text for number, text in _BY_NUMBER.items() if "unknown" not in os.strerror(number).lower()} | {
    text: text for text in _WITHOUT_NUMBER}
"""Systems differ in their texts. Those of Windows for the network are in the language of its owner, and stay as they are."""


def system_error_text(number: int, words: Words) -> str:
    """Return what an error of the system with this number is."""
    return words.translate(_BY_NUMBER.get(number, message("error {number} of the system")), number=number)


def translate_system_text(text: str, words: Words) -> str:
    """Return a text of the system in this language, and any other text as it is."""
    return words.translate(_BY_TEXT[text]) if text in _BY_TEXT else text
