// Mixers: what carries numbers from token to token, attention or what stands in its place; one of five pictures.

#include "widgets/views/mixers/figure.h"

#include "widgets/views/mixers/data.h"
#include "widgets/views/mixers/pages.h"
#include "widgets/views/mixers/words.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/standard_offers.h"

namespace widgets {

namespace {

constexpr const FigurePage* kPages[] = {&mixerMatrixPage, &mixerStatePage, &mixerKernelsPage, &mixerComparePage, &mixerBytesPage};

/// A page that this mixer has nothing for offers one that has.
ChoiceOffer offer(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (!run || !run->setup || !whyNoTokens(data).isEmpty())
        return {};
    const FigurePage& page = pageOf(kPages, data);
    const bool isEmpty = page.whyNot && !page.whyNot(data).isEmpty();
    if (isEmpty && &page == &mixerBytesPage)
        return generatingOffer(data);
    const bool hasState = !isAttentionMixer(*run, mixerLayer(*run, data.selection));
    const std::string kind = !isEmpty ? ""
        : &page == &mixerKernelsPage  ? "selective_ssm"
        : &page == &mixerStatePage && !hasState ? "retention"
                                                : "";
    if (kind.empty())
        return {};
    return {Mixers::tr("Use %1").arg(shortMixerName(kind)), QStringLiteral("mixer.kind"), QString::fromStdString(kind)};
}

} // namespace

constinit const FigureInfo mixersFigure = [] {
    FigureInfo figure
        = figureOf<kPages, whyNoTokens>("mixers", QT_TRANSLATE_NOOP("figures", "What does a mixer take from each token?"));
    figure.offer = offer;
    figure.difference = Difference::Any;
    return figure;
}();

} // namespace widgets
