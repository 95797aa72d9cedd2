#include "app/base/error_text.h"

#include "widgets/figure/choice_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace app {

QString coreText(std::string_view english) { return widgets::coreText(std::string(english)); }

QString errorText(const core::Error::Parts& parts)
{
    core::Error::Parts translated = parts;
    translated.where = coreText(parts.where).toStdString();
    translated.problem = coreText(parts.problem).toStdString();
    translated.expected.clear();
    translated.found.clear();
    const QString line = QString::fromUtf8(core::Error(translated).what());

    // Only the values are printed here, through the same filter for control characters.
    const auto value = [](const std::string& text) { return QString::fromUtf8(core::Error({.problem = text}).what()); };
    // Where they are words and not values they are marked and translated, too.
    const QString expected = value(coreText(parts.expected).toStdString());
    const QString found = value(coreText(parts.found).toStdString());
    if (!expected.isEmpty() && !found.isEmpty())
        return QCoreApplication::translate("errors", "%1 (expected %2, found %3)").arg(line, expected, found);
    if (!expected.isEmpty())
        return QCoreApplication::translate("errors", "%1 (expected %2)").arg(line, expected);
    if (!found.isEmpty())
        return QCoreApplication::translate("errors", "%1 (found %2)").arg(line, found);
    return line;
}

} // namespace app
