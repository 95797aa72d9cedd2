#pragma once

// Pinyin: Chinese texts are found by the letters that their readings begin with: "dctx" in "导出图形". A character with several
// readings has the letters of all.

#include <QString>

namespace app {

/// A row of the table: a letter and the characters of which a reading begins with it.
struct PinyinRow
{
    char16_t letter = 0; // 0: the end of the table
    const char16_t* characters = nullptr;
};
extern const PinyinRow pinyinTable[]; // pinyin_table.cpp

/// "zc" of 重 and its like; empty for what is no Chinese character of the table.
QString pinyinLetters(QChar character);

/// Where characters that follow each other in `text` have these letters, in lower case; −1: nowhere.
qsizetype indexOfPinyin(const QString& text, const QString& letters);

} // namespace app
