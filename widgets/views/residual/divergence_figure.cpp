// Where A and B part: how far each recorded tensor of B is from that of A, in the order of computation, and the first that
 // differs.

#include "core/analysis/divergence.h"
#include "widgets/figure/fairness.h"
#include "widgets/figure/number_files.h"
#include "widgets/figure/offers.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/theme.h"
#include "widgets/views/residual/figure.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/side_panel.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace widgets {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Divergence)
};

constexpr double roomForBars = 700; // px of ordinary type
constexpr double barPitch = 27;
constexpr std::size_t maxBars = 12;
constexpr int maxTicks = 14;
constexpr const char* withBiases = "biases"; // a bundled model
constexpr const char* asIn2017 = "main B:preset-2017"; // the same training with the choices of the original Transformer

NeedId idOf(const FigureData& data) { return {data.a->trace, data.b->trace, "divergence"}; }

Needs divergenceNeeds(const FigureData& data)
{
    if (!data.a || !data.b)
        return {};
    return {derivedNeed(idOf(data),
        [a = data.a, b = data.b](const core::RunControl& control) { return core::divergenceOf(*a->trace, *b->trace, control); })};
}

const core::RunDivergence* divergenceOf(const FigureData& data)
{
    return data.a && data.b ? data.results.value<core::RunDivergence>(idOf(data)) : nullptr;
}

/// Whether A and B differ in biases alone.
bool differInBiases(const FigureData& data)
{
    const std::vector<DifferentChoice> differs = fairnessOf(data).differs;
    return !differs.empty() && std::ranges::all_of(differs, [](const DifferentChoice& one) {
        return one.key.starts_with("bias.") || one.key == "norm.bias";
    });
}

QString whyNotDivergence(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    if (!data.b)
        return Words::tr("There is one run: compare it with another choice, model or text, to see where the two part.");
    if (data.side == Side::Delta && data.mode == SlotMode::All)
        return Words::tr("The curve is of both runs already.");
    const core::RunDivergence* const all = divergenceOf(data);
    if (!all)
        return {};
    if (all->tensors.empty())
        return Words::tr("A and B recorded no tensor of the same name.");
    if (all->first >= 0)
        return {};
    const QString same = Words::tr("All %1 tensors that both recorded are the same.").arg(all->tensors.size());
    return joinedSentences({same,
        data.a->trace->choices == data.b->trace->choices
            ? Words::tr("Now change a choice of B.")
            : !differInBiases(data) ? Words::tr("The choice that differs changes no number of this text. Choose another, or write a longer text.")
            : Words::tr("The choice that differs changes no number with these weights: new biases begin at 0. Open a model that was "
                        "trained with it, “biases”, and switch it off in B.")});
}

/// Without B: one that has the weights of A, so that a choice alone is compared, and the two comparisons of the course. With a
/// choice that changes no number, as these weights have nothing of it: the bundled model that was trained with it.
ChoiceOffer offer(const FigureData& data)
{
    const QString biases = QLatin1String(withBiases);
    const ChoiceOffer ofBiases{Words::tr("“%1”, B without biases").arg(biases), QLatin1String(comparedOffer),
        biases + QLatin1String(" bias.attention=false bias.attention_output=false bias.feed_forward=false bias.output=false weights=keep")};
    if (const core::RunDivergence* const all = divergenceOf(data))
        return !all->tensors.empty() && all->first < 0 && differInBiases(data) ? ofBiases : ChoiceOffer();
    ChoiceOffer offers{Words::tr("Make B from A, with its weights"), ofBiases.key, QStringLiteral("weights=keep")};
    const auto add = [&](const QString& label, const QString& value) {
        offers.label += QLatin1Char('\n') + label;
        offers.value += QLatin1Char('\n') + value;
    };
    const core::ModelConfig* const config = data.a && data.a->setup ? &data.a->setup->config : nullptr;
    if (config && config->layers() > 0 && core::isParallel(config->block(0).layout))
        add(Words::tr("B with serial blocks"), QStringLiteral("block.layout=sequential weights=keep"));
    else if (config && config->layers() > 0
        && std::visit([](const auto& placement) { return placement.beforeBranch; }, config->block(0).placement))
        add(Words::tr("B with parallel blocks"), QStringLiteral("block.layout=parallel_shared_norm weights=keep"));
    if (config) // both pairs are of bundled models
        add(ofBiases.label + QLatin1Char('\n') + Words::tr("“main”, B as in 2017"),
            ofBiases.value + QLatin1Char('\n') + QLatin1String(asIn2017));
    return data.b ? ChoiceOffer() : offers;
}

