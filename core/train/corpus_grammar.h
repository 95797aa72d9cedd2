#pragma once

// The sentence patterns of the bundled corpus, in both languages: each pattern writes one kind of document, in its share of them.
// All that is random goes through CorpusWriter::choose, coin and some, which add −log of its probability, and no text can come
// about in two ways: so the sum is the exact −log probability of the document. To add a kind: a function and its row in
// corpus_grammar.cpp.

#include "core/train/corpus_writer.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core::corpus {

struct CorpusKind
{
    const char* name;
    double share; // of the documents, before they are divided by their sum
    void (*write)(CorpusWriter& w);
};

/// In the order of the shares that a number in [0, 1) picks.
const std::vector<CorpusKind>& kinds();

/// One whole document: its text, nats and key.
CorpusWriter document(std::uint64_t stream);

/// One of this kind, with the price of the kind in its nats.
CorpusWriter documentOf(const CorpusKind& kind, std::uint64_t stream);

/// The sum of the shares of all kinds.
double totalShare();

/// One sentence of the kind that is translated, in English and in Chinese.
struct TwinSentence
{
    WordRow english, chinese;
};
TwinSentence sentence(CorpusWriter& w);

// The patterns, by file.
void agreement(CorpusWriter& w);
void brackets(CorpusWriter& w);
void copying(CorpusWriter& w);
void counting(CorpusWriter& w);
void facts(CorpusWriter& w);
void names(CorpusWriter& w);
void newWords(CorpusWriter& w);
void sums(CorpusWriter& w);

void persons(CorpusWriter& w);
void pronouns(CorpusWriter& w);
void scenes(CorpusWriter& w);
void translation(CorpusWriter& w);

void capitals(CorpusWriter& w);
void days(CorpusWriter& w);
void jobs(CorpusWriter& w);
void logic(CorpusWriter& w);
void meals(CorpusWriter& w);
void measures(CorpusWriter& w);
void opposites(CorpusWriter& w);
void speech(CorpusWriter& w);

/// What can be copied and counted.
const WordRows& copied();

/// The word of a number from 1 on, or the Chinese one before a measure word (两).
const std::string& numeral(std::size_t count, bool isChinese);

/// With a capital letter.
std::string capital(const std::string& word);

} // namespace core::corpus
