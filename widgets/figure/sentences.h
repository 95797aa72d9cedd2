#pragma once

#include <QStringList>

namespace widgets {

/// Sentences one after the other, with the space that the language in force puts between two: none in Chinese. Empty ones are
/// left out.
QString joinedSentences(const QStringList& sentences);

/// A sentence into which values were put, with the spaces of the language in force: in Chinese one between a Chinese character and a
/// Latin letter or a digit, none between Chinese characters and marks. What is between “ and ” stays as it is.
QString spacedSentence(const QString& sentence);

} // namespace widgets
