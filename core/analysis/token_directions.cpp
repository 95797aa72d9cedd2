#include "core/analysis/token_directions.h"

#include "core/run/forward.h"

namespace core {

namespace {

std::vector<float> rowOf(const Setup& setup, const char* name, TokenId token)
{
    if (setup.config.projectsEmbedding())
        return {};
    std::vector<float> row(std::size_t(setup.config.dModel));
    setup.weights.at(name).read(Index(token), 1, row.data());
    return row;
}

} // namespace

std::vector<float> embeddingDirection(const Setup& setup, TokenId token) { return rowOf(setup, "embed.weight", token); }

std::vector<float> unembeddingDirection(const Setup& setup, TokenId token)
{
    if (setup.config.outputHead != OutputHead::Linear)
        return {};
    return rowOf(setup, setup.config.tied ? "embed.weight" : "unembed.weight", token);
}

} // namespace core
