#include "widgets/plot/svg_paint_device.h"

#include "widgets/plot/svg_text.h"

#include <QBuffer>
#include <QHash>
#include <QImage>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <climits>
#include <cmath>

namespace widgets {

class SvgPaintEngine : public QPaintEngine
{
public:
    explicit SvgPaintEngine(const SvgOptions& options)
        : QPaintEngine(PaintEngineFeatures(AllFeatures & ~PerspectiveTransform & ~ConicalGradientFill & ~PorterDuff))
        , m_options(options)
    {
    }

    Type type() const override { return User; }
    QByteArray body() const { return m_body; }
    QByteArray clips() const { return m_clips; }

    bool begin(QPaintDevice*) override
    {
        m_body.clear();
        m_clips.clear();
        m_clipIds.clear();
        m_group.clear();
        m_clip = clipId(pageClip());
        return true;
    }

    bool end() override
    {
        closeGroup();
        return true;
    }

    void updateState(const QPaintEngineState& changed) override
    {
        const DirtyFlags dirty = changed.state();
        if (dirty & DirtyTransform)
            m_transform = changed.transform();
        if (dirty & DirtyPen)
            m_pen = changed.pen();
        if (dirty & DirtyBrush)
            m_brush = changed.brush();
        if (dirty & DirtyOpacity)
            m_opacity = changed.opacity();
        if (dirty & DirtyHints)
            m_isSmooth = changed.renderHints() & QPainter::Antialiasing;
        if (dirty & (DirtyClipPath | DirtyClipRegion | DirtyClipEnabled)) {
            QPainterPath clip = pageClip();
            if (painter()->hasClipping())
                clip = painter()->combinedTransform().map(painter()->clipPath());
            m_clip = clipId(clip);
        }
    }

    void drawPath(const QPainterPath& path) override { addPath(svg::pathData(m_transform.map(path)), true, path.fillRule()); }

    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override
    {
        QByteArray d;
        for (int i = 0; i < count; ++i)
            d += (i == 0 ? 'M' : 'L') + svg::point(m_transform.map(points[i]));
        if (mode != PolylineMode)
            d += 'z';
        addPath(d, mode != PolylineMode, mode == OddEvenMode ? Qt::OddEvenFill : Qt::WindingFill);
    }

    void drawRects(const QRectF* rects, int count) override
    {
        QByteArray d;
        for (int i = 0; i < count; ++i) {
            if (m_transform.type() <= QTransform::TxScale) {
                d += svg::rectangle(m_transform.mapRect(rects[i]));
            } else {
                QPainterPath path;
                path.addRect(rects[i]);
                d += svg::pathData(m_transform.map(path));
            }
        }
        addPath(d, true, Qt::WindingFill);
    }

    void drawLines(const QLineF* lines, int count) override
    {
        QByteArray d;
        for (int i = 0; i < count; ++i)
            d += 'M' + svg::point(m_transform.map(lines[i].p1())) + 'L' + svg::point(m_transform.map(lines[i].p2()));
        addPath(d, false, Qt::WindingFill);
    }

    void drawPixmap(const QRectF& target, const QPixmap& pixmap, const QRectF& source) override
    {
        drawImage(target, pixmap.toImage(), source, Qt::AutoColor);
    }

    void drawImage(const QRectF& target, const QImage& image, const QRectF& source, Qt::ImageConversionFlags) override
    {
        QImage part = image.copy(source.toAlignedRect());
        // Many programs smooth images whatever they are told; enlarged first, the edges stay where they are.
        const int factor = std::clamp(1024 / std::max({part.width(), part.height(), 1}), 1, 8);
        if (factor > 1)
            part = part.scaled(part.size() * factor, Qt::IgnoreAspectRatio, Qt::FastTransformation);
        QByteArray png;
        QBuffer buffer(&png);
        buffer.open(QIODevice::WriteOnly);
        part.save(&buffer, "PNG");
        QRectF place = target;
        QByteArray transform;
        if (m_transform.type() <= QTransform::TxScale)
            place = m_transform.mapRect(target);
        else
            transform = matrix(m_transform);
        add("<image x=\"" + svg::number(place.x()) + "\" y=\"" + svg::number(place.y()) + "\" width=\""
            + svg::number(place.width()) + "\" height=\"" + svg::number(place.height()) + '"' + transform + opacity("opacity", 1)
            + " preserveAspectRatio=\"none\" image-rendering=\"pixelated\" xlink:href=\"data:image/png;base64," + png.toBase64()
            + "\"/>");
    }

