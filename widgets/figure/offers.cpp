#include "widgets/figure/offers.h"

namespace widgets {

std::vector<ChoiceOffer> offersOf(const FigureInfo& figure, const FigureData& data)
{
    const ChoiceOffer all = figure.offer ? figure.offer(data) : ChoiceOffer();
    if (all.label.isEmpty())
        return {};
    const QStringList labels = all.label.split(QLatin1Char('\n')), values = all.value.split(QLatin1Char('\n'));
    std::vector<ChoiceOffer> offers;
    for (qsizetype i = 0; i < labels.size(); ++i)
        offers.push_back({labels[i], all.key, values.value(i)});
    return offers;
}

} // namespace widgets
