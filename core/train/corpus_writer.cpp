#include "core/train/corpus_writer.h"

#include "core/base/seeded_numbers.h"

#include <algorithm>

namespace core::corpus {

namespace {

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool isTightAfter(std::string_view word) { return isOneOf(word, {"\n", " \"", "“", "‘"}); }

bool isAttached(std::string_view word) { return isOneOf(word, {".", ",", "?", "!", ":", ";", "\"", "\n", "'s", " \""}); }

} // namespace

double CorpusWriter::number() { return uniformNumber(m_stream, m_drawn++); }

std::size_t CorpusWriter::choose(std::size_t count)
{
    nats += std::log(double(count));
    return std::min(count - 1, std::size_t(number() * double(count)));
}

bool CorpusWriter::coin(double chance)
{
    const bool isHeads = number() < chance;
    nats -= std::log(isHeads ? chance : 1.0 - chance);
    return isHeads;
}

void CorpusWriter::english(std::string_view word)
{
    if (!m_isTight && !isAttached(word))
        text += ' ';
    text += word;
    m_isTight = isTightAfter(word);
}

void CorpusWriter::chinese(std::string_view word)
{
    text += word;
    m_isTight = isTightAfter(word);
}

void CorpusWriter::en(std::initializer_list<std::string_view> words)
{
    for (const std::string_view word : words)
        english(word);
}

void CorpusWriter::zh(std::initializer_list<std::string_view> words)
{
    for (const std::string_view word : words)
        chinese(word);
}

void CorpusWriter::en(const WordRow& words)
{
    for (const std::string& word : words)
        english(word);
}

void CorpusWriter::zh(const WordRow& words)
{
    for (const std::string& word : words)
        chinese(word);
}

void CorpusWriter::say(bool isChinese, std::initializer_list<std::string_view> inEnglish, std::initializer_list<std::string_view> inChinese)
{
    if (isChinese)
        zh(inChinese);
    else
        en(inEnglish);
}

void CorpusWriter::spelled(const std::string& word, bool space)
{
    text += (space ? " " : "") + word;
    m_isTight = false;
}

void CorpusWriter::keep(std::string_view word) { key.push_back("'" + std::string(word) + "'"); }

void CorpusWriter::keep(std::size_t number) { key.push_back(std::to_string(number)); }

} // namespace core::corpus
