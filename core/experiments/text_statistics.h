#pragma once

// TextStatistics: what every head does over many texts, with its spread, and how many of those that have a true answer the model
// gets right. Texts are run one after another, so memory is that of one run.

#include "core/analysis/head_table.h"
#include "core/experiments/text_set.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// What a model says after a text whose next token is known.
struct TextAnswer
{
    TokenId right = -1; // the first token of the answer
    TokenId said = -1;  // the likeliest
    Index rank = 0;     // how many tokens have a larger logit than the right one, equal ones of lower id with them
    double logProb = 0; // of the right one, nats
    std::optional<double> difference = {}; // its logit minus that of the first token of the wrong one; of no wrong one nothing

    bool isRight() const { return rank == 0; }
};

/// What one text gave.
struct TextResult
{
    SetText text;
    std::vector<HeadScores> heads; // of TextStatistics::heads; NaN where the text says nothing of a score
    Index tokens = 0;
    std::optional<TextAnswer> answer = {};
};

/// A head over the texts that say something: of the tokens before and at the front those of two tokens or more, of induction
/// those in which a token repeats.
struct HeadOverTexts
{
    int layer = 0, head = 0;
    HeadScores mean;   // NaN where no text says anything
    HeadScores spread; // standard deviation over the texts
    HeadScores texts;  // how many say something
};

struct TextStatistics
{
    std::vector<HeadOverTexts> heads; // layer by layer; none without attention
    std::vector<TextResult> texts;
    std::size_t left = 0; // texts of the file after those that were read

    std::size_t bytes() const;
    Index answered() const; // texts whose answer is known
    Index right() const;    // of these, those that the model answers right
};

inline constexpr std::size_t maxCountedTexts = 1000; // of a file
inline constexpr Index maxTextTokens = 512;          // longer texts are cut, and have no answer

/// Of a file or a set (text_set.h). Throws Error{BadInput} for texts that cannot be read, with the line; Stopped. Reports
/// progress. REQUIRES: one stack, and a tokenizer.
TextStatistics textStatistics(const Setup& setup, const std::string& texts, const RunControl& control = {});

} // namespace core
