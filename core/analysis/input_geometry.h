#pragma once

// How the vectors of the tokens lie to each other where they enter the model: the cosines of every two, and the plane of their
// spread, of the embeddings and of what enters the first block.

#include "core/analysis/input_vectors.h"
#include "core/analysis/token_geometry.h"
#include "core/trace/trace.h"

namespace core {

/// Cosines of every two tokens [token, token], −1 … 1.
struct InputCosines
{
    Matrix before; // of their embeddings; empty where the trace does not hold what inputVectors() needs
    Matrix after;  // of what enters the first block; empty where the embeddings themselves enter

    std::size_t bytes() const { return std::size_t(before.size() + after.size()) * sizeof(float); }
};
InputCosines inputCosines(const Trace& trace);

/// The tokens in the plane of their first two principal components, computed from all points that are shown.
struct InputPlane
{
    PrincipalPlane plane; // rows: what the sum starts with of each token, then the sums
    int tokens = 0;       // of the first that are shown
    bool isMoved = false; // whether something is added: two rows a token
};

/// Of at most 128 tokens: more could not be told apart.
InputPlane inputPlane(const Trace& trace);

} // namespace core
