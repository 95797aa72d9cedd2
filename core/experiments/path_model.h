#pragma once

// PathModel: a run taken apart into senders (the embedding, each head, each feed-forward) and the inputs that read their sum (the
// query, key and value of each head, each feed-forward, the logits). Each sender's part can be exchanged for its replacement in
// each input by itself: a mean over the tokens, or what another text gives (path patching: Wang et al. 2022, appendix B;
// Goldowsky-Dill et al. 2023).

#include "core/experiments/changed_runs.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// Adds its part to the stream.
struct PathSender
{
    std::string id; // "embed", "blocks.1.attn.z[2]", "blocks.1.mlp_out"
    Index layer = -1; // −1: the embedding
    Index head = -1; // −1: the embedding or a feed-forward
};

enum class PathInput
{
    Query,
    Key,
    Value,
    FeedForwardIn,
    Logits
};

/// Reads the stream.
struct PathReceiver
{
    std::string id; // "blocks.2.attn.k[3]", "blocks.2.mlp.input", "logits"
    PathInput input = PathInput::Logits;
    Index layer = 0; // of the logits: the number of layers
    Index head = -1; // of a query the head, of a key or value that of the keys
};

/// A run whose numbers come in place of those of the measured one.
struct ReplacingText
{
    ForwardInput input;
    Changes inForce = {}; // in its run
};

class PathModel
{
public:
    /// Without `other`, means over the tokens come in place of what the run has. `mostHeads`: only so many heads have paths,
    /// those whose exchange changes the metric most; 0: all. Throws Error{BadInput} for a model whose stream is no sum of
    /// outputs, or without attention in some layer, where what is in force changes the stream itself, or for texts of different
    /// length; what forward() throws.
    PathModel(
        Measurement measurement, const std::optional<ReplacingText>& other, const RunControl& control, std::size_t mostHeads = 0);

    /// The same, watched and stopped by another control.
    PathModel under(const RunControl& control) const;

    /// Of the numbers that its runs begin with.
    std::size_t bytes() const;

    const std::vector<PathSender>& senders() const { return m_senders; } // in the order of computation
    std::size_t heads() const { return m_heads; } // of the model, with paths or without
    const std::vector<PathReceiver>& receivers() const { return m_receivers; } // the logits are the last
    double untouched() const { return m_runs.untouched(); }
    const Metric& metric() const { return m_runs.measured().metric; }

    /// Whether the part of a sender is in what a receiver reads.
    bool reaches(const PathSender& sender, const PathReceiver& receiver) const;

    /// The heads, or the feed-forward, whose input it is: places in senders(). Of the logits none.
    std::vector<std::size_t> nodesOf(const PathReceiver& receiver) const;

    /// What the metric loses when the part of each of these senders alone is exchanged in this receiver: untouched − metric.
    /// REQUIRES: they reach it.
    std::vector<double> effects(const std::vector<std::size_t>& senders, const PathReceiver& receiver) const;

    /// The same with the part exchanged in everything that reads it: what is behind it is computed anew.
    std::vector<double> totalEffects(const std::vector<std::size_t>& senders) const;

    using KeepsEdge = std::function<bool(std::size_t sender, std::size_t receiver)>;

    /// The metric when the edges that are kept carry what their senders compute from what they themselves are given, and all
    /// others carry replacements.
    double metricOf(const KeepsEdge& keeps) const;

private:
    Tensor replacedOf(const std::string& name) const;
    bool isStreamChanged(const std::string& name) const;
    void requireSum() const;
    void addEnds();
    void keepHeads(std::size_t most);
    void findParts();
    Changes withStream(const std::string& name, const Tensor& stream) const;
    std::vector<double> lost(const std::vector<Changes>& runs) const;
    std::string streamBefore(const PathReceiver& receiver) const;
    std::vector<Changes> exchanged(const std::vector<Tensor>& streams, const PathReceiver& receiver) const;

    RunControl m_control;
    ChangedRuns m_runs;
    std::shared_ptr<const Trace> m_other; // null: means
    std::size_t m_heads = 0;
    std::vector<PathSender> m_senders;
    std::vector<PathReceiver> m_receivers;
    std::vector<Tensor> m_parts; // of each sender: its part of the stream minus the replacement, [token, d_model]
};

} // namespace core
