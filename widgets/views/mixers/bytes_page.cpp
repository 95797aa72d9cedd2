// Bytes of state against bytes of cache over the length of the text: measured in the running caches, drawn on by what a further
// token adds.

#include "widgets/figure/sentences.h"
#include "widgets/plot/chart_marks.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/mixers/kinds.h"
#include "widgets/views/mixers/pages.h"
#include "widgets/views/mixers/words.h"
#include "widgets/views/shared/figure_words.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr double longest = 1e5; // tokens
constexpr int points = 60;      // of a line

/// What the caches of one kind hold: so much of every token, and so much whatever the text.
struct Held
{
    MixerKind kind;
    const core::CacheGrowth* growth;
    std::int64_t perToken = 0, fixed = 0; // bytes

    double at(double tokens) const { return double(fixed) + double(perToken) * tokens; }

    /// Whether every measured size lies on this line.
    bool isLine() const
    {
        return std::ranges::all_of(
            growth->sizes, [&](const core::CacheSize& size) { return size.bytes == fixed + perToken * size.tokens; });
    }
};

std::vector<Held> heldOf(const FigureData& data, const RunPtr& run)
{
    std::vector<Held> all;
    for (const MixerKind& kind : mixerKinds(data, run))
        if (const core::CacheGrowth* growth = mixerGrowthOf(data, kind.run); growth && growth->sizes.size() > 1) {
            Held held{kind, growth, growth->bytesPerToken()};
            held.fixed = growth->sizes.back().bytes - held.perToken * growth->sizes.back().tokens;
            all.push_back(std::move(held));
        }
    return all;
}

QString whyNotMixerBytes(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (data.side == Side::Delta)
        return Mixers::tr("Bytes of many kinds have no difference: look at A | B.");
    if (!run->setup)
        return Mixers::tr("A recorded run does not say how its mixer was computed. Open the model itself.");
    if (QString reason = whyNoGenerating(run->setup->config); !reason.isEmpty())
        return reason;
    return canWrite(*run)
        ? QString()
        : Mixers::tr("The text fills the table of positions, so no token can follow. Shorten the text.");
}

Needs mixerBytesNeeds(const FigureData& data)
{
    return shownRun(data) && whyNoTokens(data).isEmpty() && whyNotMixerBytes(data).isEmpty() ? mixerGrowthNeeds(data) : Needs();
}

/// From which length on `growing` holds more than `other`; NaN: never, or from the start.
double crossover(const Held& growing, const Held& other)
{
    const double slope = double(growing.perToken - other.perToken), gap = double(other.fixed - growing.fixed);
    return slope > 0 && gap > 0 ? gap / slope : std::nan("");
}

void drawMixerBytes(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    QCPAxisRect* const rect = plot.addAxisRect(0, 0, style);
    auto* const chart = new LineChart(rect, style);
    for (const Held& held : heldOf(data, shownRun(data))) {
        const QString name = shortMixerName(held.kind.kind);
        const QColor color = mixerColor(held.kind.kind, style);
        QVector<double> x, y;
        for (int i = 0; i <= points; ++i) {
            x << std::pow(longest, double(i) / points);
            y << std::max(1.0, held.at(x.last()));
        }
        chart->addLine(x, y, name + QStringLiteral("  ") + formatBytes(std::llround(held.at(longest))), {.color = color})
            ->setName(QStringLiteral("line ") + name);
        x.clear();
        y.clear();
        for (const core::CacheSize& size : held.growth->sizes) {
            x << double(size.tokens);
            y << double(size.bytes);
        }
        QCPGraph* const dots = chart->addLine(x, y, QString(), {.color = color, .points = true});
        dots->setLineStyle(QCPGraph::lsNone);
        dots->setName(QStringLiteral("measured ") + name);
    }
    chart->setLogarithmic(true);
    chart->fitAxes();
    QCPAxis* const tokens = rect->axis(QCPAxis::atBottom);
    tokens->setScaleType(QCPAxis::stLogarithmic);
    tokens->setTicker(QSharedPointer<LogTicker>::create());
    tokens->setLabel(Mixers::tr("tokens in the text"));
    tokens->setRange(1, longest);
    rect->axis(QCPAxis::atLeft)->setLabel(Mixers::tr("bytes kept, all layers"));
    if (const double own = double(streamTokens(*shownRun(data)->trace).size()); own > 1)
        addVerticalMark(rect, own, Mixers::tr("this text"), style);
}

QString mixerBytesSubtitle(const FigureData&)
{
    return Mixers::tr("Dots: measured in the running caches (float32). Lines: what a further token adds. Both axes logarithmic.");
}

QString mixerBytesCaption(const FigureData& data)
{
    const std::vector<Held> all = heldOf(data, shownRun(data));
    QStringList fixed, sentences;
    for (const Held& held : all)
        if (held.perToken == 0)
            fixed << Mixers::tr("%1 %2").arg(shortMixerName(held.kind.kind), formatBytes(held.fixed));
    for (const Held& held : all)
        if (held.perToken > 0)
            sentences << (held.kind.kind == "retention"
                    ? Mixers::tr("%1 adds %2 per token: beside its state its keys, whose scores are summed in the divisor.")
                    : Mixers::tr("%1 adds %2 per token."))
                             .arg(shortMixerName(held.kind.kind), formatBytes(held.perToken));
    if (!fixed.isEmpty())
        sentences << Mixers::tr("Whatever the length: %1.").arg(fixed.join(Mixers::tr(", ")));
    const auto attention = std::ranges::find_if(all, [](const Held& held) { return held.kind.kind == "attention"; });
    double first = std::nan("");
    for (const Held& held : all)
        if (attention != all.end() && held.perToken == 0)
            if (const double here = crossover(*attention, held); std::isfinite(here) && !(first >= here))
                first = here;
    if (std::isfinite(first))
        sentences << Mixers::tr("From %1 tokens on attention's cache is larger than each of these.")
                         .arg(formatCount(std::int64_t(std::floor(first)) + 1));
    return joinedSentences(sentences);
}

QString mixerBytesTable(const FigureData& data)
{
    QString text = QStringLiteral("mixer,tokens,measured_bytes,bytes_per_token,fixed_bytes\n");
    for (const RunPtr& run : panelRuns(data))
        for (const Held& held : heldOf(data, run))
            for (const core::CacheSize& size : held.growth->sizes)
                text += QStringLiteral("%1,%2,%3,%4,%5\n")
                            .arg(QString::fromStdString(held.kind.kind))
                            .arg(size.tokens)
                            .arg(size.bytes)
                            .arg(held.perToken)
                            .arg(held.fixed);
    return text;
}

} // namespace

const FigurePage mixerBytesPage{.id = "bytes",
    .title = QT_TRANSLATE_NOOP("figures", "How much must be kept of a text?"),
    .draw = drawMixerBytes,
    .caption = mixerBytesCaption,
    .whyNot = whyNotMixerBytes,
    .subtitle = mixerBytesSubtitle,
    .table = mixerBytesTable,
    .needs = mixerBytesNeeds,
    .minPanel = minPanelOf<300, 160>,
    .caveats = kindsCaveats,
    .minRoom = {220, 100},
    .concepts = "C42"};

} // namespace widgets
