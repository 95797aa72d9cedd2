// The ALiBi room: one figure with four pictures.

#include "widgets/views/alibi/figure.h"

#include "widgets/figure/choice_text.h"
#include "widgets/figure/sides.h"
#include "widgets/views/alibi/numbers.h"
#include "widgets/views/alibi/order.h"
#include "widgets/views/alibi/penalty.h"
#include "widgets/views/alibi/pictures.h"
#include "widgets/views/alibi/terms.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/standard_offers.h"

namespace widgets {

namespace {

constexpr const FigurePage* kPages[] = {&alibiPenaltyPage, &alibiBeyondPage, &alibiOrderPage, &alibiTermsPage};

QString whyNotAlibi(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    const int layer = alibiPlace(data).layer;
    const RunResult& run = *shownRun(data);
    if (QString reason = whyNoAttention(run, layer); !reason.isEmpty())
        return reason;
    if (&pageOf(kPages, data) == &alibiBeyondPage && run.setup)
        return {}; // slopes and lengths alone: any text will do
    if (QString reason = whyOneWeight(run); !reason.isEmpty())
        return reason;
    const std::string pattern = core::blockName(layer, "attn.pattern");
    return run.trace->find(pattern) ? QString() : whyNotRecorded(pattern);
}

ChoiceOffer offer(const FigureData& data)
{
    const ChoiceOffer weights = weightsOffer(data);
    const FigurePage* const page = &pageOf(kPages, data);
    const int most = page == &alibiOrderPage ? maxMovedTokens : page == &alibiTermsPage ? maxTermTokens : 0;
    return weights.key.isEmpty() && most > 0 ? shorterTextOffer(data, most) : weights;
}

} // namespace

Selection alibiPlace(const FigureData& data)
{
    Selection place = data.selection;
    if (const RunPtr& run = shownRun(data); run && &pageOf(kPages, data) == &alibiTermsPage) {
        place.layer = 0;
        place.head = shownHead(data, slopesOf(*run, 0));
    }
    return place;
}

/// `text` with the kind that the model has; nothing when that is ALiBi.
static std::vector<Caveat> insteadOf(const FigureData& data, const QString& text)
{
    const std::string kind = positionKindOf(*shownRun(data), data.selection.layer);
    if (kind.empty() || kind == "alibi")
        return {};
    return {{text.arg(choiceText("position.kind", kind)), true}};
}

std::vector<Caveat> alibiInstead(const FigureData& data)
{
    return insteadOf(data, Alibi::tr("Shown: ALiBi on the same weights. The model itself: %1."));
}

std::vector<Caveat> slopesInstead(const FigureData& data)
{
    return insteadOf(data, Alibi::tr("Shown: the slopes that ALiBi would give its heads. The model itself: %1."));
}

constinit const FigureInfo alibiFigure = [] {
    FigureInfo figure = figureOf<kPages, whyNotAlibi>("alibi", QT_TRANSLATE_NOOP("figures", "How does ALiBi penalise distance?"));
    figure.difference = Difference::ByIndex;
    figure.offer = offer;
    return figure;
}();

} // namespace widgets
