#pragma once

// TokenChip: a token on its ground, with the marks of a query and a key, as the token strip has a row of them.

#include <QRect>
#include <QString>

class QPainter;

namespace widgets {

/// What a chip says besides its token.
struct ChipLook
{
    bool isQuery = false, isKey = false, isHovered = false;
    bool isDashed = false; // not like the others: no training row held it, or the model does not read it
    bool isPale = false;   // not read
    bool isOfSource = false; // of another text, and not selected
};

void paintTokenChip(QPainter& painter, const QRect& place, const QString& text, const ChipLook& look);

} // namespace widgets
