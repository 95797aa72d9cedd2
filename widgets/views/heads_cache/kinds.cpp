#include "widgets/views/heads_cache/kinds.h"

#include "widgets/figure/choice_text.h"
#include "widgets/figure/fairness.h"
#include "widgets/plot/figure_style.h"
#include "widgets/views/heads_cache/pages.h"
#include "widgets/views/shared/figure_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace widgets {

namespace {

struct HeadsCache
{
    Q_DECLARE_TR_FUNCTIONS(HeadsCache)
};

constexpr const char* family = "attention.kind";

const std::vector<std::string>& words() { return core::findChoiceKey(family)->words; }

int placeOf(const std::string& word)
{
    const auto found = std::find(words().begin(), words().end(), word);
    return found == words().end() ? 0 : int(found - words().begin());
}

Need kindNeed(const RunPtr& run, const std::string& word)
{
    Need need = runNeed(run, family, word, {"blocks.*.attn.*k*", "blocks.*.attn.v"});
    if (run->setup && run->setup->said.has("weights")) // the model that runs when the kind is chosen
        need.run->change.set("weights", run->setup->said.value("weights"));
    return need;
}

CachedKind ownKind(const FigureData& data, const RunPtr& run)
{
    CachedKind kind;
    kind.run = run;
    kind.layer = layerWithAttention(*run, data.selection);
    if (run->setup && kind.layer >= 0)
        kind.value = sharingWord(*run, kind.layer);
    kind.name = shortName(kind.value);
    kind.slot = ownMark(data, run == data.b && run != data.a);
    kind.place = placeOf(kind.value);
    return kind;
}

NeedId growthId(const RunPtr& run, core::Index tokens)
{
    return {run->trace, {}, "cache while " + std::to_string(tokens) + " tokens are written"};
}

Need growthNeed(const RunPtr& run, core::Index tokens)
{
    return derivedNeed(growthId(run, tokens), [run, tokens](const core::RunControl& control) {
        const core::Trace& trace = *run->trace;
        const auto prompt = core::Index(streamTokens(trace).size());
        const core::Index last = tokens > 0 ? core::growthWithinReason(*run->setup, prompt, tokens) : 0;
        return core::measuredCacheGrowth(*run->setup, {trace.ids, trace.decoderIds}, last, control);
    });
}

/// Whether the run leaves room for one more token in its tables.
bool hasRoom(const RunResult& run)
{
    const std::optional<core::Index> longest = core::longestText(run.setup->config);
    return !longest || *longest > core::Index(streamTokens(*run.trace).size());
}

CachedRow rowOf(const core::Trace& trace, const QString& name, const std::string& tensor, int position)
{
    CachedRow row{name, tensor};
    const core::Tensor* found = trace.find(tensor);
    if (!found || position < 0 || position >= found->dim(0))
        return row;
    const core::Index width = found->size() / found->dim(0);
    row.heads = found->rank() == 3 ? found->dim(1) : 1;
    row.numbers.assign(found->data() + position * width, found->data() + (position + 1) * width);
    return row;
}

} // namespace

int layerWithAttention(const RunResult& run, const Selection& selection)
{
    if (!run.setup)
        return -1;
    const std::vector<core::BlockConfig>& blocks = run.setup->config.blocks;
    const int wanted = std::clamp(selection.layer, 0, std::max(0, int(blocks.size()) - 1));
    if (wanted < int(blocks.size()) && core::isAttention(blocks[std::size_t(wanted)].mixer))
        return wanted;
    const auto first
        = std::find_if(blocks.begin(), blocks.end(), [](const auto& block) { return core::isAttention(block.mixer); });
    return first == blocks.end() ? -1 : int(first - blocks.begin());
}

std::string sharingWord(const RunResult& run, int layer)
{
    return std::string(core::infoOf(run.setup->config.block(layer).sharing).id);
}

QString shortName(const std::string& sharing)
{
    constexpr std::array<std::pair<const char*, const char*>, 4> names{
        {{"multi_head", "MHA"}, {"grouped_query", "GQA"}, {"multi_query", "MQA"}, {"latent", "MLA"}}};
    for (const auto& [word, name] : names)
        if (sharing == word)
            return QString::fromLatin1(name);
    return QString::fromStdString(sharing);
}

QColor kindColor(const CachedKind& kind, const FigureData& data, const FigureStyle& style)
{
    const Theme& theme = themeOf(style);
    if (data.side == Side::Both)
        return kind.place == 0 ? theme.slotA : theme.slotB;
    const std::array colors{theme.slotA, theme.o, theme.warning, theme.ok};
    return colors[std::size_t(kind.place) % colors.size()];
}

RunPtr neededRun(const FigureData& data)
{
    const std::vector<RunPtr> runs = drawnRuns(data);
    return runs.empty() ? nullptr : runs.front();
}

std::vector<CachedKind> cachedKinds(const FigureData& data)
{
    if (data.side == Side::Both && data.b) {
        std::vector<CachedKind> both{ownKind(data, data.a), ownKind(data, data.b)};
        both[0].slot = QStringLiteral("A");
        both[1].slot = QStringLiteral("B");
        both[0].place = 0;
        both[1].place = 1;
        return both;
    }
    const RunPtr& run = shownRun(data);
    const CachedKind own = ownKind(data, run);
    std::vector<CachedKind> kinds;
    for (const std::string& word : words()) {
        if (word == own.value) {
            kinds.push_back(own);
            continue;
        }
        const NeedResult* const result = data.results.find(kindNeed(run, word).id);
        if (!result)
            continue;
        CachedKind kind{.value = word, .name = shortName(word), .place = placeOf(word), .layer = own.layer};
        kind.run = data.results.run(kindNeed(run, word).id);
        if (!kind.run)
            kind.why = coreText(result->why);
        kinds.push_back(std::move(kind));
    }
    return kinds;
}

