// Texts that the model writes after the prompt: where they part, what could follow a token and what the cut takes, log Z below.

#include "widgets/views/writing/figure.h"

#include "widgets/figure/sides.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/logits/log_z_chart.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/standard_offers.h"
#include "widgets/views/writing/cut_bars.h"
#include "widgets/views/writing/text_tree.h"
#include "widgets/views/writing/words.h"

#include <algorithm>
#include <map>

namespace widgets {

namespace {

constexpr int shownPositions = 60; // of the prompt, in the chart of log Z

/// Lanes of the nodes: children of one node lie below each other, so that no branch crosses another.
class Lanes
{
public:
    explicit Lanes(const Writing& writing)
    {
        for (const ShownText& text : writing.texts)
            for (const core::Index node : text.nodes) {
                std::vector<core::Index>& children = m_children[writing.tree->nodes[std::size_t(node)].parent];
                if (std::ranges::find(children, node) == children.end())
                    children.push_back(node);
            }
        place(0);
    }

    int of(core::Index node) const { return m_lanes.at(node); }
    int count() const { return m_count; }

private:
    int place(core::Index node)
    {
        const auto children = m_children.find(node);
        if (children == m_children.end())
            return m_lanes[node] = m_count++;
        int first = -1;
        for (const core::Index child : children->second) {
            const int lane = place(child);
            first = first < 0 ? lane : first;
        }
        return m_lanes[node] = first;
    }

