// Patterns that are told from what the document said before: agreement, names, facts, copying, brackets, counting, new words.

#include "core/train/corpus_grammar.h"

#include <algorithm>
#include <set>

namespace core::corpus {

namespace {

const WordRows& living()
{
    static const WordRows all = joined(words().animals, words().people);
    return all;
}

struct Bracket
{
    const char *opens, *closes;
};
const std::vector<Bracket> latinBrackets{{"(", ")"}, {"[", "]"}, {"{", "}"}, {"<", ">"}};
const std::vector<Bracket> chineseBrackets{{"（", "）"}, {"【", "】"}, {"《", "》"}, {"「", "」"}};

/// Every word that is copied in one language, sorted: first forms and plurals, colours, qualities, states.
WordRow copiedWords(bool isChinese)
{
    std::set<std::string> all;
    for (const WordRow& row : copied()) {
        all.insert(row[isChinese ? 2 : 0]);
        if (!isChinese)
            all.insert(row[1]);
    }
    for (const WordRows* rows : {&words().colors, &words().qualities, &words().states})
        for (const WordRow& row : *rows)
            all.insert(row[isChinese ? 1 : 0]);
    return {all.begin(), all.end()};
}

/// Words of letters that begin like no word of the corpus.
WordRow nonsense()
{
    WordRow all;
    const std::string vowels = "aeiou";
    for (const char a : std::string("bcdfghjklmnprstvwz"))
        for (const char b : vowels)
            for (const char c : std::string("lmnrv"))
                for (const char d : vowels)
                    for (const char e : std::string("kpqxy")) {
                        const std::string word{a, b, c, d, e};
                        bool isKnown = false;
                        for (std::size_t length = 1; length < word.size(); ++length)
                            isKnown |= words().english.count(word.substr(0, length)) > 0;
                        if (!isKnown)
                            all.push_back(word);
                    }
    return all;
}

/// Characters that no word of the corpus holds.
WordRow strangeCharacters()
{
    WordRow all;
    for (unsigned code = 0x9E00; code < 0x9FA0; ++code)
        all.push_back({char(0xE0u | (code >> 12)), char(0x80u | ((code >> 6) & 0x3Fu)), char(0x80u | (code & 0x3Fu))});
    return all;
}

} // namespace

/// The dogs that the girl sees chase the ball. The number of the first noun decides the verb, whatever stands between.
void agreement(CorpusWriter& w)
{
    static const WordRows verbs = joined(words().verbs, words().acts);
    static const WordRow forms[] = {column(verbs, 0), column(verbs, 1)}; // of one, of many
    for (int line = 0; line < 3; ++line) {
        const WordRow& subject = w.choose(living());
        const bool many = w.coin();
        w.keep(subject[0]);
        w.en({"The", subject[many]});
        static const WordRow kinds{"", "that", "near"};
        if (const std::string& between = w.choose(kinds); !between.empty()) {
            const WordRow& other = w.choose(living());
            const bool manyOthers = w.coin(), isClause = between == "that";
            w.en({between, "the", other[manyOthers]});
            if (isClause)
                w.en({w.choose(words().verbs)[manyOthers]});
            if (isClause || manyOthers != many) // what stands between distracts
                w.ask("agreement", false, forms[many], forms[!many]);
        }
        if (w.coin(0.3)) {
            w.en({w.choose(words().acts)[many], "."});
        } else {
            const WordRow &verb = w.choose(words().verbs), &thing = w.choose(words().things);
            w.en({verb[many], "the", thing[0], "."});
        }
    }
}

/// Two names go somewhere and give each other things: who gives decides who gets.
void names(CorpusWriter& w)
{
    const bool zh = w.coin();
    const WordRows both = w.some(words().names, 2);
    const WordRow &a = both[0], &b = both[1], &place = w.choose(words().places);
    for (const std::string& name : {std::min(a[0], b[0]), std::max(a[0], b[0])})
        w.keep(name);
    w.say(zh, {a[0], "and", b[0], "went", "to", "the", place[0], "."}, {a[1], "和", b[1], "去", "了", place[1], "。"});
    for (int line = 0; line < 3; ++line) {
        const bool isFirst = w.coin();
        const WordRow &giver = isFirst ? a : b, &getter = isFirst ? b : a, &thing = w.choose(words().things);
        w.say(zh, {giver[0], "gave", "the", thing[0], "to", getter[0], "."},
            {giver[1], "把", thing[2], "给", "了", getter[1], "。"});
    }
    w.say(zh, {a[0], "saw", b[0], "."}, {a[1], "看见", "了", b[1], "。"});
}

/// Three facts, then a question about each.
void facts(CorpusWriter& w)
{
    struct Fact
    {
        WordRow person, thing, color;
    };
    const bool zh = w.coin();
    const WordRows people = w.some(words().names, 3);
    WordRow sorted;
    std::vector<Fact> told;
    for (const WordRow& person : people) {
        sorted.push_back(person[0]);
        const WordRow &thing = w.choose(words().things), &color = w.choose(words().colors);
        told.push_back({person, thing, color});
    }
    std::sort(sorted.begin(), sorted.end());
    for (const std::string& name : sorted)
        w.keep(name);
    for (const auto& [person, thing, color] : told)
        w.say(zh, {person[0], "'s", thing[0], "is", color[0], "."}, {person[1], "的", thing[2], "是", color[1], "。"});
    for (const auto& [person, thing, color] : w.some(told, told.size()))
        w.say(zh, {"What", "color", "is", person[0], "'s", thing[0], "?", "It", "is", color[0], "."},
            {person[1], "的", thing[2], "是", "什么", "颜色", "？", color[1], "。"});
}

/// three, four, five, six. 星期一、星期二、星期三。
void counting(CorpusWriter& w)
{
    const bool zh = w.coin(), isDays = w.coin(0.3);
    const std::size_t length = 4 + w.choose(5), start = w.choose(isDays ? 7u : 10u);
    w.keep(start);
    w.keep(length);
    for (std::size_t n = 0; n < length; ++n) {
        const WordRow& word = isDays ? words().days[(start + n) % 7] : words().numbers[start + n];
        if (n > 0)
            w.say(zh, {","}, {"、"});
        w.say(zh, {n == 0 ? capital(word[0]) : word[0]}, {word[1]});
    }
    w.say(zh, {"."}, {"。"});
}

/// Repeat: red dog table. Again: red dog table.
void copying(CorpusWriter& w)
{
    static const WordRow english = copiedWords(false), chinese = copiedWords(true);
    const bool zh = w.coin();
    const std::size_t length = 4 + w.choose(13);
    WordRow row;
    for (std::size_t n = 0; n < length; ++n)
        row.push_back(w.choose(zh ? chinese : english));
    for (std::size_t n = 0; n < 3; ++n)
        w.keep(row[n]);
    for (const bool again : {false, true}) {
        w.say(zh, {again ? "Again" : "Repeat", ":"}, {again ? "再来" : "重复", "："});
        if (zh)
            w.zh(row);
        else
            w.en(row);
        w.say(zh, {"."}, {"。"});
    }
}

/// ( red [ blue ] ) and （红色【蓝色】）: what closes is what opened last.
void brackets(CorpusWriter& w)
{
    const bool zh = w.coin();
    const std::vector<Bracket>& all = zh ? chineseBrackets : latinBrackets;
    std::vector<Bracket> opened;
    std::size_t left = 4 + w.choose(4);
    const auto say = [&](const std::string& text) { w.say(zh, {text}, {text}); };
    while (left > 0 || !opened.empty()) {
        if (left > 0 && (opened.empty() || (opened.size() < 5 && w.coin()))) {
            opened.push_back(w.choose(all));
            w.keep(opened.back().opens);
            --left;
            say(opened.back().opens);
        } else {
            const Bracket last = opened.back();
            opened.pop_back();
            WordRow others;
            for (const Bracket& other : all)
                if (other.closes != last.closes)
                    others.push_back(other.closes);
            w.ask("bracket", zh, {last.closes}, others);
            say(last.closes);
        }
        if (w.coin(0.4))
            say(w.choose(words().colors)[zh]);
    }
}

/// Two plus two is four. Three plus three is six.
void sums(CorpusWriter& w)
{
    const bool zh = w.coin();
    for (int line = 0; line < 3; ++line) {
        const std::size_t a = 1 + w.choose(10), b = 1 + w.choose(10);
        w.keep(a);
        w.keep(b);
        const auto word = [&](std::size_t n) { return words().numbers[n - 1][zh]; };
        w.say(zh, {capital(word(a)), "plus", word(b), "is", word(a + b), "."}, {word(a), "加", word(b), "等于", word(a + b), "。"});
    }
}

/// Words that no token covers, told and asked: spelled in letters, or in the bytes of a rare character.
void newWords(CorpusWriter& w)
{
    static const WordRow letters = nonsense(), characters = strangeCharacters();
    struct Told
    {
        std::string word;
        WordRow thing;
    };
    const bool zh = w.coin(), isBytes = zh || w.coin(0.7);
    std::vector<Told> told;
    for (const std::string& word : w.some(isBytes ? characters : letters, 2)) {
        w.keep(word);
        told.push_back({word, {}});
    }
    for (Told& one : told)
        one.thing = w.choose(copied());
    const auto spell = [&](const std::string& word) {
        if (zh)
            w.zh({"“"});
        w.spelled(word, !zh);
        if (zh)
            w.zh({"”"});
    };
    for (const auto& [word, thing] : told) {
        if (!zh)
            w.en({"The", "word"});
        spell(word);
        w.say(zh, {"means", thing[0], "."}, {"的", "意思", "是", thing[2], "。"});
    }
    for (const auto& [word, thing] : w.some(told, told.size())) {
        if (!zh)
            w.en({"What", "does"});
        spell(word);
        w.say(zh, {"mean", "?", "It", "means", thing[0], "."}, {"是", "什么", "意思", "？", thing[2], "。"});
    }
}

} // namespace core::corpus
