#include "widgets/figure/sentences.h"

#include "widgets/plot/theme.h"

#include <QCoreApplication>

namespace widgets {

namespace {

bool isHan(QChar c) { return c.script() == QChar::Script_Han; }
bool isLatin(QChar c) { return c.unicode() < 0x250 && c.isLetterOrNumber(); }

/// Between these no space is written.
bool endsHan(QChar c) { return isHan(c) || QStringView(u"”，。、：；！？）").contains(c); }
bool beginsHan(QChar c) { return isHan(c) || QStringView(u"“，。、：；！？（").contains(c); }

} // namespace

QString joinedSentences(const QStringList& sentences)
{
    QString joined;
    for (const QString& sentence : sentences)
        if (!sentence.isEmpty())
            joined = joined.isEmpty() ? sentence
                                      : QCoreApplication::translate("sentences", "%1 %2", "two sentences").arg(joined, sentence);
    return joined;
}

QString spacedSentence(const QString& sentence)
{
    if (currentScript() != Script::Han)
        return sentence;
    QString spaced;
    int quotes = 0;
    for (qsizetype i = 0; i < sentence.size(); ++i) {
        const QChar c = sentence[i], before = spaced.isEmpty() ? QChar() : spaced.back();
        const bool isInside = quotes > 0;
        quotes += c == u'“' ? 1 : c == u'”' ? -1 : 0;
        if (!isInside && c == u' ' && endsHan(before) && i + 1 < sentence.size() && beginsHan(sentence[i + 1]))
            continue;
        const bool endsLatin = isLatin(before) || before == u')'; // "前置 (Pre) 为"
        if (!isInside && ((isHan(before) && isLatin(c)) || (endsLatin && isHan(c))))
            spaced += u' ';
        spaced += c;
    }
    return spaced;
}

} // namespace widgets
