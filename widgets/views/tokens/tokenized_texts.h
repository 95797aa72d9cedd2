#pragma once

// The text of a run under a tokenizer, as a need: computed on the worker, where tokenizers are opened too.

#include "core/analysis/word_steps.h"
#include "core/files/library/tokenizer_files.h"
#include "widgets/figure/figure.h"

#include <string>
#include <vector>

namespace widgets {

/// A text with its tokens under one tokenizer.
struct TokenizedText
{
    core::EncodingRecord record;
    std::vector<core::PlacedToken> placed; // over the characters of the text
    std::vector<std::string> texts;        // of each token, as a person reads it
    std::string text;
    std::size_t vocabulary = 0;            // ids of the tokenizer
    bool isOfRun = false;                  // the ids are those of the run

    std::size_t bytes() const;
};

/// How many tokens the sample sentences have.
struct SentenceCounts
{
    double tokens = 0, unknown = 0; // means per sentence
    std::size_t vocabulary = 0;
};

/// A tokenizer that a page shows: by name or path; empty: that of the run.
struct ShownTokenizer
{
    std::string id;
    QString label; // "BPE 300", "main (40 models)", the name of a file
    std::string family = {};
};

/// "BPE 300" of "bpe-300"; the name of the file of a path.
QString tokenizerLabel(const std::string& id);

/// Whether the run has a text and a tokenizer.
bool hasText(const RunPtr& run);

/// Why a run has no text to cut; empty when it has one.
QString whyNoText(const FigureData& data);

/// The list of tokenizers that the program knows (core::listTokenizers), as a need, and what is there of it.
Need tokenizerListNeed();
const std::vector<core::TokenizerListing>& knownTokenizers(const FigureData& data);

/// Those of the list and those that were opened (option "also"), in the order of a page.
std::vector<ShownTokenizer> shownTokenizers(const FigureData& data);

/// The text of this run under a tokenizer (empty: its own), with the steps of the word that the selection and the option "token"
/// name: first the tokenizer is opened. REQUIRES: the run has a tokenizer and a text.
Needs textNeeds(const FigureData& data, const RunPtr& run, const std::string& tokenizer);
const TokenizedText* textUnder(const FigureData& data, const std::string& tokenizer); // nullptr: refused, or not there

/// Why a tokenizer has no result, in the current language; empty when it has one.
QString whyRefused(const FigureData& data, const std::string& tokenizer);

/// The sample sentences (option "sentences") under a tokenizer.
Needs sentencesNeeds(const FigureData& data, const std::string& tokenizer);
const SentenceCounts* sentencesUnder(const FigureData& data, const std::string& tokenizer);

} // namespace widgets
