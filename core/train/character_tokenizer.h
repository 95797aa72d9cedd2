#pragma once

// A tokenizer made from a text: each of its characters is a token. What `cutaway train --tokenizer characters` and the Training
// page give a model that begins anew.

#include "core/base/run_control.h"
#include "core/text/tokenizer.h"

#include <memory>
#include <string>
#include <string_view>

namespace core {

/// The word that stands for such a tokenizer where a tokenizer is named.
inline constexpr std::string_view characterTokenizerName = "characters";

/// Its tokens are "<unk>", "<s>", "</s>" and "<mask>", then the characters of the file by code point: of a `.jsonl` those of its
/// texts and answers, of more than 16,384 the most frequent. Other characters become "<unk>". `nameOrPath` as of TrainingText,
/// which refuses what is no text; bytes that are no UTF-8 are skipped here. A file of any size: only counts are kept.
/// Throws Error{BadInput} where there is no such file, or a line is not of the form. Stopped.
std::shared_ptr<const Tokenizer> makeCharacterTokenizer(const std::string& nameOrPath, const RunControl& control = {});

} // namespace core
