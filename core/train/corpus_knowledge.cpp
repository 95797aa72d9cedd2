// Patterns of what goes with what: measures and meals, jobs, capitals, opposites, tenses, speech, conjunctions.

#include "core/train/corpus_grammar.h"

namespace core::corpus {

/// 汤姆有三只猫、两本书和一张桌子。Tom has two cups of tea and one bowl of rice.
void measures(CorpusWriter& w)
{
    const bool zh = w.coin();
    for (int line = 0; line < 2; ++line) {
        const WordRow& person = w.choose(words().names);
        w.keep(person[0]);
        w.say(zh, {person[0], "has"}, {person[1], "有"});
        for (int item = 0; item < 3; ++item) {
            if (item > 0)
                w.say(zh, {item == 1 ? "," : "and"}, {item == 1 ? "、" : "和"});
            const std::size_t count = 1 + w.choose(6);
            const std::string& number = numeral(count, zh);
            if (w.coin(0.4)) {
                const WordRow& portion = w.choose(words().portions);
                w.say(zh, {number, portion[count > 1], "of", portion[2]}, {number, portion[3], portion[4]});
            } else {
                const WordRow& thing = w.choose(copied());
                w.say(zh, {number, thing[count > 1]}, {number, thing[3], thing[2]});
            }
        }
        w.say(zh, {"."}, {"。"});
    }
}

/// Yesterday the dog chased the ball. Today it chases the ball: the first word decides the tense.
void days(CorpusWriter& w)
{
    static const WordRows living = joined(words().animals, words().people);
    static const WordRow forms[] = {column(words().verbs, 2), column(words().verbs, 0)}; // then, now
    const bool zh = w.coin();
    for (int line = 0; line < 2; ++line) {
        const WordRow &animal = w.choose(living), &verb = w.choose(words().verbs), &thing = w.choose(words().things);
        const bool today = w.coin();
        w.keep(animal[0]);
        if (!zh) {
            w.en({today ? "Today" : "Yesterday", "the", animal[0]});
            w.ask("tense", false, forms[today], forms[!today]);
            w.en({verb[today ? 0 : 2], "the", thing[0], "."});
            continue;
        }
        w.zh({today ? "今天" : "昨天", animal[2], verb[3]});
        if (!today)
            w.zh({"了"});
        w.zh({thing[2], "。"});
    }
}

/// Tom drinks two cups of tea. 玛丽吃三碗米饭。
void meals(CorpusWriter& w)
{
    static const WordRows portions{words().portions.begin(), words().portions.end() - 1}; // paper is not eaten
    const bool zh = w.coin();
    for (int line = 0; line < 3; ++line) {
        const WordRow &person = w.choose(words().names), &portion = w.choose(portions);
        const std::size_t count = 1 + w.choose(6);
        w.keep(person[0]);
        const bool isDrink = portion[0] == "cup" || portion[0] == "bottle";
        const std::string& number = numeral(count, zh);
        w.say(zh, {person[0], isDrink ? "drinks" : "eats", number, portion[count > 1], "of", portion[2], "."},
            {person[1], isDrink ? "喝" : "吃", number, portion[3], portion[4], "。"});
    }
}

/// The pilot flies planes at the airport. 飞行员在机场驾驶飞机。The first word decides the others.
void jobs(CorpusWriter& w)
{
    const bool zh = w.coin();
    for (int line = 0; line < 3; ++line) {
        const WordRow& job = w.choose(words().jobs);
        w.keep(job[0]);
        if (!w.coin()) {
            w.say(zh, {"The", job[0], job[1], job[2], "in", "the", job[3], "."}, {job[4], "在", job[7], job[5], job[6], "。"});
            continue;
        }
        const WordRow& person = w.choose(words().names);
        const bool isShe = person[2] == "f";
        w.say(zh, {person[0], "is", "the", job[0], ".", isShe ? "She" : "He", job[1], job[2], "."},
            {person[1], "是", job[4], "，", isShe ? "她" : "他", job[5], job[6], "。"});
    }
}

void capitals(CorpusWriter& w)
{
    const bool zh = w.coin();
    for (const WordRow& row : w.some(words().capitals, 3)) {
        w.keep(row[0]);
        w.say(zh, {"The", "capital", "of", row[0], "is", row[1], "."}, {row[2], "的", "首都", "是", row[3], "。"});
    }
}

void opposites(CorpusWriter& w)
{
    const bool zh = w.coin();
    for (const WordRow& row : w.some(words().opposites, 3)) {
        const bool isTurned = w.coin();
        const std::string &a = row[2 * zh + isTurned], &b = row[2 * zh + !isTurned];
        w.keep(a);
        w.say(zh, {"The", "opposite", "of", a, "is", b, "."}, {a, "的", "反义词", "是", b, "。"});
    }
}

/// Tom said: "I am tired." Mary said: "You are tired, but I am not." Quotes close; I and you change sides.
void speech(CorpusWriter& w)
{
    const bool zh = w.coin();
    const WordRows both = w.some(words().names, 2);
    const WordRow &a = both[0], &b = both[1];
    for (const std::string& name : {std::min(a[0], b[0]), std::max(a[0], b[0])})
        w.keep(name);
    for (int turn = 0; turn < 2; ++turn) {
        const WordRow &state = w.choose(words().states), &other = w.choose(words().states);
        w.say(zh, {a[0], "said", ":", " \"", "I", "am", state[0], "."}, {a[1], "说", "：", "“", "我", state[1], "了", "。"});
        w.ask("bracket", zh, {zh ? "”" : "\""}, zh ? WordRow{"）", "】", "》", "」"} : WordRow{")", "]", "}", ">"});
        w.say(zh, {"\"", b[0], "said", ":", " \"", "You", "are", state[0], ",", "but", "I", "am", other[0], ".", "\""},
            {"”", b[1], "说", "：", "“", "你", state[1], "，", "但是", "我", other[1], "。", "”"});
    }
}

/// Both … and, either … or, neither … nor; 因为 … 所以, 虽然 … 但是, 如果 … 就, 不但 … 而且.
void logic(CorpusWriter& w)
{
    static const char* const pairs[][2] = {{"Both", "and"}, {"Either", "or"}, {"Neither", "nor"}, {"Not", "but"}};
    const bool zh = w.coin();
    for (int line = 0; line < 3; ++line) {
        const WordRow &person = w.choose(words().names), &other = w.choose(words().names), &state = w.choose(words().states);
        w.keep(person[0]);
        const std::size_t shape = w.choose(4);
        if (!zh) {
            w.en({pairs[shape][0]});
            if (shape == 3)
                w.en({"only"});
            w.en({person[0], pairs[shape][1]});
            if (shape == 3)
                w.en({"also"});
            w.en({other[0], shape == 0 ? "are" : "is", state[0], "."});
        } else if (shape == 0)
            w.zh({"因为", person[1], state[1], "，", "所以", other[1], "也", state[1], "。"});
        else if (shape == 1)
            w.zh({"虽然", person[1], state[1], "，", "但是", other[1], "不", state[1], "。"});
        else if (shape == 2)
            w.zh({"如果", person[1], state[1], "，", other[1], "就", w.choose(words().acts)[3], "。"});
        else
            w.zh({"不但", person[1], state[1], "，", "而且", other[1], "也", state[1], "。"});
    }
}

} // namespace core::corpus
