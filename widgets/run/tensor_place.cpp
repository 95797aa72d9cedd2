#include "widgets/run/tensor_place.h"

#include <algorithm>
#include <array>

namespace widgets {

namespace {

/// Whether the rows of a tensor of the blocks are keys rather than queries.
bool isOfKeys(const core::TraceEntry& entry)
{
    static constexpr std::array<std::string_view, 7> rests{
        "attn.k", "attn.v", "attn.k_normed", "attn.rot_k", "attn.k_rope", "attn.c_kv", "attn.kv_a"};
    const std::string rest = splitName(QString::fromStdString(entry.name())).second.toStdString();
    return std::any_of(
        rests.begin(), rests.end(), [&](std::string_view one) { return rest == one || rest == "cross_" + std::string(one); });
}

bool isPosition(const std::string& word)
{
    return word == core::axis::token || word == core::axis::query || word == core::axis::key;
}

/// The field of the selection that an axis is about.
int& fieldOf(const std::string& word, const core::TraceEntry& entry, Selection& selection)
{
    if (word == core::axis::key || (word == core::axis::token && isOfKeys(entry) && selection.key >= 0))
        return selection.key;
    if (isPosition(word))
        return selection.query;
    return word == core::axis::head || word == core::axis::kvHead ? selection.head : selection.dim;
}

/// Query heads that share one of `rows` key heads.
int groupOf(int heads, core::Index rows) { return rows > 0 ? std::max(1, heads / int(rows)) : 1; }

} // namespace

std::pair<int, QString> splitName(const QString& name)
{
    if (!name.startsWith(QLatin1String("blocks.")))
        return {-1, name};
    const qsizetype dot = name.indexOf(QLatin1Char('.'), 7);
    return {name.mid(7, dot - 7).toInt(), name.mid(dot + 1)};
}

int queryHeads(const RunResult& run, int layer)
{
    return run.setup && layer >= 0 && layer < run.setup->config.layers() ? int(run.setup->config.block(layer).heads) : 0;
}

std::vector<core::Index> placeOf(const core::TraceEntry& entry, const Selection& selection, int heads)
{
    const core::Tensor& tensor = entry.tensor;
    std::vector<core::Index> place;
    bool isNamed = false;
    Selection fields = selection;
    for (int i = 0; i < tensor.rank(); ++i) {
        const std::string& word = tensor.axes()[std::size_t(i)];
        int at = fieldOf(word, entry, fields);
        if (word == core::axis::kvHead)
            at = heads > 0 ? at / groupOf(heads, tensor.dim(i)) : 0;
        if (word == core::axis::head)
            at = int(entry.rowOfHead(at));
        if (isPosition(word) && at < 0)
            return {};
        isNamed = isNamed || at >= 0;
        place.push_back(std::max(at, 0));
        if (place.back() >= tensor.dim(i))
            return {};
    }
    return isNamed ? place : std::vector<core::Index>();
}

Selection selectionAt(const core::TraceEntry& entry, const std::vector<core::Index>& place, const Selection& selection, int heads)
{
    Selection to = selection;
    if (const int layer = splitName(QString::fromStdString(entry.name())).first; layer >= 0)
        to.layer = layer;
    for (std::size_t i = 0; i < place.size(); ++i) {
        const std::string& word = entry.tensor.axes()[i];
        int& field = fieldOf(word, entry, to);
        const int at = int(place[i]);
        if (word != core::axis::kvHead)
            field = at;
        else if (const int group = groupOf(heads, entry.tensor.dim(int(i))); field / group != at)
            field = at * group; // the first head of the group; one that is in it already stays
    }
    return to;
}

} // namespace widgets
