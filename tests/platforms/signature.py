"""Checks what macOS checks before it runs a program for arm64: a signature that covers each page of it, as it is now.

usage: signature.py PROGRAM arm64|x86_64
"""

import hashlib
import struct
import sys

PROCESSORS = {"x86_64": 0x01000007, "arm64": 0x0100000C}
LC_LOAD_DYLIB, LC_CODE_SIGNATURE = 0xC, 0x1D
SUPER_BLOB, CODE_DIRECTORY = 0xFADE0CC0, 0xFADE0C02


def commands(data):
    magic, processor, _, kind, count, _, _, _ = struct.unpack_from("<8I", data)
    assert magic == 0xFEEDFACF and kind == 2, "no 64-bit program of macOS"
    at, found = 32, []
    for _ in range(count):
        command, size = struct.unpack_from("<2I", data, at)
        found.append((command & 0x7FFFFFFF, data[at : at + size]))
        at += size
    return processor, found


def check_pages(data, place):
    start, _ = place
    magic, _, count = struct.unpack_from(">3I", data, start)
    assert magic == SUPER_BLOB, "no signature where it should be"
    for index in range(count):
        _, offset = struct.unpack_from(">2I", data, start + 12 + 8 * index)
        directory = start + offset
        fields = struct.unpack_from(">9I4B", data, directory)
        if fields[0] != CODE_DIRECTORY:
            continue
        hashes, slots, limit = directory + fields[4], fields[7], fields[8]
        size, kind, page = fields[9], fields[10], 1 << fields[12]
        assert (size, kind) == (32, 2), "pages are not hashed with SHA-256"
        assert limit == start, f"it covers {limit} bytes and not the {start} before it"
        assert slots == -(-limit // page), "pages are missing"
        for slot in range(slots):
            content = data[slot * page : min((slot + 1) * page, limit)]
            wanted = data[hashes + slot * size : hashes + (slot + 1) * size]
            assert hashlib.sha256(content).digest() == wanted, f"page {slot} has changed since it was signed"
        return slots
    raise AssertionError("the signature covers no code")


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    processor, found = commands(data)
    assert processor == PROCESSORS[sys.argv[2]], f"for processor {processor:#x}"
    libraries = [
        body[struct.unpack_from("<I", body, 8)[0] :].split(b"\0")[0].decode()
        for command, body in found
        if command == LC_LOAD_DYLIB
    ]
    # Those that every macOS has.
    strange = [name for name in libraries if not name.startswith(("/usr/lib/", "/System/Library/"))]
    assert libraries and not strange, f"needs {strange or 'no library at all'}"
    places = [struct.unpack_from("<2I", body, 8) for command, body in found if command == LC_CODE_SIGNATURE]
    if not places:
        assert sys.argv[2] != "arm64", "macOS runs no program for arm64 that is not signed"
        print(f"no signature, needs {', '.join(libraries)}")
        return
    print(f"signed, {check_pages(data, places[0])} pages, needs {', '.join(libraries)}")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, struct.error) as error:
        sys.exit(f"{sys.argv[1]}: {error}")
