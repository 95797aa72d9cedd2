#pragma once

// Trace: the record of one forward pass. The engine writes it, a file can hold it, an outside program can make it, every
// view reads it. After publication (shared_ptr<const Trace>) nothing in it changes.

#include "core/base/tensor.h"
#include "core/base/token_id.h"
#include "core/io/json.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// One recorded tensor. `heads` names the heads kept when a request asked for some only; empty = all.
struct TraceEntry
{
    Tensor tensor;
    std::vector<Index> heads;
    bool replaced = false; // an intervention changed it

    const std::string& name() const { return tensor.name(); }

    /// Where a head is along the axis of heads, of which perhaps only some were recorded; −1: not there. REQUIRES: of a tensor
    /// with all heads: it has this one.
    Index rowOfHead(Index head) const;

    /// The head that is there.
    Index headOfRow(Index row) const { return heads.empty() ? row : heads[std::size_t(row)]; }
};

class Trace
{
public:
    std::string model;               // as the person named it
    Json choices;                    // Choices::toJson() of the resolved configuration
    std::vector<TokenId> ids;
    std::vector<std::string> tokens; // text of each id, for labels
    std::vector<TokenId> decoderIds = {};        // of an encoder–decoder, whose `ids` are the source
    std::vector<std::string> decoderTokens = {};
    std::uint64_t seed = 0;
    double milliseconds = 0;         // of the pass
    std::string dtype;               // how the weights were stored
    std::string replicaOf;           // the published model that an untrained replica of ran; empty: none
    std::vector<float> lastLogits;   // [vocabulary] of the last position, when "logits" itself was not recorded
    Json interventions;              // the list of core/trace/intervention.h that was in force; null: none
    std::string metric;              // whose gradients the tensors "grad.NAME" are ("loss"); empty: there are none
    double metricValue = 0;
    std::vector<std::string> replaced; // names that an intervention changed, recorded or not, in the order of computation

    /// In the order of computation.
    const std::vector<TraceEntry>& entries() const { return m_entries; }

    /// nullptr when this run recorded no such tensor (a view then says so).
    const Tensor* find(std::string_view name) const;
    const TraceEntry* findEntry(std::string_view name) const;

    /// Like find, for callers that know it must be there. Throws Error.
    const Tensor& at(std::string_view name) const;

    /// The same run with these tensors in place of its own.
    Trace withEntries(std::vector<TraceEntry> entries) const;

    /// REQUIRES: the name is new; the trace is not yet published.
    void add(TraceEntry entry);

    Index layers() const;                // 1 + the highest N of "blocks.N."; 0 when there is none
    std::size_t bytes() const;           // of all tensors; memory that two names share counts once

private:
    std::vector<TraceEntry> m_entries;
    std::map<std::string, std::size_t, std::less<>> m_indexByName;
};

using TracePtr = std::shared_ptr<const Trace>;

/// "blocks.3.attn.pattern". Names of the trace are combined and taken apart here only.
std::string blockName(Index layer, std::string_view rest);

/// "encoder.blocks.3.attn.q": of the encoder, layer 3, "attn.q".
struct NameParts
{
    bool isOfEncoder = false;
    Index layer = -1; // −1: of no block
    std::string_view rest; // of the name
};
NameParts partsOfName(std::string_view name);

} // namespace core
