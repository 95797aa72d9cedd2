#pragma once

// Tokenizers by name or path, without the weights of their models; and those that come with the program, in
// ../share/cutaway/tokenizers: BPE, WordPiece and Unigram of 300, 1,000 and 4,000 tokens, trained on the corpus of the bundled
// models (tools/train/train_tokenizers.py).

#include "core/text/tokenizer.h"

#include <memory>
#include <string>
#include <vector>

namespace core {

/// A name of listTokenizers() or of a model, a folder with the files of a tokenizer, tokenizer.json, the model file of
/// SentencePiece, vocab.json, merges.txt or vocab.txt with the files next to them, a .gguf; none needs weights. Never null.
/// Throws Error{BadInput}: one line with file, place, problem and what was expected.
std::shared_ptr<const Tokenizer> openTokenizer(const std::string& nameOrPath);

struct TokenizerListing
{
    std::string id;     // "bpe-300", "main", "smollm2"
    std::string family; // of those that were trained for comparison: "bpe", "wordpiece", "unigram"; empty: of a model
    int models = 0;     // bundled models that have it; 0: of none
};

/// Those trained for comparison by family and size, the one of the bundled models, the one of untrained models, then those of
/// the models in the user's folder. Only bundled ones are compared with each other: no other file is read.
std::vector<TokenizerListing> listTokenizers();

/// Sentences of the corpus that no training saw, 100 of each language: "en", "zh_CN"; empty without the program's files. Throws
/// Error{BadInput}.
const std::vector<std::string>& sampleSentences(const std::string& language);

/// <folder of the program>/../share/cutaway/tokenizers; empty when the system does not say where the program is.
std::string bundledTokenizersFolder();

} // namespace core
