#!/usr/bin/env python3
"""Writes app/base/pinyin_table.cpp: the letters that the readings of each character of GB 2312 begin with.

    pip install pypinyin
    python3 tools/pinyin.py
"""
import pathlib

from pypinyin import Style, pinyin

WIDTH = 56  # characters a line

HEAD = """// Made by tools/pinyin.py: for each letter the characters of GB 2312 of which a reading begins with it.

#include "app/base/pinyin.h"

namespace app {

const PinyinRow pinyinTable[] = {
"""


def characters():
    for high in range(0xB0, 0xF8):
        for low in range(0xA1, 0xFF):
            try:
                yield bytes([high, low]).decode("gb2312")
            except UnicodeDecodeError:
                pass


def main():
    rows = {}
    for character in characters():
        for reading in pinyin(character, style=Style.FIRST_LETTER, heteronym=True)[0]:
            rows.setdefault(reading, []).append(character)
    out = HEAD
    for letter in sorted(row for row in rows if row.isascii() and row.isalpha()):
        text = "".join(rows[letter])
        lines = [text[at : at + WIDTH] for at in range(0, len(text), WIDTH)]
        out += f"    {{u'{letter}',\n" + "\n".join(f'        u"{line}"' for line in lines) + "},\n"
    out += "    {},\n};\n\n} // namespace app\n"
    (pathlib.Path(__file__).parent.parent / "app/base/pinyin_table.cpp").write_text(out)


if __name__ == "__main__":
    main()
