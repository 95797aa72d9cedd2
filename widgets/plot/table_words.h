#pragma once

// TableWords: names of columns and of parts, and words in cells, in the language in force. Files keep the English ids, which are
// the same in every language; the table on screen, screen readers and what is copied from them show these.

#include <QString>

#include <optional>

namespace widgets {

/// "feed_forward" -> "feed forward" or "前馈"; nullopt: not a word of the list.
std::optional<QString> knownTableWord(const QString& word);

/// The same; a word that is not in the list stays as it is: symbols, names of models and of tensors.
QString tableWord(const QString& word);

/// The heading of a column; of one with words in its cells, "norm" is that of a layer and no length.
QString columnWord(const QString& column, bool hasWords);

/// The name of a part of a picture: "delta: pattern" -> "B − A: 注意力权重"; what follows the words of the list stays ("query 3").
QString partWord(const QString& part);

} // namespace widgets
