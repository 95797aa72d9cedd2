#include "widgets/plot/visible_token.h"

#include <QTextBoundaryFinder>

#include <algorithm>

namespace widgets {

namespace {

constexpr QChar firstStrongIsolate(0x2068), popDirectionalIsolate(0x2069), dottedCircle(0x25cc);

/// A joiner or non-joiner between letters is how a script, or a picture of several, is written.
bool joins(const QString& text, qsizetype i)
{
    const bool isJoiner = text[i] == QChar(0x200c) || text[i] == QChar(0x200d);
    const auto isWritten = [&](qsizetype at) { return at >= 0 && at < text.size() && text[at].isPrint() && !text[at].isSpace(); };
    return isJoiner && isWritten(i - 1) && isWritten(i + 1);
}

/// At most so many code units, whole letters with their marks.
QString shortened(const QString& text, int maxLetters)
{
    if (text.size() <= maxLetters)
        return text;
    QTextBoundaryFinder letters(QTextBoundaryFinder::Grapheme, text);
    letters.setPosition(maxLetters - 1);
    const qsizetype keep = letters.isAtBoundary() ? maxLetters - 1 : letters.toPreviousBoundary();
    return text.left(std::max<qsizetype>(0, keep)) + QChar(0x2026);
}

} // namespace

QString visibleToken(const QString& token, int maxLetters)
{
    QString text = token;
    const bool isBlank = std::all_of(text.begin(), text.end(), [](QChar c) { return c.isSpace(); });
    if (!isBlank && text.startsWith(QLatin1Char(' ')))
        text.remove(0, 1);
    QString result;
    if (!text.isEmpty() && text[0].isMark()) // what it is a mark of is in the token before
        result += dottedCircle;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (c == QLatin1Char('\n'))
            result += QChar(0x23ce);
        else if (c == QLatin1Char('\t'))
            result += QChar(0x21e5);
        else if (c.isSpace() && (isBlank || c != QLatin1Char(' ')))
            result += QChar(0x2423);
        else if ((c.category() == QChar::Other_Control || c.category() == QChar::Other_Format) && !joins(text, i))
            result += QStringLiteral("\\x") + QString::number(c.unicode(), 16).rightJustified(2, QLatin1Char('0'));
        else
            result += c;
    }
    if (result.endsWith(QLatin1Char(' ')))
        result.replace(result.size() - 1, 1, QChar(0x2423));
    result = shortened(result, maxLetters);
    const auto runsLeft = [](QChar c) { return c.direction() == QChar::DirR || c.direction() == QChar::DirAL; };
    // The words and numbers around it keep their order.
    return std::any_of(result.begin(), result.end(), runsLeft) ? firstStrongIsolate + result + popDirectionalIsolate : result;
}

QString withoutIsolates(QString text) { return text.remove(firstStrongIsolate).remove(popDirectionalIsolate); }

} // namespace widgets
