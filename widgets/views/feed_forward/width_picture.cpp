// Why a gated feed-forward is narrower: three matrices instead of two, and as many weights (Shazeer 2020: two thirds of the
 // width).

#include "widgets/views/feed_forward/pages.h"

#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/feed_forward/numbers.h"
#include "widgets/views/feed_forward/width_drawing.h"

#include <cmath>

namespace widgets {

namespace {

struct Widths
{
    bool isGated = false;
    double dModel = 0;
    double plain = 0, gated = 0; // d_mlp; of the form that the model does not have, what the same weights make
    double weights() const { return (isGated ? 3 * gated : 2 * plain) * dModel; }
};

Widths widthsOf(const FigureData& data)
{
    const FeedForwardLayer layer = shownFeedForward(data);
    const auto width = double(layer.pre.columns);
    Widths widths;
    widths.isGated = layer.isGated;
    widths.dModel = double(shownRun(data)->setup->config.dModel);
    widths.plain = layer.isGated ? 1.5 * width : width;
    widths.gated = layer.isGated ? width : 2 * width / 3;
    return widths;
}

/// "384", or "170.7" where no whole number has as many weights.
QString widthText(double width) { return width == std::floor(width) ? formatCount(std::int64_t(width)) : formatFixed(width, 1); }

QString ratioText(double ratio) { return ratio == std::floor(ratio) ? formatCount(std::int64_t(ratio)) : formatNumber(ratio); }

WidthDrawing::Forms formsOf(const FigureData& data)
{
    const Widths widths = widthsOf(data);
    const QString plainWords
        = QStringLiteral("%1 = %2 · %3")
              .arg(widthText(widths.plain), ratioText(widths.plain / widths.dModel), widthText(widths.dModel));
    const QString gatedWords = QStringLiteral("%1 = ⅔ · %2").arg(widthText(widths.gated), widthText(widths.plain));
    QVector<FeedForwardForm> forms{{FeedForward::tr("plain: 2 matrices"), {QStringLiteral("W_up"), QStringLiteral("W_down")},
                                       widths.plain, plainWords, !widths.isGated},
        {FeedForward::tr("gated: 3 matrices"), {QStringLiteral("W_gate"), QStringLiteral("W_up"), QStringLiteral("W_down")},
            widths.gated, gatedWords, widths.isGated}};
    return {std::move(forms), widths.dModel};
}

void drawFeedForwardWidth(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    WidthDrawing::Forms beside;
    if (const FigureData other = ofSide(data, shownRun(data) == data.a ? Side::B : Side::A);
        showsBoth(data) && data.isLocked && feedForwardOf(other, *shownRun(other)))
        beside = formsOf(other);
    plot.panel()->addElement(0, 0, new WidthDrawing(&plot, style, formsOf(data), std::move(beside)));
}

QString feedForwardWidthSubtitle(const FigureData& data)
{
    const Widths widths = widthsOf(data);
    return FeedForward::tr("Each rectangle: a matrix, d_model = %1 high, d_ff wide; area: weights; blue: this model.")
        .arg(widthText(widths.dModel));
}

QString feedForwardWidthCaption(const FigureData& data)
{
    const Widths widths = widthsOf(data);
    const QString weights = formatCount(std::llround(widths.weights()));
    const QString first = widths.isGated
        ? FeedForward::tr("Three matrices of %1 × %2 have %3 weights, as many as two of %4 × %2.")
              .arg(widthText(widths.gated), widthText(widths.dModel), weights, widthText(widths.plain))
        : FeedForward::tr("Two matrices of %1 × %2 have %3 weights, as many as three of %4 × %2.")
              .arg(widthText(widths.plain), widthText(widths.dModel), weights, widthText(widths.gated));
    return joinedSentences({first,
        FeedForward::tr(
            "Here d_ff is %1 times d_model; a gated layer with the weights of the usual plain one, 4 times, has 8/3 = 2.67.")
            .arg(ratioText((widths.isGated ? widths.gated : widths.plain) / widths.dModel))});
}

QString feedForwardWidthTable(const FigureData& data)
{
    const Widths widths = widthsOf(data);
    return QStringLiteral("form,matrices,width,d_model,weights\nplain,2,%1,%3,%4\ngated,3,%2,%3,%4\n")
        .arg(exactText(float(widths.plain)), exactText(float(widths.gated)), exactText(float(widths.dModel)))
        .arg(std::llround(widths.weights()));
}

} // namespace

const FigurePage feedForwardWidthPage{.id = "width",
    .title = QT_TRANSLATE_NOOP("figures", "Why is a gated feed-forward narrower?"),
    .draw = drawFeedForwardWidth,
    .caption = feedForwardWidthCaption,
    .whyNot = whyNoFeedForwardDifference,
    .subtitle = feedForwardWidthSubtitle,
    .table = feedForwardWidthTable,
    .minPanel = minPanelOf<138, 110>,
    .concepts = "C27"};

} // namespace widgets
