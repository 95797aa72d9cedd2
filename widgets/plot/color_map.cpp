#include "widgets/plot/color_map.h"

#include "widgets/plot/color_map_tables.h"

#include <cmath>

namespace widgets {

namespace {

constexpr std::size_t tableSize = 256;
constexpr std::size_t divergingSize = 257;

/// Two entries of a table blended in sRGB; `part` 0 = first.
QRgb blend(QRgb a, QRgb b, double part)
{
    const auto channel = [&](int x, int y) { return int(std::lround(x + part * (y - x))); };
    return qRgb(channel(qRed(a), qRed(b)), channel(qGreen(a), qGreen(b)), channel(qBlue(a), qBlue(b)));
}

/// 257 samples of the 256: the ends stay, the middle entry is the blend of the two middle ones.
std::array<QRgb, divergingSize> withCentre(const std::array<QRgb, tableSize>& table)
{
    std::array<QRgb, divergingSize> result{};
    for (std::size_t i = 0; i < divergingSize; ++i) {
        const double position = double(i) * double(tableSize - 1) / double(divergingSize - 1);
        const std::size_t below = std::min(std::size_t(position), tableSize - 2);
        result[i] = blend(table[below], table[below + 1], position - double(below));
    }
    return result;
}

double linearChannel(double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }

double luminance(QColor color)
{
    return 0.2126 * linearChannel(double(color.redF())) + 0.7152 * linearChannel(double(color.greenF()))
        + 0.0722 * linearChannel(double(color.blueF()));
}

} // namespace

QString colorMapName(ColorMapId id)
{
    switch (id) {
    case ColorMapId::Viridis:
        return QStringLiteral("viridis");
    case ColorMapId::Cividis:
        return QStringLiteral("cividis");
    case ColorMapId::RdBu:
        return QStringLiteral("RdBu_r");
    case ColorMapId::Vik:
        return QStringLiteral("vik");
    case ColorMapId::VikO:
        return QStringLiteral("vikO");
    }
    return {};
}

bool isDiverging(ColorMapId id) { return id == ColorMapId::RdBu || id == ColorMapId::Vik; }

bool isCyclic(ColorMapId id) { return id == ColorMapId::VikO; }

std::span<const QRgb> colorTable(ColorMapId id)
{
    static const std::array<QRgb, divergingSize> rdBu = withCentre(rdBuTable);
    static const std::array<QRgb, divergingSize> vik = withCentre(vikTable);
    switch (id) {
    case ColorMapId::Viridis:
        return viridisTable;
    case ColorMapId::Cividis:
        return cividisTable;
    case ColorMapId::RdBu:
        return rdBu;
    case ColorMapId::Vik:
        return vik;
    case ColorMapId::VikO:
        return vikOTable;
    }
    return viridisTable;
}

int colorIndex(double position, int entries)
{
    if (!(position > 0))
        return 0;
    return position >= 1 ? entries - 1 : int(position * (entries - 1) + 0.5);
}

QColor textColorOn(QRgb background)
{
    const QColor color = QColor::fromRgb(background);
    return contrastRatio(Qt::white, color) >= contrastRatio(Qt::black, color) ? QColor(Qt::white) : QColor(Qt::black);
}

double contrastRatio(QColor a, QColor b)
{
    const double x = luminance(a);
    const double y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

} // namespace widgets