    std::map<core::Index, std::vector<core::Index>> m_children;
    std::map<core::Index, int> m_lanes;
    int m_count = 0;
};

QString namesOf(const QStringList& names)
{
    return names.size() < 3 ? names.join(WritingWords::tr(", "))
                            : WritingWords::tr("%1 and %n more", nullptr, int(names.size()) - 1).arg(names.front());
}

TreeTip tipOf(const Writing& writing, core::Index leaf)
{
    TreeTip tip;
    QStringList names;
    for (const ShownText& text : writing.texts) {
        if (text.nodes.empty() || text.nodes.back() != leaf)
            continue;
        names << textName(*text.text);
        tip.column = int(text.nodes.size()) - 1;
        tip.note = oneIn(text.logBefore);
        tip.isOpen = !text.isWhole || text.text->end == core::ContinuationEnd::Length;
        tip.isGreedy = tip.isGreedy || text.text->kind == core::Continuation::Greedy;
    }
    tip.name = namesOf(names);
    return tip;
}

TextTree::Data treeOf(const Writing& writing)
{
    const core::ContinuationTree& tree = *writing.tree;
    const Lanes lanes(writing);
    TextTree::Data data{.root = quotedToken(*writing.run->trace, int(streamTokens(*writing.run->trace).size()) - 1),
        .isRootSelected = writing.selected == 0,
        .words = {},
        .tips = std::vector<TreeTip>(std::size_t(lanes.count())),
        .columns = 0,
        .first = 0};
    std::vector<bool> isThere(tree.nodes.size()), isGreedy(tree.nodes.size());
    for (const ShownText& text : writing.texts)
        for (const core::Index node : text.nodes) {
            isThere[std::size_t(node)] = true;
            if (text.text->kind == core::Continuation::Greedy)
                isGreedy[std::size_t(node)] = true;
        }
    for (std::size_t i = 1; i < tree.nodes.size(); ++i) {
        const core::ContinuationNode& node = tree.nodes[i];
        if (!isThere[i])
            continue;
        data.columns = std::max(data.columns, int(node.depth));
        data.words.push_back({.text = tokenText(*writing.run, node.id),
            .lane = lanes.of(core::Index(i)),
            .column = int(node.depth) - 1,
            .parentLane = lanes.of(node.parent),
            .probability = node.drawn.before,
            .isGreedy = isGreedy[i],
            .isSelected = writing.selected == core::Index(i),
            .node = int(i)});
    }
    for (const ShownText& text : writing.texts)
        if (!text.nodes.empty())
            data.tips[std::size_t(lanes.of(text.nodes.back()))] = tipOf(writing, text.nodes.back());
    const int depth = int(tree.nodes[std::size_t(writing.selected)].depth);
    data.first = data.columns; // the selected token in sight, else where the texts first part
    for (const TreeWord& word : data.words)
        if (depth > 0 ? word.isSelected : word.lane != word.parentLane)
            data.first = std::min(data.first, word.column);
    data.first = std::max(0, data.first - 1);
    return data;
}

QCPAxisRect* addPart(const Drawing& drawing, QCPLayoutGrid* in, int row, int column, const QString& heading)
{
    const auto& [plot, data, style] = drawing;
    const int below = plot.panel()->rowCount();
    in->addElement(row, column, plot.addPanelTitle(below, 0, heading, style));
    in->setRowStretchFactor(row, 0.001);
    QCPAxisRect* const rect = plot.addAxisRect(below + 1, 0, style);
    in->addElement(row + 1, column, rect);
    return rect;
}

void addBars(const Drawing& drawing, QCPAxisRect* rect, const Writing& writing)
{
    auto* const bars = new CutBars(rect, drawing.style);
    std::vector<CutBar> shown;
    for (const core::NextToken& next : writing.node().next)
        shown.push_back({tokenText(*writing.run, next.id), next.before, next.after, next.sum, writing.drawnBy(next.id) > 0});
    const double topP = writing.options.sampler.temperature > 0 ? writing.options.sampler.topP : 0;
    bars->setBars(std::move(shown), topP, QStringLiteral("top-p %1").arg(settingText(topP)),
        WritingWords::tr("cut off: %1").arg(formatNumber(std::max(0.0, 1 - writing.node().keptBefore), 2)));
}

void addTree(const Drawing& drawing, QCPLayoutGrid* in, int row, int column, const Writing& writing)
{
    const auto& [plot, data, style] = drawing;
    if (writing.tree) {
        QCPAxisRect* const rect = addPart(
            drawing, in, row, column, WritingWords::tr("One prompt, %n continuation(s)", nullptr, int(writing.texts.size())));
        (new TextTree(rect, style))->setData(treeOf(writing));
        return;
    }
    const QString words = writing.why.isEmpty() ? WritingWords::tr("The model is writing …") : writing.why;
    in->addElement(row, column, plot.addPanelTitle(plot.panel()->rowCount(), 0, words, style, true));
    in->setRowStretchFactor(row, 0.001);
    in->addElement(row + 1, column, new QCPLayoutElement(&plot));
}

void addLogZ(const Drawing& drawing, QCPAxisRect* rect, const Writing& writing, double width = 1)
{
    const std::vector<double> prompt = logZOfText(*writing.run);
    const int last = int(prompt.size()) - 1, first = std::max(0, last + 1 - shownPositions);
    const Theme& theme = themeOf(drawing.style);
    QVector<LogZLine> lines{{.positions = {}, .values = {}, .label = {}, .isStrong = true}};
    for (int position = first; position < last; ++position) {
        lines[0].positions << position;
        lines[0].values << prompt[std::size_t(position)];
    }
    const double end = writing.tree ? writing.tree->nodes.front().logZ : writing.prompt.logZ;
    lines[0].positions << last;
    lines[0].values << end;
    for (const ShownText& text : writing.texts) {
        const bool isGreedy = text.text->kind == core::Continuation::Greedy;
        const bool isFirst = &text == &writing.texts[std::min<std::size_t>(1, writing.texts.size() - 1)];
        LogZLine line{.positions = {double(last)},
            .values = {end},
            .label = isGreedy || isFirst ? textName(*text.text) : QString(),
            .isStrong = isFirst,
            .pen = isGreedy ? Qt::DashLine : Qt::SolidLine,
            .color = isGreedy ? theme.text : QColor()};
        for (const core::Index at : text.nodes)
            if (const core::ContinuationNode& node = writing.tree->nodes[std::size_t(at)]; node.isRead) {
                line.positions << last + double(node.depth);
                line.values << node.logZ;
            }
        lines << line;
    }
    LineChart* const chart = addLogZChart(rect, lines, drawing.style, width);
    if (const core::ContinuationNode& node = writing.node(); node.isRead)
        chart->setMark(last + double(node.depth), node.logZ, formatNumber(node.logZ));
}

constexpr double besideBars = 0.58; // of the width, at the least

void drawGeneration(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const Writing writing = writingOf(data);
    const QSizeF room(roomOf(style).width(), pictureHeight(style));
    const bool isWide = room.width() >= 560;
    const bool hasLogZ = room.height() >= (isWide ? 300 : 460), isLogZBeside = isWide && !hasLogZ && room.height() >= 200;
    const QString titleOfLogZ = WritingWords::tr("log Z after every token");
    QStringList leftOut;
    auto* const parts = plot.makeGrid();
    parts->setColumnSpacing(space::xl);
    parts->setRowSpacing(space::xs);
    const QString heading = WritingWords::tr("After %1: p → p after the cut").arg(writing.selectedWord());
    if (isWide) {
        QCPLayoutGrid* const columns[] = {plot.makeGrid(), plot.makeGrid()};
        for (int column = 0; column < 2; ++column) {
            columns[column]->setRowSpacing(space::xs);
            parts->addElement(0, column, columns[column]);
        }
        addBars(drawing, addPart(drawing, columns[0], 0, 0, heading), writing);
        addTree(drawing, columns[1], 0, 0, writing);
        if (isLogZBeside)
            addLogZ(drawing, addPart(drawing, columns[1], 2, 0, titleOfLogZ), writing, besideBars);
        parts->setColumnStretchFactor(0, 0.5);
    } else {
        addTree(drawing, parts, 0, 0, writing);
        if (room.height() >= 240)
            addBars(drawing, addPart(drawing, parts, 2, 0, heading), writing);
        else
            leftOut << heading;
    }
    plot.panel()->simplify();
    plot.panel()->addElement(0, 0, parts);
    if (!hasLogZ && !isLogZBeside)
        leftOut << titleOfLogZ;
    sayNoRoomFor(plot, leftOut, style);
    if (!hasLogZ)
        return;
    plot.addPanelTitle(1, 0, titleOfLogZ, style);
    plot.panel()->setRowStretchFactor(1, 0.001);
    addLogZ(drawing, plot.addAxisRect(2, 0, style), writing);
    plot.panel()->setRowStretchFactor(2, 0.38);
}

QString whyNotGeneration(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    return whyNotWriting(*shownRun(data));
}

QSizeF minPanel(const FigureData&) { return {165, 200}; }

} // namespace

const FigureInfo generationFigure{.id = "generation",
    .title = QT_TRANSLATE_NOOP("figures", "How does one prompt become several texts?"),
    .draw = drawGeneration,
    .caption = writingCaption,
    .whyNot = whyNotGeneration,
    .subtitle = writingSubtitle,
    .table = writingTable,
    .needs = writingNeeds,
    .options = writingOptions,
    .offer = generatingOffer,
    .minPanel = minPanel,
    .caveats = writingCaveats,
    .concepts = [](const FigureData&) { return "C35"; }};

} // namespace widgets
