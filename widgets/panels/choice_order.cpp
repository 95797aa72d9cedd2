#include "widgets/panels/choice_order.h"

#include <QtGlobal>

#include <algorithm>
#include <array>
#include <utility>

namespace widgets {

namespace {

constexpr const char* kTitles[] = {
    QT_TRANSLATE_NOOP("widgets::VariantPanel", "Sizes"), QT_TRANSLATE_NOOP("widgets::VariantPanel", "Embedding and weights")};

/// Which choice a key folds out from, where its own prefix does not say so.
struct Belongs
{
    const char* prefix;
    const char* head; // empty: under a title
};
constexpr Belongs kBelongs[] = {{"score.", "attention.kind"}, {"bias.attention", "attention.kind"},
    {"bias.feed_forward", "feed_forward.kind"}, {"bias.output", "output.head"}, {"bias.head", "output.head"}, {"block.embedding_scale", ""},
    {"norm.embedding", "norm.placement"}, {"norm.final", "norm.placement"}};

constexpr std::pair<const char*, std::array<const char*, 4>> kFirst[]
    = {{"activation.kind", {"relu", "gelu", "silu", "swish"}}, {"position.kind", {"sinusoidal", "learned", "rope", "alibi"}}};

} // namespace

bool isHead(const core::ChoiceKey& key)
{
    return key.ofKey.empty() && (!key.formulas.empty() || key.id == "topology" || key.id == "output.head");
}

std::string headOf(const core::ChoiceKey& key)
{
    if (!key.ofKey.empty())
        return key.ofKey;
    for (const Belongs& rule : kBelongs)
        if (key.id.starts_with(rule.prefix))
            return rule.head;
    const std::string prefix = key.id.substr(0, key.id.find('.') + 1);
    for (const core::ChoiceKey& head : core::choiceKeys())
        if (isHead(head) && !prefix.empty() && head.id.starts_with(prefix))
            return head.id;
    return {};
}

std::span<const char* const> choiceTitles() { return kTitles; }

const char* titleOf(const core::ChoiceKey& key) { return kTitles[key.id.starts_with("sizes.") ? 0 : 1]; }

QStringList firstKinds(const core::ChoiceKey& key)
{
    QStringList kinds;
    for (const auto& [id, first] : kFirst)
        if (key.id == id)
            for (const char* kind : first)
                kinds << QLatin1String(kind);
    return kinds;
}

} // namespace widgets
