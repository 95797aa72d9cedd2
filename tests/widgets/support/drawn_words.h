#pragma once

// The words of a drawn figure, and which of them cannot be read: read back from its SVG, which has every word with its place
// and its type, and everything else that is drawn in the order it is drawn in.

#include <QFontMetricsF>
#include <QHash>
#include <QPolygonF>
#include <QStringList>
#include <QTransform>
#include <QXmlStreamReader>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

namespace support {

struct DrawnWords
{
    QString text;
    QPolygonF ink; // the letters, four corners
    double area = 0;
    QPointF start;
    double type = 0; // px

    /// A letter of another font in the middle of a line is a text of its own; ours measures it a little wider or narrower.
    bool continues(const DrawnWords& before) const
    {
        constexpr double maxBack = 0.8; // of the type
        const double end = before.ink.boundingRect().right();
        return start.y() == before.start.y() && type == before.type && start.x() > before.start.x()
            && end - start.x() < maxBack * type;
    }
};

/// Twice the area, negative when the corners go the other way round.
inline double turnOf(const QPolygonF& corners)
{
    double twice = 0;
    for (qsizetype i = 0; i < corners.size(); ++i) {
        const QPointF &a = corners[i], &b = corners[(i + 1) % corners.size()];
        twice += a.x() * b.y() - b.x() * a.y();
    }
    return twice;
}

inline double areaOf(const QPolygonF& corners) { return std::abs(turnOf(corners)) / 2; }

/// The area that two convex polygons share, by cutting one along each side of the other (Sutherland and Hodgman).
/// (QPolygonF::intersected loses some.)
inline double commonArea(QPolygonF a, QPolygonF b)
{
    if (!a.boundingRect().intersects(b.boundingRect()))
        return 0;
    if (turnOf(b) < 0)
        std::reverse(b.begin(), b.end());
    for (qsizetype side = 0; side < b.size() && !a.isEmpty(); ++side) {
        const QPointF from = b[side], along = b[(side + 1) % b.size()] - from;
        const auto depth = [&](const QPointF& p) { return along.x() * (p.y() - from.y()) - along.y() * (p.x() - from.x()); };
        QPolygonF rest;
        for (qsizetype i = 0; i < a.size(); ++i) {
            const QPointF &p = a[i], &q = a[(i + 1) % a.size()];
            if (depth(p) >= 0)
                rest << p;
            if ((depth(p) >= 0) != (depth(q) >= 0))
                rest << p + (q - p) * (depth(p) / (depth(p) - depth(q)));
        }
        a = rest;
    }
    return areaOf(a);
}

/// The four corners.
inline QPolygonF cornersOf(const QRectF& rect)
{
    return {rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft()};
}

/// What each subpath spans. The paths of our files have absolute M, L and C, relative h and v, and z.
inline std::vector<QRectF> boundsOf(const QString& data)
{
    std::vector<QRectF> bounds;
    const QByteArray bytes = data.toLatin1();
    QPointF at;
    char command = 0;
    std::vector<double> numbers;
    QPolygonF points;
    const auto close = [&] {
        if (!points.isEmpty())
            bounds.push_back(points.boundingRect());
        points.clear();
    };
    for (const char *here = bytes.data(), *const end = here + bytes.size(); here < end;) {
        double number = 0;
        const auto read = std::from_chars(here, end, number);
        if (read.ec != std::errc()) { // a command, or what stands between
            if (*here != ' ' && *here != ',') {
                command = *here;
                if (command == 'M')
                    close();
                numbers.clear();
            }
            ++here;
            continue;
        }
        here = read.ptr;
        numbers.push_back(number);
        if (command == 'h' || command == 'v')
            at += command == 'h' ? QPointF(numbers[0], 0) : QPointF(0, numbers[0]);
        else if (numbers.size() < 2)
            continue;
        else
            at = {numbers[0], numbers[1]};
        points << at;
        numbers.clear();
    }
    close();
    return bounds;
}

/// What the letters of a text cover at `measured` px of type: hinting rounds small type.
inline constexpr double measured = 100;
inline QRectF lettersOf(const QString& families, int weight, const QString& text)
{
    static QHash<QString, QRectF> known; // pictures share most of their words
    const QString key = QStringLiteral("%1\n%2\n%3").arg(families).arg(weight).arg(text);
    if (const auto found = known.constFind(key); found != known.constEnd())
        return *found;
    QFont font;
    QStringList names;
    for (const QString& family : families.split(QLatin1Char(',')))
        names << family.trimmed().remove(QLatin1Char('\''));
    font.setFamilies(names);
    font.setPixelSize(int(measured));
    if (weight > 0)
        font.setWeight(QFont::Weight(weight));
    return *known.insert(key, QFontMetricsF(font).tightBoundingRect(text));
}

/// The letters of a text of the file, with what turns it.
inline DrawnWords wordsOf(const QXmlStreamAttributes& attributes, const QString& text)
{
    const double scale = attributes.value(QLatin1String("font-size")).toDouble() / measured;
    const QRectF letters = lettersOf(attributes.value(QLatin1String("font-family")).toString(),
        attributes.value(QLatin1String("font-weight")).toInt(), text);
    QTransform place;
    if (const QString matrix = attributes.value(QLatin1String("transform")).toString();
        matrix.startsWith(QLatin1String("matrix("))) {
        const QStringList n = matrix.mid(7).chopped(1).split(QLatin1Char(' '));
        place = {n[0].toDouble(), n[1].toDouble(), n[2].toDouble(), n[3].toDouble(), n[4].toDouble(), n[5].toDouble()};
    } else {
        place = QTransform::fromTranslate(
            attributes.value(QLatin1String("x")).toDouble(), attributes.value(QLatin1String("y")).toDouble());
    }
    const QRectF ink(letters.topLeft() * scale, letters.size() * scale);
    DrawnWords words{text, place.map(cornersOf(ink)), 0, place.map(QPointF()), scale * measured};
    words.area = areaOf(words.ink);
    return words;
}

/// One line for each word that is on another, is cut off by the page or by its part of it, or is covered by what is drawn
/// after it.
inline QStringList unreadableWords(const QByteArray& svg)
{
    constexpr double maxOverlap = 0.12, maxCut = 0.03, maxCovered = 0.12; // of the letters: kerning and rounding
    constexpr double maxTouch = 1.5;                                        // px²
    QStringList found;
    std::vector<DrawnWords> all;
    QHash<QString, QRectF> clips;
    QString clipId;
    std::vector<QRectF> within;
    QXmlStreamReader xml(svg);
    while (!xml.atEnd()) {
        const auto token = xml.readNext();
        const auto attributes = xml.attributes();
        if (token == QXmlStreamReader::EndElement && xml.name() == QLatin1String("g"))
            within.pop_back();
        if (token != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("svg")) {
            within.push_back({0, 0, attributes.value(QLatin1String("width")).toDouble(),
                attributes.value(QLatin1String("height")).toDouble()});
        } else if (xml.name() == QLatin1String("clipPath")) {
            clipId = attributes.value(QLatin1String("id")).toString();
        } else if (xml.name() == QLatin1String("g")) {
            const QString id = attributes.value(QLatin1String("clip-path")).toString(); // url(#c3)
            within.push_back(clips.contains(id) ? within.back().intersected(clips.value(id)) : within.back());
        } else if (xml.name() == QLatin1String("path") && !clipId.isEmpty()) {
            if (const auto bounds = boundsOf(attributes.value(QLatin1String("d")).toString()); bounds.size() == 1)
                clips.insert(QStringLiteral("url(#%1)").arg(clipId), bounds[0]);
            clipId.clear();
        } else if (xml.name() == QLatin1String("path")) {
            const QString fill = attributes.value(QLatin1String("fill")).toString();
            const bool isClear = attributes.hasAttribute(QLatin1String("fill-opacity"))
                && attributes.value(QLatin1String("fill-opacity")).toDouble() < 0.5;
            if (fill.isEmpty() || fill == QLatin1String("none") || isClear)
                continue;
            for (const QRectF& bounds : boundsOf(attributes.value(QLatin1String("d")).toString()))
                if (const QRectF seen = bounds.intersected(within.back()); seen.width() > 2 && seen.height() > 2)
                    for (const DrawnWords& words : all)
                        if (commonArea(words.ink, cornersOf(seen)) > maxCovered * words.area)
                            found << QStringLiteral("“%1” is covered").arg(words.text);
        } else if (xml.name() == QLatin1String("text")) {
            const DrawnWords words = wordsOf(attributes, xml.readElementText());
            if (words.text.trimmed().isEmpty() || words.area <= 0)
                continue;
            if (const double cut = words.area - commonArea(words.ink, cornersOf(within.back()));
                cut > 2 * maxTouch && cut > maxCut * words.area)
                found << QStringLiteral("“%1” is cut off").arg(words.text);
            for (const DrawnWords& other : all)
                if (const double common = &other == &all.back() && words.continues(other) ? 0 : commonArea(words.ink, other.ink);
                    common > maxTouch && common > maxOverlap * std::min(words.area, other.area))
                    found << QStringLiteral("“%1” lies on “%2”").arg(words.text, other.text);
            all.push_back(words);
        }
    }
    found.removeDuplicates();
    return found;
}

} // namespace support
