#pragma once

// strong: type that stands out. Chinese faces have no semibold, and nothing is made up for it; bold is.

#include <QFont>
#include <QString>

namespace widgets {

/// The font in semibold; in bold when it is a Chinese face, or when the text has characters that only such a face has.
QFont strong(QFont font, const QString& text);

} // namespace widgets
