#include "core/run/input_check.h"

#include "core/io/shown_text.h"
#include "core/run/embedding.h"

#include <algorithm>

namespace core {

namespace {

void checkIds(const Setup& setup, const std::vector<TokenId>& ids, const std::string& name)
{
    const ModelConfig& config = setup.config;
    const Tokenizer* tokenizer = setup.model ? setup.model->tokenizer.get() : nullptr;
    if (ids.empty())
        throw Error({ErrorKind::BadInput, "", name, CUTAWAY_TR("there are no tokens"), "1 or more", "0"});
    for (std::size_t t = 0; t < ids.size(); ++t)
        if (ids[t] < 0 || ids[t] >= config.vocabulary) {
            const std::string where = name + "[" + std::to_string(t) + "]";
            const std::string expected = "0 to " + std::to_string(config.vocabulary - 1), found = std::to_string(ids[t]);
            if (tokenizer && ids[t] >= 0 && std::size_t(ids[t]) < tokenizer->vocabularySize())
                throw Error({ErrorKind::BadInput, setup.model->path,
                    where + ", token \"" + shownText(tokenizer->tokenText(ids[t]), 60) + "\"",
                    CUTAWAY_TR("the tokenizer has this token, but the embedding has no row for its id"), expected, found});
            throw Error({ErrorKind::BadInput, "", where, CUTAWAY_TR("the id is outside the vocabulary"), expected, found});
        }
}

/// Whether positions are rows of a table, which ends.
bool hasPositionTable(const PositionEncoding& position) { return positionTableRow(position, 0).has_value(); }

/// Tables that end somewhere: learned positions, painted masks.
void checkLength(const ModelConfig& config, const std::vector<BlockConfig>& blocks, Index tokens)
{
    const auto refuse = [&](const char* where, const char* problem, Index most) {
        throw Error(
            {ErrorKind::BadInput, "", where, problem, "at most " + std::to_string(most) + " tokens", std::to_string(tokens)});
    };
    if (hasPositionTable(blocks.front().position) && tokens > config.context)
        refuse("pos_embed", CUTAWAY_TR("the text is longer than the table of learned positions"), config.context);
    for (const BlockConfig& block : blocks)
        if (const std::optional<Index> most = longestText(block.mask); most && tokens > *most)
            refuse("mask.painted", CUTAWAY_TR("the text is longer than the painted mask"), *most);
}

/// Of packed sequences the longest.
Index longestSequence(const std::vector<Index>& starts, Index tokens)
{
    Index longest = starts.empty() ? tokens : 0;
    for (std::size_t i = 0; i < starts.size(); ++i)
        longest = std::max(longest, (i + 1 < starts.size() ? starts[i + 1] : tokens) - starts[i]);
    return longest;
}

} // namespace

void checkInput(const Setup& setup, const ForwardInput& input, Index past)
{
    const ModelConfig& config = setup.config;
    const bool packsTarget = config.hasEncoder() && input.known.source;
    const Index tokens = Index(input.ids.size());
    const Index packed = packsTarget ? Index(input.decoderIds.size()) : tokens;
    checkIds(setup, input.ids, "ids");
    if (config.hasEncoder())
        checkIds(setup, input.decoderIds, "decoder_ids");
    Index last = -1;
    for (const Index start : input.sequenceStarts) {
        if (start <= last || start >= packed || (last == -1 && start != 0))
            throw Error({ErrorKind::BadInput, "", "sequence_starts", CUTAWAY_TR("sequence starts must begin at 0 and grow"),
                "less than " + std::to_string(packed), std::to_string(start)});
        last = start;
    }
    if ((past > 0 || (config.hasEncoder() && !packsTarget)) && input.sequenceStarts.size() > 1)
        throw Error({ErrorKind::BadInput, "", "sequence_starts",
            config.hasEncoder() ? CUTAWAY_TR("an encoder–decoder takes one sequence") : CUTAWAY_TR("a cache holds one sequence"),
            "1", std::to_string(input.sequenceStarts.size())});
    if (config.hasEncoder())
        checkLength(config, config.encoderBlocks, tokens);
    const Index targetTokens = config.hasEncoder() ? Index(input.decoderIds.size()) : tokens;
    checkLength(config, config.blocks, past + longestSequence(input.sequenceStarts, targetTokens));
}

std::optional<Index> longestText(const ModelConfig& config)
{
    std::optional<Index> most;
    const auto endsAt = [&](Index tokens) { most = most ? std::min(*most, tokens) : tokens; };
    for (const std::vector<BlockConfig>* blocks : {&config.encoderBlocks, &config.blocks}) {
        if (!blocks->empty() && hasPositionTable(blocks->front().position))
            endsAt(config.context);
        for (const BlockConfig& block : *blocks)
            if (const std::optional<Index> ofMask = longestText(block.mask))
                endsAt(*ofMask);
    }
    return most;
}

} // namespace core
