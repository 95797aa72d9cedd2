#include "widgets/figure/first_sentences.h"

#include "widgets/figure/sentences.h"
#include "widgets/plot/quoted.h"

#include <QRegularExpression>

#include <algorithm>

namespace widgets {

namespace {

constexpr qsizetype fewLetters = 24, fewHan = 10; // a beginning that is shorter names what is spoken of, and says nothing of it
const QString brackets[] = {QStringLiteral("()"), QStringLiteral("（）")};

bool isInBrackets(QStringView text, qsizetype at)
{
    const QStringView before = text.left(at);
    return std::ranges::any_of(brackets, [&](const QString& pair) { return before.count(pair[0]) > before.count(pair[1]); });
}

} // namespace

QString firstSentences(const QString& text, int most)
{
    static const QRegularExpression end(
        QStringLiteral("(?<=[.!?])\\s+(?=[\\p{Lu}“(\\d‖])|(?<=[。！？])"), QRegularExpression::UseUnicodePropertiesOption);
    int count = 0;
    for (auto matches = end.globalMatch(text); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        if (!isQuoted(text, match.capturedStart()) && ++count == most)
            return text.left(match.capturedStart());
    }
    return text;
}

QStringList endedAtClauses(const QString& sentence)
{
    static const QRegularExpression clause(QStringLiteral("[,;:](?= )| —(?= )|[，；：]"));
    static const QRegularExpression number(QStringLiteral("\\d")), semicolon(QStringLiteral("[;；]"));
    QStringList ended;
    for (auto matches = clause.globalMatch(sentence); matches.hasNext();) {
        const qsizetype at = matches.next().capturedStart();
        const bool isHan = sentence[at] > QChar(0x2fff), isComma = sentence[at] == u',' || sentence[at] == QChar(0xff0c);
        const QString beginning = sentence.left(at);
        const QString part = beginning.mid(beginning.lastIndexOf(semicolon) + 1);
        if (at >= (isHan ? fewHan : fewLetters) && !isQuoted(sentence, at) && !isInBrackets(sentence, at)
            && (!isComma || number.match(part).hasMatch()))
            ended.prepend(beginning + (isHan ? QChar(0x3002) : QChar(u'.')));
    }
    return ended;
}

QStringList endedWhereTheyFit(const QStringList& sentences, const std::function<bool(const QString& joined)>& fits)
{
    for (qsizetype count = sentences.size(); count > 0; --count) {
        QStringList shown = sentences.mid(0, count);
        QList<QStringList> shorter;
        for (const QString& one : std::as_const(shown))
            shorter << endedAtClauses(one);
        while (!fits(joinedSentences(shown))) {
            qsizetype longest = -1;
            for (qsizetype i = 0; i < count; ++i)
                if (!shorter[i].isEmpty() && (longest < 0 || shown[i].size() > shown[longest].size()))
                    longest = i;
            if (longest < 0)
                break;
            shown[longest] = shorter[longest].takeFirst();
        }
        if (fits(joinedSentences(shown)))
            return shown;
    }
    return {};
}

QString cutShorter(const QString& text)
{
    const qsizetype letters = (text.size() - (text.endsWith(QChar(0x2026)) ? 1 : 0)) * 19 / 20;
    const qsizetype word = letters > 0 ? text.lastIndexOf(QLatin1Char(' '), letters) : -1;
    return letters <= 1 ? QString() : text.left(word > letters / 2 ? word : letters) + QChar(0x2026);
}

} // namespace widgets
