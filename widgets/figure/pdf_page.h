#pragma once

// The exact size of the page of a PDF: Qt 6.4 rounds it to whole points.

#include <QByteArray>
#include <QSizeF>

namespace widgets {

/// Sets the size of the only page, measured from its top left corner, and mends the table of objects after it.
/// False, and nothing changed, when the file is not as QPdfWriter writes it.
bool setPdfPageSize(QByteArray& pdf, const QSizeF& points);

} // namespace widgets
