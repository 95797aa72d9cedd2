#include "core/experiments/head_alignment.h"

#include "core/analysis/attention_masks.h"
#include "core/analysis/attention_part.h"
#include "core/run/forward.h"

#include <algorithm>

namespace core {

Aligned alignedIn(const Matrix& weights, const std::vector<std::string>& target, const std::vector<std::string>& source,
    const WordPairs& pairs)
{
    Aligned aligned;
    if (weights.rows() != Index(target.size()) || weights.cols() != Index(source.size()))
        return aligned;
    for (Index row = 0; row + 1 < weights.rows(); ++row) {
        const std::string& written = target[std::size_t(row) + 1];
        const auto isItsWord = [&](const std::string& word) { return pairs.areOne(word, written); };
        if (std::ranges::none_of(source, isItsWord))
            continue; // an article
        Index best = 0;
        weights.row(row).maxCoeff(&best);
        ++aligned.tokens;
        aligned.looked += isItsWord(source[std::size_t(best)]) ? 1 : 0;
    }
    return aligned;
}

std::vector<AlignedHead> alignedHeads(const Setup& setup, const WordPairs& pairs, const RunControl& control)
{
    std::vector<AlignedHead> heads;
    for (Index layer = 0; layer < setup.config.layers(); ++layer)
        for (Index head = 0; head < setup.config.block(layer).heads; ++head)
            heads.push_back({{}, layer, head});
    for (const auto& [source, target] : pairs.sentences) {
        const ForwardInput input{
            .ids = setup.model->tokenizer->encode(source), .sequenceStarts = {}, .decoderIds = setup.model->tokenizer->encode(target)};
        const auto trace = forward(setup, input, {.patterns = {"blocks.*.cross_attn.pattern"}}, control);
        const auto textsOf = [&](const std::vector<TokenId>& ids) {
            std::vector<std::string> texts;
            for (const TokenId id : ids)
                texts.push_back(setup.model->tokenizer->tokenText(id));
            return texts;
        };
        const std::vector<std::string> words = textsOf(input.ids), written = textsOf(input.decoderIds);
        for (AlignedHead& one : heads) {
            const Matrix weights = patternOf(*trace, attentionName(AttentionPart::Cross, one.layer, "pattern"), int(one.head));
            const Aligned here = alignedIn(weights, written, words, pairs);
            one.looked += here.looked;
            one.tokens += here.tokens;
        }
    }
    return heads;
}

const AlignedHead* bestAligned(const std::vector<AlignedHead>& heads)
{
    const auto best = std::ranges::max_element(heads, {}, [](const AlignedHead& one) { return one.share(); });
    return best == heads.end() ? nullptr : &*best;
}

} // namespace core
