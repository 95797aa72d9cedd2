#pragma once

// LayerCache: what one layer stores of earlier tokens, so that a new token costs one step: rows that grow with the text (keys,
// values, compressed latents) and states of a fixed size (recurrences, the last inputs of a convolution).
//
// A layer that remembers something names it here; nothing else needs to know.

#include "core/base/tensor.h"

#include <map>
#include <string>
#include <vector>

namespace core {

class LayerCache
{
public:
    /// Room for `capacity` tokens; memory is taken as it is needed.
    explicit LayerCache(Index capacity)
        : m_capacity(capacity)
    {
    }

    Index past() const { return m_past; } // tokens held before this pass

    /// [rows, width], one row per token: the first past() hold what earlier passes wrote, this pass writes the rest. Throws
    /// Error{BadInput} when the text outgrows the capacity.
    float* rows(const std::string& name, Index width, Index rows);

    /// Numbers that every pass replaces, e.g. the state of a recurrence; zero before the first pass.
    std::vector<float>& state(const std::string& name, Index size);

    /// Rows of another sequence that are written once, e.g. keys of the encoder's output; nullptr until stored.
    const std::vector<float>* fixed(const std::string& name) const;
    void setFixed(const std::string& name, std::vector<float> numbers) { m_fixed[name] = std::move(numbers); }

    /// Called when the pass has gone through all layers.
    void advance(Index tokens) { m_past += tokens; }

    /// Forgets all but the first `tokens`. Where a state was kept it can only be all: a recurrence cannot be run back.
    bool canTruncate(Index tokens) const { return tokens >= m_past || tokens == 0 || m_states.empty(); }
    void truncate(Index tokens); // REQUIRES: canTruncate(tokens)

    /// Bytes of the tokens held, float32: Σ width · tokens over rows, and the states.
    std::size_t bytes() const;

private:
    struct Rows
    {
        Index width = 0;
        std::vector<float> numbers;
    };
    std::map<std::string, Rows> m_rows;
    std::map<std::string, std::vector<float>> m_states;
    std::map<std::string, std::vector<float>> m_fixed;
    Index m_capacity = 0;
    Index m_past = 0;
};

} // namespace core