/// What a tensor is part of: a line of the chart.
enum Part
{
    Stream,
    Attention,
    FeedForward,
    Norms,
    Ends, // embedding and output
    Parts
};

Part partOf(const core::TensorDivergence& one)
{
    const std::string_view rest = core::partsOfName(one.name).rest;
    if (one.layer < 0)
        return Ends;
    if (rest.starts_with("resid"))
        return Stream;
    if (rest.starts_with("ln"))
        return Norms;
    return rest.starts_with("mlp") ? FeedForward : Attention;
}

QString nameOf(Part part)
{
    switch (part) {
    case Stream:
        return Words::tr("stream");
    case Attention:
        return Words::tr("attention");
    case FeedForward:
        return Words::tr("feed-forward");
    case Norms:
        return Words::tr("norms");
    default:
        return Words::tr("embedding, output");
    }
}

const char* idOf(Part part)
{
    static constexpr std::array ids{"stream", "attention", "feed_forward", "norms", "ends"};
    return ids[std::size_t(part)];
}

/// "L3 attn.q" of "blocks.3.attn.q".
QString shortName(const std::string& name)
{
    const core::NameParts parts = core::partsOfName(name);
    const QString rest = QString::fromUtf8(parts.rest.data(), qsizetype(parts.rest.size()));
    if (parts.layer < 0)
        return QString::fromStdString(name);
    return (parts.isOfEncoder ? Words::tr("E%1") : QStringLiteral("L%1")).arg(counted(parts.layer)) + QLatin1Char(' ') + rest;
}

/// None has the colour of a slot: every point is of both.
LineStyle lineOf(Part part, const Theme& theme)
{
    switch (part) {
    case Stream:
        return {.color = theme.text, .points = true};
    case Attention:
        return {.color = theme.o, .pen = Qt::NoPen, .points = true};
    case FeedForward:
        return {.color = theme.v, .pen = Qt::NoPen, .points = true};
    case Norms:
        return {.color = theme.warning, .pen = Qt::NoPen, .points = true};
    default:
        return {.color = theme.text2, .pen = Qt::NoPen, .points = true};
    }
}

/// The layers at their first tensor, as many as have room.
QSharedPointer<QCPAxisTicker> layerTicks(const std::vector<core::TensorDivergence>& tensors)
{
    auto ticks = QSharedPointer<QCPAxisTickerText>::create();
    int layers = 0;
    for (const core::TensorDivergence& one : tensors)
        layers = std::max(layers, int(one.layer) + 1);
    const int step = std::max(1, (layers + maxTicks - 1) / maxTicks);
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const bool isNew = tensors[i].layer >= 0
            && (i == 0 || tensors[i - 1].layer != tensors[i].layer || tensors[i - 1].isOfEncoder != tensors[i].isOfEncoder);
        if (isNew && tensors[i].layer % step == 0)
            ticks->addTick(
                double(i), (tensors[i].isOfEncoder ? Words::tr("E%1") : QStringLiteral("L%1")).arg(counted(tensors[i].layer)));
    }
    return ticks;
}

void drawCurves(QCPAxisRect* rect, const core::RunDivergence& all, const FigureStyle& style)
{
    std::array<QVector<double>, Parts> x, y;
    for (std::size_t i = 0; i < all.tensors.size(); ++i) {
        const core::TensorDivergence& one = all.tensors[i];
        if (!one.differs() || !std::isfinite(one.relative) || one.relative <= 0)
            continue; // the same: below every power of ten
        const Part part = partOf(one);
        x[part] << double(i);
        y[part] << one.relative;
    }
    const bool isLog = std::ranges::any_of(y, [](const QVector<double>& line) { return !line.isEmpty(); });
    auto* chart = new LineChart(rect, style);
    for (int part = 0; part < Parts; ++part)
        if (!x[std::size_t(part)].isEmpty())
            chart->addLine(x[std::size_t(part)], y[std::size_t(part)], nameOf(Part(part)), lineOf(Part(part), themeOf(style)))
                ->setName(QString::fromLatin1(idOf(Part(part))));
    if (!isLog) // other shapes alone: a line at 0
        chart->addLine({0, double(all.tensors.size() - 1)}, {0, 0}, QString(), lineOf(Stream, themeOf(style)))
            ->setName(QString::fromLatin1(idOf(Stream)));
    chart->setLogarithmic(isLog);
    chart->fitAxes(!isLog);
    rect->axis(QCPAxis::atBottom)->setRange(-0.5, double(all.tensors.size()) - 0.5);
    if (all.first >= 0)
        if (const core::TensorDivergence& first = all.tensors[std::size_t(all.first)];
            std::isfinite(first.relative) && first.relative > 0)
            chart->setMark(double(all.first), first.relative, shortName(first.name));
}

