#include "widgets/views/heads_cache/run_columns.h"

#include "widgets/figure/fairness.h"
#include "widgets/figure/side_heading.h"
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

std::vector<RunPtr> runsOfScale(const FigureData& data, const RunPtr& run, WhyNoColumn whyNot)
{
    if (!data.isLocked)
        return {run};
    std::vector<RunPtr> all = panelRuns(data);
    std::erase_if(all, [&](const RunPtr& one) { return !whyNot(*one, data).isEmpty(); });
    return all;
}

void drawRunColumns(const Drawing& drawing, WhyNoColumn whyNot, const std::function<QCPLayoutElement*(const RunPtr& run)>& column)
{
    const auto& [plot, data, style] = drawing;
    QCPLayoutGrid* const page = plot.panel();
    auto* const all = plot.makeGrid();
    all->setColumnSpacing(space::xl);
    const std::vector<RunPtr> runs = panelRuns(data);
    const auto names = runs.size() > 1 ? slotNames(data, fairnessOf(data)) : std::pair<QString, QString>();
    const auto sentence = [&](const QString& why) { // as high as the column beside it
        auto* const place = plot.makeGrid();
        place->addElement(0, 0, plot.addPanelTitle(page->rowCount(), 0, why, style, true));
        place->setRowStretchFactor(0, 0.001);
        place->addElement(1, 0, new QCPLayoutElement(&plot));
        return place;
    };
    for (std::size_t i = 0; i < runs.size(); ++i) {
        int row = 0;
        if (runs.size() > 1) {
            const Side side = i == 0 ? Side::A : Side::B;
            all->addElement(row, int(i), addSideHeading(drawing, {page->rowCount(), 0}, names, side));
            all->setRowStretchFactor(row++, 0.001);
        }
        const QString why = whyNot(*runs[i], data);
        all->addElement(row, int(i), why.isEmpty() ? column(runs[i]) : sentence(why));
    }
    page->simplify();
    page->addElement(0, 0, all);
}

void addSharedKey(
    const std::vector<GridAxisRect*>& rects, const ColorScale& scale, const QString& title, const FigureStyle& style)
{
    if (!style.showColorBar || rects.empty())
        return;
    (new ColorBar(rects.front(), scale, title, style))->reachOver({rects.begin() + 1, rects.end()});
}

} // namespace widgets
