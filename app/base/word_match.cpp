#include "app/base/word_match.h"

#include "app/base/pinyin.h"

#include <algorithm>

namespace app {

namespace {

bool isWordStart(const QString& text, qsizetype at)
{
    const auto isHan = [](QChar c) { return c.script() == QChar::Script_Han; };
    return at == 0 || !text[at - 1].isLetterOrNumber() || isHan(text[at]) || isHan(text[at - 1]);
}

/// Whether the letters go on from `at`: each follows the one before it or begins the next word.
bool goesOn(const QString& text, const QString& letters, qsizetype at, qsizetype letter)
{
    if (letter == letters.size())
        return true;
    if (at < text.size() && text[at] == letters[letter] && goesOn(text, letters, at + 1, letter + 1))
        return true;
    qsizetype next = at;
    while (next < text.size() && !(isWordStart(text, next) && text[next].isLetterOrNumber()))
        ++next;
    return next < text.size() && next != at && text[next] == letters[letter] && goesOn(text, letters, next + 1, letter + 1);
}

constexpr qsizetype maxLetters = 8; // of words that follow each other

bool hasLetters(const QString& text, const QString& letters)
{
    if (letters.size() < 2 || letters.size() > maxLetters)
        return false;
    for (qsizetype at = 0; at < text.size(); ++at)
        if (isWordStart(text, at) && text[at] == letters[0] && goesOn(text, letters, at + 1, 1))
            return true;
    return false;
}

int scoreOf(const QString& word, const QString& text)
{
    int best = 0;
    for (qsizetype at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
        const qsizetype end = at + word.size();
        const bool isEnd = end == text.size() || !text[end].isLetterOrNumber();
        best = std::max(best, !isWordStart(text, at) ? 50 : (isEnd ? 100 : 80) + (at == 0 ? 10 : 0));
    }
    if (best == 0)
        if (const qsizetype at = indexOfPinyin(text, word); at >= 0)
            best = at == 0 ? 75 : 60;
    return best == 0 && hasLetters(text, word) ? 40 : best;
}

QString plainOf(const QString& text) { return text.simplified().toLower().replace(QLatin1Char('-'), QLatin1Char(' ')); }

/// How much of a name is what was typed: 0 nothing, 1 a word of it begins so, 2 it begins so, 3 with whole words, 4 all.
int likeness(const QString& wanted, const QString& name)
{
    if (wanted.isEmpty())
        return 0;
    int best = 0;
    for (qsizetype at = name.indexOf(wanted); at >= 0; at = name.indexOf(wanted, at + 1)) {
        const qsizetype end = at + wanted.size();
        const bool isWhole = end == name.size() || !name[end].isLetterOrNumber();
        best = std::max(best, at == 0 ? (end == name.size() ? 4 : isWhole ? 3 : 2) : isWordStart(name, at) ? 1 : 0);
    }
    return best;
}

/// The same of the pinyin of a name, which is less sure than its characters.
int pinyinLikeness(const QString& letters, const QString& name)
{
    const qsizetype at = letters.size() < 2 ? -1 : indexOfPinyin(name, letters);
    return at < 0 ? 0 : at > 0 ? (letters.size() > 2 ? 1 : 0) : letters.size() == name.size() ? 3 : 2;
}

constexpr int whole = 110; // the best of scoreOf

} // namespace

int matchScore(const QString& wanted, const QStringList& names, const QStringList& texts)
{
    const QStringList words = wanted.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (words.isEmpty())
        return 10; // all, in their own order
    int total = 0, closest = 0;
    for (const QString& word : words) {
        int best = 0;
        for (const QString& text : names + texts)
            best = std::max(best, scoreOf(word, text.toLower()));
        if (best == 0)
            return 0;
        total += 10 * best;
    }
    for (const QString& name : names)
        closest = std::max({closest, likeness(plainOf(wanted), plainOf(name)), pinyinLikeness(plainOf(wanted), plainOf(name))});
    const qsizetype length = names.isEmpty() ? 0 : names[0].size();
    return 10 + total + closest * 10 * whole * int(words.size())
        - int(std::min<qsizetype>(length / 8, 9)); // of two alike the shorter
}

} // namespace app
