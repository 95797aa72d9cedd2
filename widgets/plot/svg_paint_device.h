#pragma once

// SvgPaintDevice: writes what a QPainter draws as SVG 1.1 that every program reads alike: presentation attributes only, every
// element inside its clip path, text as text with whole lists of families (or as outlines), hard edges for rectangles,
// lossless images, short numbers. The same drawing gives the same bytes.

#include <QByteArray>
#include <QPaintDevice>
#include <QSizeF>
#include <QString>

#include <memory>

namespace widgets {

struct SvgOptions
{
    QSizeF size{640, 480};   // px, 96 of them an inch
    double dpi = 96;         // for fonts: that of the widget that measured the text
    bool outlines = false;   // text as paths
    bool hasSerifs = false;  // the face of the text: what a reader without it falls back to
    QString title;           // <title>
    QString description;     // <desc>
    QByteArray metadata;     // text of <metadata>; empty = none
};

class SvgPaintEngine;

class SvgPaintDevice : public QPaintDevice
{
public:
    explicit SvgPaintDevice(SvgOptions options);
    ~SvgPaintDevice() override;

    QPaintEngine* paintEngine() const override;

    /// The whole document. REQUIRES: painting has ended.
    QByteArray document() const;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    SvgOptions m_options;
    std::unique_ptr<SvgPaintEngine> m_engine;
};

} // namespace widgets
