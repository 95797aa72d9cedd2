#pragma once

// NaivePass: the pass of the naive twin (naive_reference.h), in nested loops and double precision, one index a loop.

#include "tests/core/support/naive_reference.h"

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace support {

using Vector = std::vector<double>;
using Rows = std::vector<Vector>; // [token][dimension]
using Heads = std::vector<Rows>;  // [token][head][dimension] or [head][query][key]

/// REQUIRES: a configuration that has a twin (withoutTwin).
class NaivePass
{
public:
    NaivePass(const core::ModelConfig& config, const core::Weights& weights, const std::vector<core::TokenId>& ids)
        : m_config(config)
        , m_weights(weights)
        , m_ids(ids)
        , m_tokens(core::Index(ids.size()))
    {
    }

    std::map<std::string, NaiveTensor> run();

private:
    // Weights and records
    Rows matrix(const std::string& name) const;
    Vector vector(const std::string& name) const;
    void record(const std::string& name, const Vector& v) { m_tensors[name] = {{core::Index(v.size())}, v}; }
    void record(const std::string& name, const Rows& rows);
    void record(const std::string& name, const Heads& heads);

    /// y_o = Σ_i W_oi x_i + b_o for each token
    Rows linear(const std::string& name, const Rows& x, bool hasBias) const;
    static Rows sum(const Rows& a, const Rows& b);

    // The two ends
    Rows embedding();
    bool projects(core::EmbeddingProjection when) const
    {
        return m_config.embeddingWidth > 0 && m_config.embeddingProjection == when;
    }
    bool normsFirst() const { return m_config.normsTokensFirst && m_config.topology != core::Topology::Encoder; }

    /// Positions counted without padding, which is at −1.
    std::vector<core::Index> positions() const;
    Rows withPositions();
    static double capped(double x, double cap) { return cap > 0 ? cap * std::tanh(x / cap) : x; }
    Rows unembed(const Rows& stream) const;

    // Norms
    static double root(double square, double eps, core::EpsPlace place);
    Rows norm(const core::Norm& kind, const std::string& slot, const Rows& x);

    // A block
    /// a·α + b
    static Rows weighted(double alpha, Rows a, const Rows& b);
    Rows block(core::Index layer, const Rows& x);

    /// α and β of DeepNorm for the only stack (DeepNet, table 1), or those said; 1 elsewhere.
    std::pair<double, double> deepFactors(const core::BlockConfig& config) const;

    /// What is added to the stream of what a branch puts out.
    Rows branch(const core::BlockConfig& config, const std::string& at, const char* name, const char* slot, Rows out);
    Rows afterBranch(
        const core::BlockConfig& config, const std::string& name, const std::string& slot, const Rows& x, const Rows& f);

    // Attention
    /// [token][head][d_head] of [token][head · d_head]
    static Heads split(const Rows& x, core::Index heads);
    static Heads rotated(const core::Rope& rope, Heads x);
    static void clip(double limit, Heads& x);
    Rows attention(const core::BlockConfig& config, const std::string& at, const Rows& x);

    // Feed-forward
    static double linearHalfOf(const core::Activation& kind, double up);
    Rows feedForward(const core::BlockConfig& config, const std::string& at, const Rows& x);

    const core::ModelConfig& m_config;
    const core::Weights& m_weights;
    const std::vector<core::TokenId>& m_ids;
    core::Index m_tokens;
    std::map<std::string, NaiveTensor> m_tensors;
};

} // namespace support
