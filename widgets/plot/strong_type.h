#pragma once

// strong: bold or semibold type. Chinese faces have no semibold, so they are bold.

#include <QFont>
#include <QString>

namespace widgets {

/// The font in semibold; in bold when it is a Chinese face, or when the text has characters that only such a face has.
QFont strong(QFont font, const QString& text);

} // namespace widgets
