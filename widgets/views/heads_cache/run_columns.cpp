#include "widgets/views/heads_cache/run_columns.h"

#include "widgets/figure/sides.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/plot.h"

namespace widgets {

QString whyNoColumns(const FigureData& data, WhyNoColumn whyNot)
{
    QString reason;
    for (const RunPtr& run : panelRuns(data)) {
        reason = whyNot(*run, data);
        if (reason.isEmpty())
            return {};
    }
    return reason;
}

void drawRunColumns(
    const Drawing& drawing, WhyNoColumn whyNot, const std::function<QCPLayoutElement*(const RunResult& run)>& column)
{
    const auto& [plot, data, style] = drawing;
    QCPLayoutGrid* const page = plot.panel();
    std::vector<QCPLayoutElement*> columns;
    for (const RunPtr& run : panelRuns(data)) {
        const QString why = whyNot(*run, data);
        columns.push_back(why.isEmpty() ? column(*run) : plot.addPanelTitle(page->rowCount(), 0, why, style, true));
    }
    page->simplify();
    for (std::size_t i = 0; i < columns.size(); ++i)
        page->addElement(0, int(i), columns[i]);
}

void addSharedKey(const std::vector<GridAxisRect*>& rects, const ColorScale& scale, const QString& title, const FigureStyle& style)
{
    if (!style.showColorBar || rects.empty())
        return;
    (new ColorBar(rects.front(), scale, title, style))->reachOver({rects.begin() + 1, rects.end()});
}

} // namespace widgets
