#pragma once

// The words of the bundled corpus (corpus_grammar.h): English and Chinese side by side, so that a sentence of one language has its
// twin in the other. No plural equals its singular, no past tense its present, no noun begins with a vowel (a, never an): each of
// these would give one text two derivations, and its exact probability would be lost.

#include <set>
#include <string>
#include <vector>

namespace core::corpus {

using WordRow = std::vector<std::string>; // one thing in both languages
using WordRows = std::vector<WordRow>;

struct WordLists
{
    /// English, Chinese, m or f
    WordRows names;
    /// singular, plural, Chinese, its measure word; PEOPLE, THINGS and SEATS alike
    WordRows animals;
    WordRows people;
    WordRows things;
    WordRows seats;
    /// third person, plain form, past, Chinese; ACTS (without an object) and POSES alike
    WordRows verbs;
    WordRows acts;
    WordRows poses;
    /// English, Chinese; QUALITIES, STATES, PLACES, NUMBERS and DAYS alike
    WordRows colors;
    WordRows qualities;
    WordRows states;
    WordRows places;
    /// who, does, what, where, and in Chinese: the first decides the rest
    WordRows jobs;
    /// a vessel or part, its plural, what it holds, its measure word, that in Chinese
    WordRows portions;
    /// country, capital, both in Chinese
    WordRows capitals;
    /// two words, both in Chinese
    WordRows opposites;
    WordRows numbers;
    WordRows days;
    /// subject, "to be", 1: has the -s, possessive, reflexive, Chinese
    WordRows persons;

    std::set<std::string> english; // every English word, those of the sentence patterns included
};

/// All of them, made once.
const WordLists& words();

/// One word of each row.
WordRow column(const WordRows& rows, std::size_t index);

/// a, then b.
WordRows joined(const WordRows& a, const WordRows& b);

} // namespace core::corpus
