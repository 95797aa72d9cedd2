#pragma once

// Word match: what menus and the palette find by what was typed. Every word must be in one of an entry's texts: whole, as its
// beginning, inside, as the pinyin of Chinese characters ("dctx"), or letters of words that follow each other ("exfi" in
// "Export figure").

#include <QStringList>

namespace app {

/// 0: not found; a better answer has more. No words find everything.
int matchScore(const QString& wanted, const QStringList& texts);

} // namespace app
