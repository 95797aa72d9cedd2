#pragma once

// strong: bold or semibold type. Chinese faces have no semibold, so they are bold.

#include <QFont>
#include <QString>

namespace widgets {

/// Bold for a Chinese face, whose bold may be made up: without hinting, which would close the gap between an i and its dot.
void makeBold(QFont& font);

/// The font in semibold; in bold when it is a Chinese face, or when the text has characters that only such a face has.
QFont strong(QFont font, const QString& text);

} // namespace widgets