    void drawTextItem(const QPointF& position, const QTextItem& item) override
    {
        const QFont font = item.font();
        const QString text = item.text();
        if (text.trimmed().isEmpty())
            return;
        if (m_options.outlines) {
            QPainterPath path;
            path.addText(position, font, text);
            const QPen pen = std::exchange(m_pen, QPen(Qt::NoPen));
            const QBrush brush = std::exchange(m_brush, QBrush(pen.color()));
            addPath(svg::pathData(m_transform.map(path)), true, Qt::WindingFill);
            m_pen = pen;
            m_brush = brush;
            return;
        }
        const double size = font.pixelSize() > 0 ? font.pixelSize() : font.pointSizeF() * m_options.dpi / 72;
        QByteArray place;
        double scale = 1;
        if (m_transform.type() <= QTransform::TxScale) {
            scale = m_transform.m22();
            const QPointF p = m_transform.map(position);
            place = " x=\"" + svg::number(p.x()) + "\" y=\"" + svg::number(p.y()) + '"';
        } else {
            QTransform turned = m_transform;
            turned.translate(position.x(), position.y());
            place = matrix(turned);
        }
        QByteArray attributes = place + " font-size=\"" + svg::number(size * scale) + '"';
        if (font.weight() != QFont::Normal)
            attributes += " font-weight=\"" + QByteArray::number(int(font.weight())) + '"';
        if (font.italic())
            attributes += " font-style=\"italic\"";
        attributes
            += " fill=\"" + m_pen.color().name().toLatin1() + '"' + opacity("fill-opacity", double(m_pen.color().alphaF()));

        const QList<std::pair<QString, bool>> runs = svg::scriptRuns(text);
        QByteArray content;
        if (runs.size() == 1) {
            attributes += " font-family=\"" + svg::familyList(font, runs.first().second, m_options.hasSerifs) + '"';
            content = svg::escaped(text);
        } else {
            for (const auto& [run, han] : runs)
                content += "<tspan font-family=\"" + svg::familyList(font, han, m_options.hasSerifs) + "\">" + svg::escaped(run)
                    + "</tspan>";
        }
        add("<text xml:space=\"preserve\"" + attributes + '>' + content + "</text>");
    }

private:
    QPainterPath pageClip() const
    {
        QPainterPath path;
        path.addRect(QRectF(QPointF(), m_options.size));
        return path;
    }

    QByteArray clipId(const QPainterPath& path)
    {
        const QRectF bounds = path.boundingRect();
        QPainterPath box;
        box.addRect(bounds);
        const QByteArray d = path == box ? svg::rectangle(bounds) : svg::pathData(path);
        QByteArray& id = m_clipIds[d];
        if (id.isEmpty()) {
            id = 'c' + QByteArray::number(m_clipIds.size());
            m_clips += "<clipPath id=\"" + id + "\"><path d=\"" + (d.isEmpty() ? QByteArray("M0 0") : d) + "\"/></clipPath>\n";
        }
        return id;
    }

    static QByteArray matrix(const QTransform& t)
    {
        const auto exact = [](double v) { return QByteArray::number(std::abs(v) < 1e-9 ? 0.0 : v, 'g', 6); };
        return " transform=\"matrix(" + exact(t.m11()) + ' ' + exact(t.m12()) + ' ' + exact(t.m21()) + ' ' + exact(t.m22()) + ' '
            + svg::number(t.dx()) + ' ' + svg::number(t.dy()) + ")\"";
    }

    QByteArray opacity(const char* attribute, double alpha) const
    {
        const double value = alpha * m_opacity;
        return value >= 0.999 ? QByteArray() : ' ' + QByteArray(attribute) + "=\"" + svg::number(value) + '"';
    }

    QByteArray strokeAttributes() const
    {
        if (m_pen.style() == Qt::NoPen)
            return {};
        const double scale = m_pen.isCosmetic() ? 1 : std::sqrt(std::abs(m_transform.determinant()));
        const double width = (m_pen.widthF() == 0 ? 1 : m_pen.widthF()) * scale;
        QByteArray result
            = " stroke=\"" + m_pen.color().name().toLatin1() + '"' + opacity("stroke-opacity", double(m_pen.color().alphaF()));
        if (std::abs(width - 1) > 1e-9)
            result += " stroke-width=\"" + svg::number(width) + '"';
        if (m_pen.style() != Qt::SolidLine) {
            QByteArray dashes;
            for (const double dash : m_pen.dashPattern())
                dashes += (dashes.isEmpty() ? "" : " ") + svg::number(dash * width);
            result += " stroke-dasharray=\"" + dashes + '"';
        }
        if (m_pen.capStyle() != Qt::FlatCap)
            result += m_pen.capStyle() == Qt::RoundCap ? " stroke-linecap=\"round\"" : " stroke-linecap=\"square\"";
        if (m_pen.joinStyle() == Qt::RoundJoin)
            result += " stroke-linejoin=\"round\"";
        else if (m_pen.joinStyle() == Qt::BevelJoin)
            result += " stroke-linejoin=\"bevel\"";
        return result;
    }

