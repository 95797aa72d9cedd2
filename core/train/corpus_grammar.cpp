#include "core/train/corpus_grammar.h"

#include "core/base/seeded_numbers.h"

#include <cctype>
#include <cmath>

namespace core::corpus {

const std::vector<CorpusKind>& kinds()
{
    static const std::vector<CorpusKind> all{{"agreement", 2.8, agreement}, {"names", 1.4, names}, {"facts", 1.2, facts},
        {"counting", 0.6, counting}, {"copying", 1.2, copying}, {"brackets", 1.3, brackets}, {"translation", 1.5, translation},
        {"pronouns", 1.0, pronouns}, {"persons", 0.8, persons}, {"scenes", 1.2, scenes}, {"measures", 1.0, measures},
        {"days", 0.8, days}, {"meals", 0.8, meals}, {"jobs", 1.0, jobs}, {"capitals", 0.5, capitals}, {"sums", 0.5, sums},
        {"opposites", 0.4, opposites}, {"speech", 1.0, speech}, {"logic", 0.9, logic}, {"new_words", 1.3, newWords}};
    return all;
}

double totalShare()
{
    double total = 0;
    for (const CorpusKind& kind : kinds())
        total += kind.share;
    return total;
}

CorpusWriter documentOf(const CorpusKind& kind, std::uint64_t stream)
{
    CorpusWriter w(stream);
    w.nats = -std::log(kind.share / totalShare());
    w.kind = kind.name;
    w.keep(kind.name);
    kind.write(w);
    return w;
}

CorpusWriter document(std::uint64_t stream)
{
    double pick = CorpusWriter(mixBits(stream)).number() * totalShare();
    std::size_t index = 0;
    while (pick >= kinds()[index].share && index + 1 < kinds().size())
        pick -= kinds()[index++].share;
    return documentOf(kinds()[index], stream);
}

const WordRows& copied()
{
    static const WordRows all = joined(joined(words().animals, words().people), joined(words().things, words().seats));
    return all;
}

const std::string& numeral(std::size_t count, bool isChinese)
{
    static const std::string pair = "两";
    return isChinese && count == 2 ? pair : words().numbers[count - 1][isChinese ? 1 : 0];
}

std::string capital(const std::string& word)
{
    std::string result = word;
    result[0] = char(std::toupper(static_cast<unsigned char>(result[0])));
    return result;
}

} // namespace core::corpus
