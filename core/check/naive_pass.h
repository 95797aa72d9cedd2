#pragma once

// NaivePass: the pass of the naive twin (naive_reference.h), in nested loops and double precision, one index a loop.

#include "core/check/naive_reference.h"

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace core::naive {

using Vector = std::vector<double>;
using Rows = std::vector<Vector>; // [token][dimension]
using Heads = std::vector<Rows>;  // [token][head][dimension] or [head][query][key]

/// REQUIRES: a configuration that has a twin (withoutTwin).
class NaivePass
{
public:
    /// All of them outlive this.
    NaivePass(const Setup& setup, const std::vector<TokenId>& ids, const NaiveSink& sink, const RunControl& control)
        : m_config(setup.config)
        , m_weights(setup.weights)
        , m_ids(ids)
        , m_tokens(Index(ids.size()))
        , m_sink(sink)
        , m_control(control)
        , m_allMultiplications(naiveCost(setup.config, Index(ids.size())).multiplications)
    {
    }

    /// Hands every tensor to the sink. Throws Stopped.
    void run();

private:
    // Weights and records
    /// Row by row, of which a few are read at a time.
    void eachRow(const std::string& name, const std::function<void(std::size_t row, const Vector& numbers)>& use);
    Vector row(const std::string& name, Index index) const;
    Vector vector(const std::string& name) const;
    void record(const std::string& name, const Vector& v) { m_sink(name, {{Index(v.size())}, v}); }
    void record(const std::string& name, const Rows& rows);
    void record(const std::string& name, const Heads& heads);

    /// So many multiplications were made: stops where that was requested, and tells how far the pass is.
    void count(double multiplications);

    /// y_o = Σ_i W_oi x_i + b_o for each token; `matrix` and `bias` by name, no bias: empty
    Rows product(const std::string& matrix, const std::string& bias, const Rows& x);
    Rows linear(const std::string& name, const Rows& x, bool hasBias)
    {
        return product(name + ".weight", hasBias ? name + ".bias" : std::string(), x);
    }
    static Rows sum(const Rows& a, const Rows& b);

    // The two ends
    Rows embedding();
    bool projects(EmbeddingProjection when) const { return m_config.embeddingWidth > 0 && m_config.embeddingProjection == when; }
    bool normsFirst() const { return m_config.normsTokensFirst && m_config.topology != Topology::Encoder; }

    /// Positions counted without padding, which is at −1.
    std::vector<Index> positions() const;
    Rows withPositions();
    static double capped(double x, double cap) { return cap > 0 ? cap * std::tanh(x / cap) : x; }
    Rows unembed(const Rows& stream);

    // Norms
    static double root(double square, double eps, EpsPlace place);
    Rows norm(const Norm& kind, const std::string& slot, const Rows& x);

    // A block
    /// a·α + b
    static Rows weighted(double alpha, Rows a, const Rows& b);
    Rows block(Index layer, const Rows& x);

    /// α and β of DeepNorm for the only stack (DeepNet, table 1), or those said; 1 elsewhere.
    std::pair<double, double> deepFactors(const BlockConfig& config) const;

    /// What is added to the stream of what a branch puts out.
    Rows branch(const BlockConfig& config, const std::string& at, const char* name, const char* slot, Rows out);
    Rows afterBranch(const BlockConfig& config, const std::string& name, const std::string& slot, const Rows& x, const Rows& f);

    // Attention
    /// [token][head][d_head] of [token][head · d_head]
    static Heads split(const Rows& x, Index heads);
    static Heads rotated(const Rope& rope, Heads x);
    static void clip(double limit, Heads& x);
    Rows attention(const BlockConfig& config, const std::string& at, const Rows& x);

    // Feed-forward
    static double linearHalfOf(const Activation& kind, double up);
    Rows feedForward(const BlockConfig& config, const std::string& at, const Rows& x);

    const ModelConfig& m_config;
    const Weights& m_weights;
    const std::vector<TokenId>& m_ids;
    Index m_tokens;
    const NaiveSink& m_sink;
    const RunControl& m_control;
    double m_multiplications = 0, m_allMultiplications;
};

} // namespace core::naive
