#pragma once

// CellWords: the words in the tables of figures as a person reads them. The tables are those of their files, with the ids of
// choices and of parts, which are the same in every language.

#include <QString>

namespace widgets {

/// "grouped_query" -> the name of that kind, "pre" -> "前置". `column` is the id of the column: texts, names of models and of
/// tensors stay. A fact beside a course's table ("norm: LayerNorm; L: 24 + 24") is put into words part by part.
QString cellWord(const QString& column, const QString& cell);

} // namespace widgets
