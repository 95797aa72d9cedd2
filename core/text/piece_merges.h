#pragma once

// Merges for pieces that come without any: SentencePiece joins the neighbours whose joined piece is the best. The same as ranks
// of merges: each way to cut a piece into two pieces, the best piece first.

#include "core/text/bpe_model.h"

#include <span>
#include <string>
#include <vector>

namespace core {

/// The higher score is better; of the cuts of one piece the longer left part comes first. `file` and `where` are for errors.
/// REQUIRES: a finite score for each piece. Throws Error{BadInput} for more than 4 million merges.
std::vector<BpeModel::MergePair> mergesByScore(
    std::span<const std::string> pieces, std::span<const float> scores, const std::string& file, const std::string& where);

/// The lower id is better; of the cuts of one piece the shorter left part comes first: as `transformers` 5 does it.
std::vector<BpeModel::MergePair> mergesById(
    std::span<const std::string> pieces, const std::string& file, const std::string& where);

} // namespace core
