#pragma once

// A document of the bundled corpus as it is written: its text, the exact probability of everything that was left to chance, and
// places where the text before decides the next token.

#include "core/train/corpus_words.h"

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace core::corpus {

/// What a model that has understood the text so far can tell: more probability on the tokens `right` than on `wrong`.
struct CorpusQuestion
{
    const char* test = "";  // "agreement", "pronoun", "bracket", "tense"
    std::size_t at = 0;     // bytes of the text before the token
    WordRow right, wrong;   // texts of tokens, with the space that they take there
};

class CorpusWriter
{
public:
    /// The numbers of a stream (core/base/seeded_numbers.h) decide everything.
    explicit CorpusWriter(std::uint64_t stream)
        : m_stream(stream)
    {
    }

    const char* kind = ""; // of the patterns, in corpus_grammar.h
    std::string text;
    double nats = 0;              // −log of the probability of the text
    std::vector<std::string> key; // what decides whether the document is held out, as Python writes the items of a list
    std::vector<CorpusQuestion> questions;

    // ---- chance

    double number(); // in [0, 1), without a price

    /// One of `count`, each as likely.
    std::size_t choose(std::size_t count);

    template <class T>
    const T& choose(const std::vector<T>& options)
    {
        return options[choose(options.size())];
    }

    bool coin(double chance = 0.5);

    /// `count` different options in random order.
    template <class T>
    std::vector<T> some(std::vector<T> options, std::size_t count)
    {
        for (std::size_t i = 0; i < count; ++i)
            std::swap(options[i], options[i + choose(options.size() - i)]);
        options.resize(count);
        return options;
    }

    // ---- text

    void en(std::initializer_list<std::string_view> words); // each takes its space, marks do not
    void zh(std::initializer_list<std::string_view> words);
    void en(const WordRow& words);
    void zh(const WordRow& words);

    /// In Chinese or in English.
    void say(bool isChinese, std::initializer_list<std::string_view> inEnglish, std::initializer_list<std::string_view> inChinese);

    /// What no token covers, letter by letter, after a space or not.
    void spelled(const std::string& word, bool space);

    /// The word that comes next decides `test`.
    void ask(const char* test, bool isChinese, const WordRow& right, const WordRow& wrong);

    // ---- key

    void keep(std::string_view word); // of letters only
    void keep(std::size_t number);

private:
    bool takesSpace(std::string_view word) const; // an English word
    void english(std::string_view word);
    void chinese(std::string_view word);

    std::uint64_t m_stream;
    std::uint64_t m_drawn = 0;
    bool m_isTight = true; // the next word takes no space
};

} // namespace core::corpus
