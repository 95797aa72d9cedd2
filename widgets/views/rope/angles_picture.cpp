// The angle of every pair at every position, and how many tokens a pair takes for one turn.

#include "widgets/plot/counting.h"
#include "widgets/views/rope/pictures.h"

#include "widgets/figure/sides.h"
#include "widgets/plot/chart_marks.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

struct RopeAngles
{
    Q_DECLARE_TR_FUNCTIONS(RopeAngles)
};

/// Wavelengths on a logarithmic axis, under the columns of the map.
void addWavelengths(Plot& plot, QCPLayoutGrid* in, GridAxisRect* map, const RopeHead& head, const FigureStyle& style)
{
    const Theme& theme = themeOf(style);
    QCPAxisRect* rect = plot.addAxisRect(plot.panel()->rowCount(), 0, style);
    in->addElement(3, 0, rect);
    alignSides({map, rect});
    map->setFollower(rect);
    rect->axis(QCPAxis::atBottom)->setLabel(RopeAngles::tr("pair"));
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<IndexTicker>::create());
    auto* chart = new LineChart(rect, style);
    chart->setLogarithmic(true);
    QVector<double> pairs, lengths;
    for (const double length : core::wavelengths(head.rotation.angles)) {
        pairs << double(pairs.size());
        lengths << length;
    }
    chart->addLine(pairs, lengths, QString(), {.color = theme.slotA, .points = true})->setName(QStringLiteral("wavelength"));
    const double last = double(pairs.size()) - 0.5;
    const auto level = [&](double tokens, const QString& text, const QColor& color) {
        chart->addLine({-0.5, last}, {tokens, tokens}, text, {.color = color, .pen = Qt::DashLine});
    };
    level(double(head.tokens), RopeAngles::tr("this text: %1").arg(head.tokens), theme.text2);
    if (const core::Index trained = core::trainedLength(head.rotation.rope); trained > 0)
        level(double(trained), RopeAngles::tr("trained: %1").arg(formatCount(trained)), theme.slotB);
    chart->fitAxes();
    rect->axis(QCPAxis::atBottom)->setRange(-0.5, last);
}

void drawRopeAngles(const Drawing& drawing, const RopeHead& head)
{
    const auto& [plot, data, style] = drawing;
    QCPLayoutGrid* page = plot.panel();
    GridAxisRect* map = addAngleMap(drawing, 0, head);
    if (data.side == Side::Delta)
        return;
    const QString ofTurns = RopeAngles::tr("Tokens for one turn");
    if (roomOf(style).height() < 380)
        return sayNoRoomFor(plot, {ofTurns}, style);
    map->axis(QCPAxis::atBottom)->setLabel(QString()); // the chart below says it
    auto* column = plot.makeGrid();
    column->setRowSpacing(space::s);
    column->addElement(0, 0, plot.addPanelTitle(1, 0, RopeAngles::tr("Angle"), style));
    column->addElement(1, 0, map);
    column->addElement(2, 0, plot.addPanelTitle(1, 0, ofTurns, style));
    addWavelengths(plot, column, map, head, style);
    column->setRowStretchFactor(0, 0.001);
    column->setRowStretchFactor(1, 1.7);
    column->setRowStretchFactor(2, 0.001);
    page->simplify();
    page->addElement(0, 0, column);
}

QString ropeAnglesSubtitle(const RopeHead&, const FigureData&)
{
    return RopeAngles::tr(
        "Cells: the angle position × θ that a pair is turned by; the colours close after one turn.");
}

QString ropeAnglesCaption(const RopeHead& head, const FigureData&)
{
    const std::vector<double> lengths = core::wavelengths(head.rotation.angles);
    const core::Index trained = core::trainedLength(head.rotation.rope);
    const auto slow = std::count_if(lengths.begin(), lengths.end(), [&](double length) { return length > double(trained); });
    QString text = RopeAngles::tr("Pair %1 turns once in %2 tokens, pair %3 once in %4.")
                       .arg(counted(0))
                       .arg(turnLength(lengths.front()))
                       .arg(counted(lengths.size() - 1))
                       .arg(turnLength(lengths.back()));
    if (trained > 0)
        text += QLatin1Char(' ')
            + RopeAngles::tr("Of %1 pairs, %2 never finish a turn within the trained length of %3 tokens.")
                  .arg(lengths.size())
                  .arg(slow)
                  .arg(formatCount(trained));
    return text;
}

QString ropeAnglesTable(const RopeHead& head, const FigureData&)
{
    const Grid grid = angleGrid(head);
    QStringList names{QStringLiteral("position")};
    for (core::Index pair = 0; pair < grid.columns; ++pair)
        names << QStringLiteral("pair_%1").arg(pair);
    QString csv = names.join(QLatin1Char(',')) + QLatin1Char('\n');
    for (core::Index row = 0; row < grid.rows; ++row) {
        QStringList numbers{QString::number(row)};
        for (core::Index pair = 0; pair < grid.columns; ++pair)
            numbers << exactText(grid.at(row, pair));
        csv += numbers.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return csv;
}

} // namespace

const FigurePage ropeAnglesPage{.id = "angles",
    .title = QT_TRANSLATE_NOOP("figures", "How far does each pair turn?"),
    .draw = drawOf<drawRopeAngles>,
    .caption = wordsOf<ropeAnglesCaption>,
    .whyNot = whyNoAngleDifference,
    .subtitle = wordsOf<ropeAnglesSubtitle>,
    .table = wordsOf<ropeAnglesTable>,
    .options = ropeHeadOptions,
    .minPanel = minPanelOf<138, 125>,
    .concepts = "C08"};

} // namespace widgets
