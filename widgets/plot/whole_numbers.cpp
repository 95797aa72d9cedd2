#include "widgets/plot/whole_numbers.h"

#include <QRegularExpression>
#include <QTextBoundaryFinder>

namespace widgets {

namespace {

constexpr char16_t joiner = 0x2060;

} // namespace

std::vector<qsizetype> breaksInNumbers(const QString& text)
{
    static const QRegularExpression number(
        QStringLiteral("\\d+(?:[.,]\\d+)*(?:\\s×\\s10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?(?:\\s?%)?"), QRegularExpression::UseUnicodePropertiesOption);
    std::vector<qsizetype> breaks;
    QTextBoundaryFinder lines(QTextBoundaryFinder::Line, text);
    for (const QRegularExpressionMatch& match : number.globalMatch(text))
        for (qsizetype at = match.capturedStart() + 1; at < match.capturedEnd(); ++at) {
            lines.setPosition(at);
            if (lines.isAtBoundary())
                breaks.push_back(at);
        }
    return breaks;
}

QString joinedAt(const std::vector<qsizetype>& breaks, const QString& text, qsizetype from, qsizetype to)
{
    QString joined;
    for (const qsizetype at : breaks) {
        if (at <= from || at >= to)
            continue;
        joined.append(QStringView(text).mid(from, at - from));
        if (joined.back().isSpace()) // a joiner behind it keeps nothing together, and rich text knows this one alone
            joined.back() = QChar::Nbsp;
        else
            joined.append(QChar(joiner));
        from = at;
    }
    return joined.append(QStringView(text).mid(from, to - from));
}

qsizetype joinersIn(QStringView text) { return text.count(QChar(joiner)); }

} // namespace widgets