    void addPath(const QByteArray& d, bool mayFill, Qt::FillRule rule)
    {
        const bool fills = mayFill && m_brush.style() != Qt::NoBrush;
        const bool strokes = m_pen.style() != Qt::NoPen;
        if (d.isEmpty() || (!fills && !strokes))
            return;
        QByteArray attributes = fills
            ? " fill=\"" + m_brush.color().name().toLatin1() + '"' + opacity("fill-opacity", double(m_brush.color().alphaF()))
            : QByteArray(" fill=\"none\"");
        if (fills && rule == Qt::OddEvenFill)
            attributes += " fill-rule=\"evenodd\"";
        attributes += strokeAttributes();
        if (!m_isSmooth)
            attributes += " shape-rendering=\"crispEdges\"";
        // What looks the same and follows directly becomes one path, unless overlaps would show.
        const bool isOpaque = !attributes.contains("opacity") && !(fills && strokes) && rule == Qt::WindingFill;
        if (isOpaque && attributes == m_openAttributes && m_group == m_clip) {
            m_openPath += d;
            return;
        }
        flushPath();
        if (isOpaque) {
            openGroup();
            m_openAttributes = attributes;
            m_openPath = d;
        } else {
            add("<path" + attributes + " d=\"" + d + "\"/>");
        }
    }

    void flushPath()
    {
        if (!m_openPath.isEmpty())
            m_body += "<path" + m_openAttributes + " d=\"" + m_openPath + "\"/>\n";
        m_openPath.clear();
        m_openAttributes.clear();
    }

    void openGroup()
    {
        if (m_group == m_clip)
            return;
        closeGroup();
        m_group = m_clip;
        m_body += "<g clip-path=\"url(#" + m_group + ")\">\n";
    }

    void closeGroup()
    {
        flushPath();
        if (!m_group.isEmpty())
            m_body += "</g>\n";
        m_group.clear();
    }

    void add(const QByteArray& element)
    {
        flushPath();
        openGroup();
        m_body += element + '\n';
    }

    SvgOptions m_options;
    QByteArray m_body;
    QByteArray m_clips;
    QHash<QByteArray, QByteArray> m_clipIds; // path data -> id
    QByteArray m_clip;                       // in force
    QByteArray m_group;                      // of the open <g>; empty = none
    QByteArray m_openAttributes;             // of the path that may go on
    QByteArray m_openPath;
    QTransform m_transform;
    QPen m_pen;
    QBrush m_brush;
    double m_opacity = 1;
    bool m_isSmooth = false;
};

SvgPaintDevice::SvgPaintDevice(SvgOptions options)
    : m_options(std::move(options))
    , m_engine(std::make_unique<SvgPaintEngine>(m_options))
{
}

SvgPaintDevice::~SvgPaintDevice() = default;

QPaintEngine* SvgPaintDevice::paintEngine() const { return m_engine.get(); }

QByteArray SvgPaintDevice::document() const
{
    const QByteArray width = svg::number(m_options.size.width());
    const QByteArray height = svg::number(m_options.size.height());
    QByteArray svg
        = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\" width=\""
        + width + "\" height=\"" + height + "\" viewBox=\"0 0 " + width + ' ' + height + "\">\n";
    if (!m_options.title.isEmpty())
        svg += "<title>" + svg::escaped(m_options.title) + "</title>\n";
    if (!m_options.description.isEmpty())
        svg += "<desc>" + svg::escaped(m_options.description) + "</desc>\n";
    if (!m_options.metadata.isEmpty())
        svg += "<metadata>" + svg::escaped(QString::fromUtf8(m_options.metadata)) + "</metadata>\n";
    return svg + "<defs>\n" + m_engine->clips() + "</defs>\n" + m_engine->body() + "</svg>\n";
}

int SvgPaintDevice::metric(PaintDeviceMetric metric) const
{
    switch (metric) {
    case PdmWidth:
        return int(std::ceil(m_options.size.width()));
    case PdmHeight:
        return int(std::ceil(m_options.size.height()));
    case PdmWidthMM:
        return int(std::lround(m_options.size.width() * 25.4 / 96));
    case PdmHeightMM:
        return int(std::lround(m_options.size.height() * 25.4 / 96));
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
        return int(std::lround(m_options.dpi));
    case PdmNumColors:
        return INT_MAX;
    case PdmDepth:
        return 24;
    case PdmDevicePixelRatio:
        return 1;
    case PdmDevicePixelRatioScaled:
        return int(devicePixelRatioFScale());
    }
    return 0;
}

} // namespace widgets
