#include "widgets/views/positions/added_cells.h"

#include "widgets/figure/sides.h"
#include "widgets/plot/chart_marks.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/positions/relative_runs.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <string_view>

namespace widgets {

namespace {

struct Positions
{
    Q_DECLARE_TR_FUNCTIONS(Positions)
};

using What = core::AddedByDistance::What;

/// Absolute vectors, then biases, then rotations.
constexpr std::array<std::string_view, 8> kindOrder{
    "sinusoidal", "learned", "t5_buckets", "alibi", "rope", "transformer_xl", "shaw", "disentangled"};

int placeOf(std::string_view kind) { return int(std::ranges::find(kindOrder, kind) - kindOrder.begin()); }

NeedId idOf(const std::string& name, int layer)
{
    return {{}, {}, "added by distance of " + name + " in layer " + std::to_string(layer)};
}

int layerOf(const FigureData& data) { return std::max(0, data.selection.layer); }

void drawCell(QCPAxisRect* rect, const AddedCell& cell, const FigureStyle& style)
{
    const Theme& theme = themeOf(style);
    auto* const chart = new LineChart(rect, style);
    const SlotPen pen = slotPen(cell.line.slot == QLatin1String("B") ? Side::B : Side::A, style);
    const QColor color = cell.line.slot.isEmpty() ? theme.text : pen.color;
    const QString name = QString::fromStdString(cell.line.sibling.name);
    const auto add = [&](const std::vector<double>& numbers, const QColor& of, double width, const QString& part) {
        QVector<double> x, y;
        for (const double number : numbers) {
            x << double(x.size());
            y << number;
        }
        QCPGraph* const line = chart->addLine(x, y, {}, {.color = of});
        QPen drawn = line->pen();
        drawn.setWidthF(drawn.widthF() * width);
        line->setPen(drawn);
        line->setName(part);
    };
    const bool isScore = cell.added->what == What::Score;
    QColor faint = isScore ? color : theme.text2;
    faint.setAlphaF(isScore ? 0.4F : 0.8F);
    for (std::size_t head = 0; head < cell.added->lines.size(); ++head)
        if (isScore ? core::Index(head) == cell.head : core::Index(head) != cell.head)
            add(cell.added->lines[head], faint, 0.6, QStringLiteral("added by head %1 of %2").arg(counted(core::Index(head))).arg(name));
    add(isScore ? core::smoothed(cell.shown(), lossSmoothWidth) : cell.shown(), color, 1.2,
        QStringLiteral("added in %1").arg(name));
    chart->fitAxes(cell.added->what != What::Score);
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<NumberTicker>::create(true));
    rect->axis(QCPAxis::atBottom)->setRange(0, 2.0 * double(cell.added->trained));
    addVerticalMark(rect, double(cell.added->trained),
        cell.shown().size() > std::size_t(cell.added->trained)
            ? QString()
            : Positions::tr("no row %1").arg(counted(core::Index(cell.shown().size()))),
        style);
}

} // namespace

std::vector<AddedCell> addedCells(const FigureData& data, const std::vector<LossLine>& lines)
{
    std::vector<AddedCell> cells;
    for (const LossLine& line : lines) {
        const auto* const added = data.results.value<core::AddedByDistance>(idOf(line.sibling.name, layerOf(data)));
        if (!line.isOtherSeed && added && !added->lines.empty())
            cells.push_back({line, added, std::clamp<core::Index>(data.selection.head, 0, core::Index(added->lines.size()) - 1)});
    }
    std::ranges::stable_sort(cells, {}, [](const AddedCell& cell) { return placeOf(cell.line.sibling.kind); });
    return cells;
}

void addAddedNeeds(Needs& needs, const FigureData& data)
{
    const int layer = layerOf(data);
    for (const core::PositionSibling& sibling : firstSeeds(data)) {
        needs.push_back(derivedNeed(idOf(sibling.name, layer), [name = sibling.name, layer](const core::RunControl& control) {
            const core::SetupPtr setup = siblingSetup(name);
            std::vector<core::TokenId> row = heldOutRows(*setup, 1).front();
            row.resize(std::min(row.size(), std::size_t(2 * setup->config.context)));
            return core::addedByDistance(*setup, row, std::min<core::Index>(layer, setup->config.layers() - 1), control);
        }));
        needs.back().isPart = true;
    }
}

QString headingOf(const AddedCell& cell)
{
    const QString kind = shortKindName(cell.line.sibling.kind);
    return cell.added->what == What::Products ? kind + QStringLiteral("  p·p")
        : cell.added->what == What::Bias      ? Positions::tr("%1  bias").arg(kind)
                                              : Positions::tr("%1  score, H%2").arg(kind).arg(counted(cell.head));
}

void drawAddedCells(const Drawing& drawing, QCPLayoutGrid& in, const std::vector<AddedCell>& cells, std::size_t columns)
{
    const auto& [plot, data, style] = drawing;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const int row = 2 * int(i / columns), column = int(i % columns), below = plot.panel()->rowCount();
        in.addElement(row, column, plot.addPanelTitle(below, 0, headingOf(cells[i]), style));
        QCPAxisRect* const rect = plot.addAxisRect(below + 1, 0, style);
        in.addElement(row + 1, column, rect);
        in.setRowStretchFactor(row, 0.001);
        drawCell(rect, cells[i], style);
    }
}

QString addedSentence(const std::vector<AddedCell>& cells)
{
    QStringList each;
    core::Index trained = 0;
    for (const AddedCell& cell : cells) {
        const std::vector<double> numbers
            = cell.added->what == What::Score ? core::smoothed(cell.shown(), lossSmoothWidth) : cell.shown();
        trained = cell.added->trained;
        const auto last = std::size_t(std::max<core::Index>(0, trained - 1));
        if (numbers.size() > std::max<std::size_t>(1, last))
            each << Positions::tr("%1 %2 and %3")
                        .arg(shortKindName(cell.line.sibling.kind), formatNumber(numbers[1]), formatNumber(numbers[last]));
    }
    return each.isEmpty() ? QString()
                          : Positions::tr("Added to the token before and to one %1 back, the most that training saw: %2.")
                                .arg(std::max<core::Index>(0, trained - 1))
                                .arg(each.join(Positions::tr(", ")));
}

} // namespace widgets
