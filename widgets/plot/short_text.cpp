#include "widgets/plot/short_text.h"

#include <algorithm>

namespace widgets {

QString cutAtEnd(const QString& text, qsizetype letters)
{
    return text.size() > letters ? text.left(std::max<qsizetype>(0, letters - 1)) + QStringLiteral("…") : text;
}

QString cutAtStart(const QString& text, qsizetype letters)
{
    if (text.size() <= letters)
        return text;
    const QString end = text.right(std::max<qsizetype>(0, letters));
    const qsizetype space = end.indexOf(QLatin1Char(' '));
    return QStringLiteral("…") + (space >= 0 && space + 1 < end.size() ? end.mid(space + 1) : end);
}

} // namespace widgets
