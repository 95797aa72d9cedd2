#pragma once

// BothSides: what one picture of A and B says of each of them.

#include <QStringList>

namespace widgets {

/// The caption of such a picture. What shows it names the two, shortens each, and says once what both say (Captions in
/// compose.h). One of them may be empty.
QString captionOfBoth(const QString& ofA, const QString& ofB);

/// What such a caption says of A and of B; of any other one text.
QStringList partsOfBoth(const QString& caption);

} // namespace widgets
