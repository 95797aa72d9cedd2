#pragma once

// Sentences in less room: the first ones of a text, sentences that end at a clause, and at last what is cut.

#include <QStringList>

#include <functional>

namespace widgets {

/// As many whole sentences from the beginning of a text; all of it where it has no more. A full stop within “ and ” ends none.
QString firstSentences(const QString& text, int most);

/// The beginnings of a sentence that say something alone: up to a clause of it, with a full stop, the longest first. None ends
/// within quotes or brackets, has a few words only, or ends at a comma before the first number of it or of what a semicolon began.
QStringList endedAtClauses(const QString& sentence);

/// These sentences, the longer ones ended at a clause until they fit when they are joined; where that is not enough without the
/// last ones. Empty: not even the first fits.
QStringList endedWhereTheyFit(const QStringList& sentences, const std::function<bool(const QString& joined)>& fits);

/// Without its last letters, at a word where one ends there, and with "…"; empty at last.
QString cutShorter(const QString& text);

} // namespace widgets
