#pragma once

// TextWidths: how broad words are, each measured once. Shaping a line costs as much as drawing it, and a layout asks many times.

#include <QFont>
#include <QHash>
#include <QString>

#include <utility>

namespace widgets {

class TextWidths
{
public:
    /// The advance of the words in that font, in pixels.
    int of(const QFont& font, const QString& words);

private:
    QHash<std::pair<QFont, QString>, int> m_known;
};

} // namespace widgets
