#pragma once

#include <QStringList>

namespace widgets {

/// Sentences one after the other, with the space that the language in force puts between two: none in Chinese. Empty ones are
/// left out.
QString joinedSentences(const QStringList& sentences);

} // namespace widgets
