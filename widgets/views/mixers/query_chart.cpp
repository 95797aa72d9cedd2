#include "widgets/views/mixers/query_chart.h"

#include "widgets/plot/charts.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/maps/stage.h"
#include "widgets/views/mixers/words.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/side_panel.h"

#include <algorithm>

namespace widgets {

void addQueryChart(MapStage& stage, const Drawing& drawing, const std::vector<QueryLine>& lines)
{
    const auto& [plot, data, style] = drawing;
    const RunResult& run = *shownRun(data);
    const int query = shownPosition(run, data.selection);
    const double high = std::max(110.0, 50.0 + 18.0 * double(lines.size())); // each line has its name at its end
    const QString heading
        = Mixers::tr("What %1 (token %2) takes: share by magnitude").arg(quotedToken(*run.trace, query)).arg(counted(query));
    SidePanel panel(*stage.addChart({260, high}, heading), plot, 0, 0, style);
    QCPAxisRect* const rect = panel.add(heading);
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<IndexTicker>::create());
    rect->axis(QCPAxis::atBottom)->setLabel(Mixers::tr("key"));
    auto* const chart = new LineChart(rect, style);
    for (const QueryLine& line : lines) {
        const auto row = line.matrix->effective.row(query).cwiseAbs();
        const double sum = double(row.sum());
        QVector<double> x, y;
        for (core::Index key = 0; sum > 0 && key <= std::min<core::Index>(query, row.size() - 1); ++key) {
            x << double(key);
            y << double(row[key]) / sum;
        }
        if (!x.isEmpty())
            chart->addLine(x, y, line.name, {.color = line.color, .points = x.size() < 40})
                ->setName(QStringLiteral("query ") + line.name);
    }
    chart->fitAxes(true);
}

} // namespace widgets
