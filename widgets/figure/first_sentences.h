#pragma once

#include <QString>

namespace widgets {

/// As many whole sentences from the beginning of a text; all of it where it has no more. A full stop within “ and ” ends none.
QString firstSentences(const QString& text, int most);

} // namespace widgets
