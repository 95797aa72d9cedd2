#include "widgets/figure/error_text.h"

#include "widgets/figure/choice_text.h"

#include <QCoreApplication>

namespace widgets {

namespace {

/// Through the filter of errors for control characters.
QString printable(const QString& text) { return QString::fromUtf8(core::Error({.problem = text.toStdString()}).what()); }

} // namespace

QString errorText(const core::Error::Parts& parts)
{
    QString line;
    for (const QString& part : {QString::fromStdString(parts.file), coreText(parts.where), coreText(parts.problem)})
        if (!part.isEmpty())
            line = line.isEmpty() ? printable(part)
                                  : QCoreApplication::translate("errors", "%1: %2").arg(line, printable(part));
    // Where they are words and not values they are marked and translated, too.
    const QString expected = printable(coreText(parts.expected)), found = printable(coreText(parts.found));
    if (!expected.isEmpty() && !found.isEmpty())
        return QCoreApplication::translate("errors", "%1 (expected %2, found %3)").arg(line, expected, found);
    if (!expected.isEmpty())
        return QCoreApplication::translate("errors", "%1 (expected %2)").arg(line, expected);
    if (!found.isEmpty())
        return QCoreApplication::translate("errors", "%1 (found %2)").arg(line, found);
    return line;
}

} // namespace widgets
