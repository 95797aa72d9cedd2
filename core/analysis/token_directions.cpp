#include "core/analysis/token_directions.h"

#include "core/run/forward.h"

#include <algorithm>

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

/// The mean of all rows.
std::vector<double> meanRow(const WeightTensor& matrix)
{
    constexpr Index atOnce = 64;
    const Index rows = matrix.shape()[0], width = matrix.shape()[1];
    std::vector<float> some(std::size_t(atOnce * width));
    std::vector<double> mean(static_cast<std::size_t>(width), 0.0);
    for (Index first = 0; first < rows; first += atOnce) {
        const Index count = std::min(atOnce, rows - first);
        matrix.read(first, count, some.data());
        for (Index row = 0; row < count; ++row)
            for (Index i = 0; i < width; ++i)
                mean[std::size_t(i)] += double(some[std::size_t(row * width + i)]);
    }
    for (double& sum : mean)
        sum /= double(rows);
    return mean;
}

const char* outputMatrix(const Setup& setup) { return setup.config.tied ? "embed.weight" : "unembed.weight"; }

} // namespace

std::vector<float> embeddingDirection(const Setup& setup, TokenId token) { return rowOf(setup, "embed.weight", token); }

std::vector<float> unembeddingDirection(const Setup& setup, TokenId token)
{
    if (setup.config.outputHead != OutputHead::Linear)
        return {};
    return rowOf(setup, outputMatrix(setup), token);
}

std::vector<float> directionTowards(const Setup& setup, TokenId token)
{
    std::vector<float> row = unembeddingDirection(setup, token);
    if (row.empty())
        return {};
    const std::vector<double> mean = meanRow(setup.weights.at(outputMatrix(setup)));
    for (std::size_t i = 0; i < row.size(); ++i)
        row[i] = float(double(row[i]) - mean[i]);
    return row;
}

} // namespace core
