// The shares of the kinds of each choice among the models of a year: which choices came and went.

#include "widgets/figure/sentences.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/atlas/choice_shares.h"
#include "widgets/views/atlas/pages.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"

#include <algorithm>
#include <map>

namespace widgets {

namespace {

using core::AtlasModel;

std::vector<const AtlasModel*> allModels()
{
    FigureData all;
    all.options = {{atlasModelsOption.name(), QStringLiteral("all")}};
    return tableModels(all);
}

using YearModels = std::map<int, std::vector<const AtlasModel*>>;

YearModels modelsByYear()
{
    YearModels years;
    for (const AtlasModel* model : allModels())
        years[model->year].push_back(model);
    return years;
}

ShareStrip stripOf(const AtlasFamily& family, const FigureData& data, const YearModels& years)
{
    ShareStrip strip{family.title(), QLatin1String(family.id), family.kinds(), {}};
    const auto kinds = std::size_t(strip.kinds.size());
    for (const auto& [year, models] : years) {
        std::vector<int> counts(kinds);
        for (const AtlasModel* model : models)
            if (const int kind = family.kindOf(*model); kind >= 0)
                ++counts[std::size_t(kind)];
        strip.counts.push_back(std::move(counts));
    }
    const std::vector<MyModel> mine = myModels(data);
    if (!mine.empty())
        strip.mine = family.kindOf(mine.front().model);
    if (const AtlasModel* selected = selectedModel(data))
        strip.selected = family.kindOf(*selected);
    else if (!selected && mine.size() > 1)
        strip.selected = family.kindOf(mine[1].model);
    return strip;
}

void drawAtlasChoices(const Drawing& drawing)
{
    const std::size_t fitting = std::size_t(std::max(2.0, (roomOf(drawing.style).height() - 40) / 34));
    const std::size_t shown = std::min(fitting, atlasFamilies().size());
    drawShares(drawing.plot.addAxisRect(0, 0, drawing.style), drawing, shown);
    QStringList leftOut;
    for (const AtlasFamily& family : atlasFamilies().subspan(shown))
        leftOut << family.title();
    sayNoRoomFor(drawing.plot, leftOut, drawing.style);
}

QString atlasChoicesSubtitle(const FigureData& data)
{
    const std::vector<MyModel> mine = myModels(data);
    const AtlasModel* const selected = selectedModel(data);
    QStringList parts{AtlasWords::tr("Shares of the models whose choice is known.")};
    if (!mine.empty())
        parts << AtlasWords::tr("Blue: as %1.").arg(mine.front().name);
    if (selected && (mine.empty() || mine.front().name != QString::fromStdString(selected->name))) // it does not run itself
        parts << AtlasWords::tr("Orange: as %1.").arg(QString::fromStdString(selected->name));
    else if (mine.size() > 1)
        parts << AtlasWords::tr("Orange: as %1.").arg(mine[1].name);
    return joinedSentences(parts);
}

QString atlasChoicesCaption(const FigureData& data) { return shareSentence(data); }

QString atlasChoicesTable(const FigureData& data)
{
    QString text = QStringLiteral("choice,kind,year,models\n");
    const YearModels years = modelsByYear();
    for (const AtlasFamily& family : atlasFamilies()) {
        const ShareStrip strip = stripOf(family, data, years);
        std::size_t at = 0;
        for (const auto& [year, models] : years) {
            for (qsizetype kind = 0; kind < strip.kinds.size(); ++kind)
                text += QStringLiteral("%1,\"%2\",%3,%4\n")
                            .arg(strip.id, strip.kinds[kind])
                            .arg(year)
                            .arg(strip.counts[at][std::size_t(kind)]);
            ++at;
        }
    }
    return text;
}

} // namespace

void drawShares(QCPAxisRect* rect, const Drawing& drawing, std::size_t strips)
{
    const YearModels years = modelsByYear();
    std::vector<ShareStrip> shown;
    for (const AtlasFamily& family : atlasFamilies().first(std::min(strips, atlasFamilies().size())))
        shown.push_back(stripOf(family, drawing.data, years));
    QStringList names;
    std::vector<int> counts;
    for (const auto& [year, models] : years) {
        names << QString::number(year);
        counts.push_back(int(models.size()));
    }
    auto* const shares = new ChoiceShares(rect, drawing.style);
    shares->setName(QLatin1String(sharesName));
    shares->setStrips(std::move(shown), std::move(names), std::move(counts));
}

QString shareSentence(const FigureData& data)
{
    const YearModels years = modelsByYear();
    if (years.empty())
        return {};
    const auto& [year, models] = *years.rbegin();
    QStringList parts;
    for (const AtlasFamily& family : atlasFamilies().first(4)) {
        const ShareStrip strip = stripOf(family, data, years);
        const std::vector<int>& counts = strip.counts.back();
        const auto most = std::ranges::max_element(counts) - counts.begin();
        parts << AtlasWords::tr("%1 have %2").arg(counts[std::size_t(most)]).arg(strip.kinds[qsizetype(most)]);
    }
    return AtlasWords::tr("Of the %1 models of %2, %3. The atlas is a selection of models, not a census.")
        .arg(models.size())
        .arg(year)
        .arg(parts.join(AtlasWords::tr(", ")));
}

const FigurePage atlasChoicesPage{.id = "choices",
    .title = QT_TRANSLATE_NOOP("figures", "Which share of the year's models chose it?"),
    .draw = drawAtlasChoices,
    .caption = atlasChoicesCaption,
    .subtitle = atlasChoicesSubtitle,
    .table = atlasChoicesTable,
    .minPanel = minPanelOf<260, 140>,
    .minRoom = {240, 110},
    .concepts = "C38"};

} // namespace widgets
