#include "app/base/pinyin.h"

#include <QHash>
#include <QStringView>

namespace app {

QString pinyinLetters(QChar character)
{
    static const QHash<QChar, QString> all = [] {
        QHash<QChar, QString> letters;
        for (const PinyinRow* row = pinyinTable; row->letter; ++row)
            for (const QChar one : QStringView(row->characters))
                letters[one] += QChar(row->letter);
        return letters;
    }();
    return all.value(character);
}

qsizetype indexOfPinyin(const QString& text, const QString& letters)
{
    for (qsizetype at = 0; at + letters.size() <= text.size() && !letters.isEmpty(); ++at) {
        qsizetype length = 0;
        while (length < letters.size() && pinyinLetters(text[at + length]).contains(letters[length]))
            ++length;
        if (length == letters.size())
            return at;
    }
    return -1;
}

} // namespace app
