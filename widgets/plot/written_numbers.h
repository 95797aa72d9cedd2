#pragma once

// WrittenNumbers: what a table says of the number under the pointer.

#include <QStringList>

class QPointF;

namespace widgets {

/// A number that is written in a picture: as a person reads it, and what of the picture it is.
struct WrittenNumber
{
    QString text; // empty: none is
    QStringList place = {};
    int row = -1, column = -1; // of the first set of a part that HasNumbers: with all digits; −1: none has
};

/// What a table is besides: it has several numbers in a row.
class WritesNumbers
{
public:
    virtual ~WritesNumbers() = default;

    /// What is written at this pixel. REQUIRES: the layout is known.
    virtual WrittenNumber writtenAt(const QPointF& pixel) const = 0;
};

} // namespace widgets