/// The share of ‖a‖, or why there is none.
QString differenceText(const FigureData& data, const core::TensorDivergence& tensor)
{
    const bool haveOneShape = data.a->trace->at(tensor.name).shape() == data.b->trace->at(tensor.name).shape();
    return std::isfinite(tensor.relative) ? formatNumber(tensor.relative) : haveOneShape ? Words::tr("no number") : Words::tr("another shape");
}

/// The tensors that are farthest apart, and the first that differs on top.
std::vector<std::size_t> barTensors(const core::RunDivergence& all)
{
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < all.tensors.size(); ++i)
        if (std::isfinite(all.tensors[i].relative) && all.tensors[i].differs() && core::Index(i) != all.first)
            order.push_back(i);
    std::ranges::stable_sort(
        order, [&](std::size_t one, std::size_t other) { return all.tensors[one].relative > all.tensors[other].relative; });
    if (all.first >= 0)
        order.insert(order.begin(), std::size_t(all.first));
    std::set<std::pair<std::string, double>> seen; // "attn_out" is "attn.out" where nothing is done to it on its way
    std::erase_if(order, [&](std::size_t i) {
        std::string name = all.tensors[i].name;
        std::ranges::replace(name, '.', '_');
        return !seen.emplace(name, all.tensors[i].relative).second;
    });
    order.resize(std::min(order.size(), maxBars));
    return order;
}

void drawDivergence(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const core::RunDivergence& all = *divergenceOf(data);
    QCPAxisRect* rect = plot.addAxisRect(0, 0, style);
    rect->axis(QCPAxis::atBottom)->setLabel(Words::tr("tensors in the order of computation"));
    rect->axis(QCPAxis::atBottom)->setTicker(layerTicks(all.tensors));
    rect->axis(QCPAxis::atLeft)->setLabel(Words::tr("‖b − a‖ / ‖a‖"));
    drawCurves(rect, all, style);
    std::vector<std::size_t> order = barTensors(all);
    const QString heading = Words::tr("The first that differs, then the farthest apart");
    if (order.empty())
        return;
    if (roomOf(style).width() < roomForBars)
        return sayNoRoomFor(plot, {heading}, style);
    const double height = roomOf(style).height() - (style.showTitle ? 140 : 40);
    order.resize(std::min(order.size(), std::size_t(std::max(2.0, height / barPitch - 1))));
    SidePanel beside(*plot.panel(), plot, 0, 1, style);
    auto* chart = new BarChart(beside.add(heading), style);
    chart->setName(QStringLiteral("tensors"));
    QVector<Bar> bars;
    for (const std::size_t i : order) {
        const double relative = all.tensors[i].relative;
        bars << Bar{shortName(all.tensors[i].name), std::isfinite(relative) ? relative : 0, differenceText(data, all.tensors[i]),
            core::Index(i) == all.first};
    }
    chart->setBars(bars);
    plot.panel()->setColumnStretchFactor(0, 1.5);
}

QString divergenceSubtitle(const FigureData&)
{
    return Words::tr("Each dot: a tensor of both runs, how far B’s is from A’s as a share of its length.");
}

/// The most probable next token of a run.
std::vector<core::TokenProbability> answerOf(const core::Trace& trace)
{
    return speaksOfHere(trace) ? std::vector<core::TokenProbability>() : nextTokens(trace, int(streamTokens(trace).size()) - 1, 1);
}

