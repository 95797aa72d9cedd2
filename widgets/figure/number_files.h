#pragma once

// Number files: the numbers of a picture as CSV, NPY and safetensors. They do not depend on the locale.

#include "widgets/figure/figure_numbers.h"

#include <QByteArray>
#include <QMap>

namespace widgets {

/// Long form: one number per line, after a head line with names: "series", an index of each axis with its label where there are
/// some, "value"; points of lines as "x" and "value". Columns that no set fills are left out. Lines end in LF.
QByteArray csvOf(const std::vector<NumberSet>& sets);

/// Words as one field of CSV: quoted where they must be, and with an apostrophe before a sign that makes a spreadsheet take them
/// for a formula: tokens come from files of strangers.
QString csvField(const QString& words);

/// One array as NumPy reads it, version 1.0 of the format, little-endian: float32 where that loses nothing, else float64.
QByteArray npyOf(const NumberSet& set);

/// All arrays under their names, with `metadata`; the labels of an axis are the metadata "labels/NAME/AXIS" as a JSON list.
QByteArray safetensorsOf(const std::vector<NumberSet>& sets, const QMap<QString, QString>& metadata);

} // namespace widgets
