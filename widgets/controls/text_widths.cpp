#include "widgets/controls/text_widths.h"

#include <QFontMetrics>

namespace widgets {

namespace {

constexpr qsizetype maxKept = 500; // words of one widget, in all the sizes that it has tried

} // namespace

int TextWidths::of(const QFont& font, const QString& words)
{
    const std::pair asked(font, words);
    const auto known = m_known.constFind(asked);
    if (known != m_known.cend())
        return *known;
    if (m_known.size() >= maxKept)
        m_known.clear();
    return *m_known.insert(asked, QFontMetrics(font).horizontalAdvance(words));
}

} // namespace widgets
