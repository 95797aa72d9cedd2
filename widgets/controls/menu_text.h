#pragma once

// Words of a person or a model in a menu or on a button, where "&" begins a mnemonic.

#include <QString>

namespace widgets {

/// The same, with every "&" to be seen.
inline QString menuText(QString text) { return text.replace(QLatin1Char('&'), QLatin1String("&&")); }

} // namespace widgets
