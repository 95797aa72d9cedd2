#pragma once

// ShortText: what stays of a text that has no room, with "…" where it was cut.

#include <QString>

namespace widgets {

/// At most so many letters from its beginning, the "…" among them.
QString cutAtEnd(const QString& text, qsizetype letters);

/// At most so many letters of its end, whole words where there are some, behind "…".
QString cutAtStart(const QString& text, qsizetype letters);

} // namespace widgets