/// What becomes of the answer.
QString answers(const FigureData& data)
{
    const std::vector<core::TokenProbability> a = answerOf(*data.a->trace), b = answerOf(*data.b->trace);
    return a.empty() || b.empty() ? QString()
                                  : Words::tr("The next token is “%1” (%2) in A and “%3” (%4) in B.")
                                        .arg(tokenText(*data.a, a[0].id), probabilityText(a[0].probability),
                                            tokenText(*data.b, b[0].id), probabilityText(b[0].probability));
}

QString divergenceCaption(const FigureData& data)
{
    const core::RunDivergence* const all = divergenceOf(data);
    if (!all || all->tensors.empty())
        return {};
    QStringList sentences;
    const bool areTwoTrainings = all->first >= 0 && !fairnessOf(data).sharesWeights;
    sentences << (areTwoTrainings ? Words::tr("Two trainings, not one choice: A and B share no weight.") : QString());
    if (all->first >= 0) {
        const auto first = std::size_t(all->first);
        const QString name = shortName(all->tensors[first].name);
        sentences << (first == 0
                ? Words::tr("A and B part at the first of %1 tensors, %2: ‖b − a‖ is %3 of ‖a‖.")
                      .arg(all->tensors.size())
                      .arg(name, differenceText(data, all->tensors[first]))
                : Words::tr("A and B part at %1 (‖b − a‖ is %2 of ‖a‖), after %3 of %4 tensors that are the same.")
                      .arg(name, differenceText(data, all->tensors[first]))
                      .arg(first)
                      .arg(all->tensors.size()));
        const auto farthest = std::ranges::max_element(all->tensors, [](const auto& one, const auto& other) {
            return (one.relative > 0 ? one.relative : 0) < (other.relative > 0 ? other.relative : 0);
        });
        if (farthest->relative > 0)
            sentences << Words::tr("The farthest apart is %1 (%2), the last, %3, differs by %4.")
                             .arg(shortName(farthest->name), formatNumber(farthest->relative),
                                 shortName(all->tensors.back().name), differenceText(data, all->tensors.back()));
    }
    sentences << answers(data);
    for (const auto& [names, slot] : {std::pair{&all->onlyA, QStringLiteral("A")}, {&all->onlyB, QStringLiteral("B")}})
        if (!names->empty())
            sentences << Words::tr("%1 alone has %2 more, the first is %3.")
                             .arg(slot)
                             .arg(names->size())
                             .arg(shortName(names->front()));
    return joinedSentences(sentences << (areTwoTrainings ? Words::tr("“Kept” as Weights of B takes those of A.") : QString()));
}

QString divergenceTable(const FigureData& data)
{
    QString text = QStringLiteral("tensor,relative_difference\n");
    if (const core::RunDivergence* const all = divergenceOf(data))
        for (const core::TensorDivergence& one : all->tensors)
            text += QStringLiteral("%1,%2\n").arg(QString::fromStdString(one.name), exactText(float(one.relative)));
    return text;
}

std::vector<Metric> divergenceMetrics(const FigureData& data)
{
    const core::RunDivergence* const all = divergenceOf(data);
    if (!all || all->first < 0)
        return {};
    const core::TensorDivergence& first = all->tensors[std::size_t(all->first)];
    Selection at = data.selection;
    at.layer = std::max(0, int(first.layer));
    return {{Words::tr("first that differs"), shortName(first.name), at, first.layer >= 0 && !first.isOfEncoder}};
}

} // namespace

QString tensorOfDivergence(const FigureData& data, int bar)
{
    const core::RunDivergence* const all = divergenceOf(data);
    const std::vector<std::size_t> order = all ? barTensors(*all) : std::vector<std::size_t>();
    return bar >= 0 && std::size_t(bar) < order.size() ? QString::fromStdString(all->tensors[order[std::size_t(bar)]].name)
                                                       : QString();
}

const FigureInfo divergenceFigure{.id = "divergence",
    .title = QT_TRANSLATE_NOOP("figures", "Where do A and B part?"),
    .draw = drawDivergence,
    .caption = divergenceCaption,
    .whyNot = whyNotDivergence,
    .subtitle = divergenceSubtitle,
    .table = divergenceTable,
    .comparing = Comparing::Overlay,
    .difference = Difference::Any,
    .metrics = divergenceMetrics,
    .needs = divergenceNeeds,
    .offer = offer,
    .minPanel = [](const FigureData&) { return QSizeF(260, 160); },
    .concepts = [](const FigureData&) { return "C24 C28 C41"; }};

} // namespace widgets
