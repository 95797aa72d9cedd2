#include "core/analysis/attention_scores.h"

#include <cassert>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

namespace core {

namespace {

/// For each key, the keys just after earlier occurrences of its token.
std::vector<std::vector<Index>> successorsOfEarlier(std::span<const TokenId> ids)
{
    std::vector<std::vector<Index>> result(ids.size());
    std::map<TokenId, std::vector<Index>> followers;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        result[i] = followers[ids[i]];
        followers[ids[i]].push_back(Index(i) + 1);
    }
    return result;
}

double meanOf(double sum, Index count) { return count > 0 ? sum / double(count) : 0.0; }

} // namespace

std::vector<HeadScores> attentionScores(const Tensor& pattern, std::span<const TokenId> ids)
{
    assert(pattern.rank() == 3);
    const Index queries = pattern.dim(1);
    const Index keys = pattern.dim(2);
    const bool hasIds = Index(ids.size()) == keys;
    const std::vector<std::vector<Index>> successors = successorsOfEarlier(hasIds ? ids : std::span<const TokenId>());

    std::vector<HeadScores> scores(std::size_t(pattern.dim(0)));
    for (Index head = 0; head < pattern.dim(0); ++head) {
        HeadScores sum;
        Index later = 0;     // queries that have a key before them
        Index repeating = 0; // queries whose token was there before
        for (Index query = 0; query < queries; ++query) {
            const Index position = query + keys - queries;
            const float* row = pattern.data() + (head * queries + query) * keys;
            for (Index key = 0; key < keys; ++key) {
                const double p = double(row[key]);
                if (!(p > 0))
                    continue;
                sum.entropy -= p * std::log(p);
                sum.distance += p * double(std::abs(position - key));
            }
            if (position >= 1) {
                ++later;
                sum.previousToken += double(row[position - 1]);
                sum.firstToken += double(row[0]);
            }
            if (hasIds && position >= 0 && !successors[std::size_t(position)].empty()) {
                ++repeating;
                for (const Index key : successors[std::size_t(position)])
                    sum.induction += double(row[key]);
            }
        }
        scores[std::size_t(head)] = {meanOf(sum.entropy, queries), meanOf(sum.distance, queries),
            meanOf(sum.previousToken, later), meanOf(sum.firstToken, later), meanOf(sum.induction, repeating)};
    }
    return scores;
}

bool hasRepeats(std::span<const TokenId> ids) { return std::set<TokenId>(ids.begin(), ids.end()).size() < ids.size(); }

} // namespace core