Needs kindNeeds(const FigureData& data)
{
    Needs all;
    const RunPtr run = neededRun(data);
    if (!whyNoCache(data).isEmpty() || showsBoth(data))
        return all;
    const std::string own = sharingWord(*run, layerWithAttention(*run, data.selection));
    for (const std::string& word : words())
        if (word != own)
            all.push_back(kindNeed(run, word));
    return all;
}

Need changedRun(const FigureData& data, const core::Choices& change, const std::string& words, std::vector<std::string> patterns)
{
    const RunPtr run = neededRun(data);
    return {.id = {run->trace, {}, "run " + words},
        .run = FurtherRun{.of = run, .change = change, .text = {}, .patterns = std::move(patterns)}};
}

std::string keyTensor(const core::Trace& trace, int layer)
{
    for (const char* name : {"attn.rot_k", "attn.k_normed"})
        if (trace.find(core::blockName(layer, name)))
            return core::blockName(layer, name);
    return core::blockName(layer, "attn.k");
}

const core::Tensor* compressedInput(const core::Trace& trace, int layer)
{
    const core::Tensor* const normed = trace.find(core::blockName(layer, "ln1.out"));
    return normed ? normed : trace.find(core::blockName(layer, "resid_pre"));
}

std::vector<CachedRow> cachedRows(const CachedKind& kind, int position)
{
    const core::Trace& trace = *kind.run->trace;
    std::vector<CachedRow> rows;
    if (kind.isLatent()) {
        rows.push_back(rowOf(trace, QStringLiteral("c"), core::blockName(kind.layer, "attn.c_kv"), position));
        rows.push_back(rowOf(trace, HeadsCache::tr("k rope"), core::blockName(kind.layer, "attn.k_rope"), position));
    } else {
        rows.push_back(rowOf(trace, QStringLiteral("k"), keyTensor(trace, kind.layer), position));
        rows.push_back(rowOf(trace, QStringLiteral("v"), core::blockName(kind.layer, "attn.v"), position));
    }
    const bool isWhole = std::ranges::none_of(rows, [](const CachedRow& row) { return row.numbers.empty(); });
    return isWhole ? rows : std::vector<CachedRow>();
}

std::vector<CachedRow> expandedRows(const CachedKind& kind, int position)
{
    if (!kind.isLatent())
        return {};
    const core::Trace& trace = *kind.run->trace;
    std::vector<CachedRow> rows{rowOf(trace, QStringLiteral("k"), keyTensor(trace, kind.layer), position),
        rowOf(trace, QStringLiteral("v"), core::blockName(kind.layer, "attn.v"), position)};
    std::erase_if(rows, [](const CachedRow& row) { return row.numbers.empty(); });
    return rows;
}

bool canGenerate(const RunResult& run)
{
    if (!run.setup)
        return false;
    const core::ModelConfig& config = run.setup->config;
    return config.topology != core::Topology::Encoder && config.outputHead != core::OutputHead::None && config.generates()
        && hasRoom(run);
}

Needs growthNeeds(const FigureData& data, core::Index tokens)
{
    Needs all = kindNeeds(data);
    if (!whyNoCache(data).isEmpty())
        return all;
    std::vector<RunPtr> runs{neededRun(data)};
    if (showsBoth(data))
        runs.push_back(data.b);
    for (const Need& need : all)
        if (const RunPtr run = data.results.run(need.id))
            runs.push_back(run);
    for (const RunPtr& run : runs)
        if (run && canGenerate(*run))
            all.push_back(growthNeed(run, tokens));
    return all;
}

const core::CacheGrowth* growthOf(const FigureData& data, const CachedKind& kind, core::Index tokens)
{
    return kind.run ? data.results.value<core::CacheGrowth>(growthId(kind.run, tokens)) : nullptr;
}

QString sumText(const CachedKind& kind)
{
    const core::BlockConfig& block = kind.block();
    const core::Index rope = core::turningWidth(block.sharing); // of latents: what is kept beside them
    if (kind.isLatent())
        return QStringLiteral("%1 + %2").arg(block.cacheNumbersPerToken() - rope).arg(rope);
    return QStringLiteral("2 · %1 · %2").arg(block.kvHeads).arg(block.dHead);
}

QString formulaText(const std::string& sharing)
{
    constexpr std::array<std::pair<const char*, const char*>, 4> formulas{{{"multi_head", "2·n_h·d_h·l"},
        {"grouped_query", "2·n_g·d_h·l"}, {"multi_query", "2·d_h·l"}, {"latent", "(d_c + d_rope)·l"}}};
    for (const auto& [word, formula] : formulas)
        if (sharing == word)
            return QString::fromUtf8(formula);
    return {};
}

std::vector<Caveat> kindCaveats(const FigureData& data)
{
    QStringList kept, trained;
    for (const CachedKind& kind : cachedKinds(data))
        if (kind.slot.isEmpty() && kind.run && kind.run->setup && kind.run->setup->origin.how != core::WeightsOrigin::How::Seeded)
            (kind.run->setup->origin.how == core::WeightsOrigin::How::Kept ? kept : trained) << kind.name;
    std::vector<Caveat> all;
    const QString comma = HeadsCache::tr(", ");
    if (!kept.isEmpty())
        all.push_back(
            {HeadsCache::tr("On weights trained with another kind: %1. Numbers of the cache, not quality.").arg(kept.join(comma)),
                true});
    if (!trained.isEmpty())
        all.push_back({HeadsCache::tr("Own trained weights, as many parameters each: %1.").arg(trained.join(comma))});
    return all;
}

} // namespace widgets
