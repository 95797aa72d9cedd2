#include "core/analysis/residual.h"

#include "core/analysis/statistics.h"

#include <cmath>
#include <limits>

namespace core {

namespace {

std::vector<double> rowNorms(const Tensor& tensor)
{
    std::vector<double> norms(std::size_t(tensor.rows()));
    for (Index row = 0; row < tensor.rows(); ++row) {
        const Statistics statistics = statisticsOf({tensor.row(row), std::size_t(tensor.columns())});
        const bool isFinite = statistics.finite == statistics.count;
        norms[std::size_t(row)] = isFinite ? statistics.norm : std::numeric_limits<double>::quiet_NaN();
    }
    return norms;
}

std::string firstRecorded(const Trace& trace, std::initializer_list<std::string> names)
{
    for (const std::string& name : names)
        if (trace.find(name))
            return name;
    return {};
}

} // namespace

/// What a slot normalizes. A norm on the stream (post) reads the sum before it, a norm on a branch its raw output; else it
/// is the stream: in a parallel block both norms read what enters the block.
std::string normInput(const Trace& trace, const std::string& slot)
{
    const std::size_t dot = slot.rfind('.');
    const std::string block = dot == std::string::npos ? "" : slot.substr(0, dot + 1);
    const std::string kind = slot.substr(block.size());
    if (kind == "ln1")
        return firstRecorded(trace, {block + "resid_mid_sum", block + "resid_pre"});
    if (kind == "ln_cross")
        return firstRecorded(trace, {block + "resid_mid_cross_sum", block + "resid_mid"});
    if (kind == "ln2")
        return firstRecorded(
            trace, {block + "resid_post_sum", block + "resid_mid_cross", block + "resid_mid", block + "resid_pre"});
    if (kind == "ln1_post")
        return firstRecorded(trace, {block + "attn.out", block + "mixer.out"});
    if (kind == "ln_cross_post")
        return firstRecorded(trace, {block + "cross_attn.out"});
    if (kind == "ln2_post")
        return firstRecorded(trace, {block + "mlp.out"});
    if (kind == "ln_final" && block.empty() && trace.layers() > 0)
        return firstRecorded(trace, {blockName(trace.layers() - 1, "resid_post")});
    if (kind == "ln_embed" && block.empty())
        return firstRecorded(trace, {"embed"});
    return {};
}

std::vector<StreamPoint> streamNorms(const Trace& trace)
{
    std::vector<StreamPoint> points;
    const auto add = [&](Index layer, const char* rest) {
        const std::string name = blockName(layer, rest);
        if (const Tensor* tensor = trace.find(name))
            points.push_back({name, layer, rowNorms(*tensor)});
    };
    for (Index layer = 0; layer < trace.layers(); ++layer) {
        if (layer == 0 || !trace.find(blockName(layer - 1, "resid_post")))
            add(layer, "resid_pre");
        add(layer, "resid_mid");
        add(layer, "resid_post");
    }
    return points;
}

std::vector<NormEffect> normEffects(const Trace& trace)
{
    constexpr std::string_view ending = ".out";
    std::vector<NormEffect> effects;
    for (const TraceEntry& entry : trace.entries()) {
        const std::string& name = entry.name();
        if (!name.ends_with(ending))
            continue;
        const std::string slot = name.substr(0, name.size() - ending.size());
        if (slot.substr(slot.rfind('.') + 1).rfind("ln", 0) != 0)
            continue;
        const double unknown = std::numeric_limits<double>::quiet_NaN();
        NormEffect effect{slot, normInput(trace, slot), unknown, unknown, 0, 0};
        if (!effect.input.empty()) {
            const Statistics before = statisticsOf(trace.at(effect.input).values());
            effect.meanBefore = before.mean;
            effect.deviationBefore = before.standardDeviation;
        }
        const Statistics after = statisticsOf(entry.tensor.values());
        effect.meanAfter = after.mean;
        effect.deviationAfter = after.standardDeviation;
        effects.push_back(std::move(effect));
    }
    return effects;
}

} // namespace core
