#pragma once

// Pictures of pages, for tests over the registry: drawn anew with other numbers in the tensors of their runs.

#include "tests/app/support/changed_tensor.h"
#include "tests/app/support/figure_runs.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_export.h"
#include "widgets/views/shared/figure_pages.h"

#include <QByteArray>

namespace support {

/// What is selected.
inline constexpr widgets::Selection place{.layer = 1, .head = 1, .query = 4, .key = 2, .dim = 0};

inline std::vector<QVariantMap> pagesOf(const widgets::FigureInfo& figure)
{
    return figure.variants ? figure.variants() : std::vector<QVariantMap>{{}};
}

/// All that is drawn and said; empty where it cannot be.
inline QByteArray pictureOf(const widgets::FigureInfo& figure, const widgets::FigureData& data)
{
    return widgets::whyNothing(figure, data).isEmpty()
        ? widgets::renderFigure(figure, data, widgets::screenStyle({1280, 720}), widgets::FigureFormat::Svg, {})
            + widgets::composedCaption(figure, data).toUtf8()
        : QByteArray();
}

/// With what it needs, of the first runs that it has a picture of, A beside B where it is of two; a is null where there are none.
inline widgets::FigureData firstOf(const widgets::FigureInfo& figure, const QVariantMap& options)
{
    const auto of = [&](const widgets::RunPtr& a, const widgets::RunPtr& b) {
        widgets::FigureData data{a, b, place, options, b ? widgets::SlotMode::SideBySide : widgets::SlotMode::A};
        data = fulfilled(figure, data);
        return widgets::whyNothing(figure, data).isEmpty() ? data : widgets::FigureData();
    };
    for (const widgets::RunPtr& a : runs())
        if (widgets::FigureData data = of(a, nullptr); data.a)
            return data;
    for (const widgets::RunPtr& b : {runs()[2], otherText(), otherWeights()})
        if (widgets::FigureData data = of(runs()[0], b); data.a)
            return data;
    return {};
}

} // namespace support
