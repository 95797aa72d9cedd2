#pragma once

// Whether a place of a text is quoted: the end of what is quoted is none of the sentence around it.

#include <QStringView>

namespace widgets {

/// Between “ and ”.
inline bool isQuoted(QStringView text, qsizetype at)
{
    const QStringView before = text.left(at);
    return before.count(u'“') > before.count(u'”');
}

} // namespace widgets
