#include "widgets/figure/sentences.h"

#include <QCoreApplication>

namespace widgets {

QString joinedSentences(const QStringList& sentences)
{
    QString joined;
    for (const QString& sentence : sentences)
        if (!sentence.isEmpty())
            joined = joined.isEmpty() ? sentence
                                      : QCoreApplication::translate("sentences", "%1 %2", "two sentences").arg(joined, sentence);
    return joined;
}

} // namespace widgets
