#include "widgets/figure/first_sentences.h"

#include "widgets/plot/quoted.h"

#include <QRegularExpression>

namespace widgets {

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

} // namespace widgets
