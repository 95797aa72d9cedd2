#pragma once

// How numbers, paths and texts are written in SVG.

#include <QByteArray>
#include <QList>
#include <QString>

#include <utility>

class QFont;
class QPainterPath;
class QPointF;
class QRectF;

namespace widgets::svg {

/// Hundredths of a pixel are enough, and every digit counts in a map of 16,384 cells.
QByteArray number(double value);

/// "x y"
QByteArray point(const QPointF& p);

/// The attribute `d` of a path.
QByteArray rectangle(const QRectF& r);
QByteArray pathData(const QPainterPath& path);

/// Pieces of text and whether they are Chinese; each gets its own list of families.
QList<std::pair<QString, bool>> scriptRuns(const QString& text);

/// The attribute font-family: those of the font, Chinese ones first where `han`, and the generic family last.
QByteArray familyList(const QFont& font, bool han, bool hasSerifs);

/// Without control characters: XML 1.0 has no place for most of them, escaped or not.
QByteArray escaped(const QString& text);

} // namespace widgets::svg
