#include "widgets/figure/both_sides.h"

namespace widgets {

namespace {

constexpr QChar kBetween = QChar::ParagraphSeparator; // in no sentence

} // namespace

QString captionOfBoth(const QString& ofA, const QString& ofB)
{
    return ofA.isEmpty() && ofB.isEmpty() ? QString() : ofA + kBetween + ofB;
}

QStringList partsOfBoth(const QString& caption) { return caption.split(kBetween); }

} // namespace widgets
