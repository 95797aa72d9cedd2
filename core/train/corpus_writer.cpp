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

bool CorpusWriter::takesSpace(std::string_view word) const { return !m_isTight && !isAttached(word); }

void CorpusWriter::english(std::string_view word)
{
    if (takesSpace(word))
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

void CorpusWriter::ask(const char* test, bool isChinese, const WordRow& right, const WordRow& wrong)
{
    const auto tokens = [&](const WordRow& words) {
        WordRow texts;
        for (const std::string& word : words)
            texts.push_back((!isChinese && takesSpace(word) ? " " : "") + word);
        return texts;
    };
    questions.push_back({test, text.size(), tokens(right), tokens(wrong)});
}

void CorpusWriter::keep(std::string_view word) { key.push_back("'" + std::string(word) + "'"); }

void CorpusWriter::keep(std::size_t number) { key.push_back(std::to_string(number)); }

} // namespace core::corpus
