#pragma once

// Word match: what menus and the palette find by what was typed. Every word must be in one of an entry's texts: whole, as its
// beginning, inside, as the pinyin of Chinese characters ("dctx"), or letters of words that follow each other ("exfi" in
// "Export figure"). What is called so, also in pinyin, is better than what begins so, then what has a word that begins so, then
// all that only has the words.

#include <QStringList>

namespace app {

/// 0: not found; a better answer has more. No words find everything. `names` are what it is called, in each language; it is found
/// by `texts` too.
int matchScore(const QString& wanted, const QStringList& names, const QStringList& texts = {});

} // namespace app
