// Patterns of persons and scenes: pronouns that a name or a number decides, sentences and their twins in the other language.

#include "core/train/corpus_grammar.h"

namespace core::corpus {

TwinSentence sentence(CorpusWriter& w)
{
    static const WordRows living = joined(words().animals, words().people), qualities = joined(words().colors, words().qualities);
    switch (w.choose(4)) {
    case 0: {
        const WordRow &person = w.choose(words().names), &verb = w.choose(words().verbs), &quality = w.choose(qualities),
                  &thing = w.choose(words().things);
        return {{person[0], verb[0], "the", quality[0], thing[0], "."}, {person[1], verb[3], quality[1], "的", thing[2], "。"}};
    }
    case 1: {
        const WordRow &animal = w.choose(living), &act = w.choose(words().acts), &seat = w.choose(words().seats);
        return {{"The", animal[0], act[0], "on", "the", seat[0], "."}, {animal[2], "在", seat[2], "上", act[3], "。"}};
    }
    case 2: {
        const WordRow &person = w.choose(words().names), &state = w.choose(words().states);
        return {{person[0], "is", "very", state[0], "."}, {person[1], "非常", state[1], "。"}};
    }
    default: {
        const WordRow &person = w.choose(words().names), &other = w.choose(words().names), &place = w.choose(words().places);
        return {{person[0], "meets", other[0], "in", "the", place[0], "."}, {person[1], "在", place[1], "遇到", other[1], "。"}};
    }
    }
}

/// A sentence and below it the same in the other language.
void translation(CorpusWriter& w)
{
    const bool first = w.coin();
    for (int pair = 0; pair < 3; ++pair) {
        const TwinSentence texts = sentence(w);
        w.keep(texts.english[0]);
        w.keep(texts.english[1]);
        for (const bool line : {first, !first}) {
            if (!w.text.empty())
                w.en({"\n"});
            if (line)
                w.zh(texts.chinese);
            else
                w.en(texts.english);
        }
    }
}

/// Mary went home because she was tired. Her dog waited for her.
void pronouns(CorpusWriter& w)
{
    const bool zh = w.coin();
    for (int pair = 0; pair < 2; ++pair) {
        const WordRow& person = w.choose(words().names);
        const bool isShe = person[2] == "f";
        w.keep(person[0]);
        const WordRow &state = w.choose(words().states), &animal = w.choose(words().animals);
        const char *const he = isShe ? "她" : "他", *const other = isShe ? "他" : "她";
        w.say(zh, {person[0], "went", "home", "because"}, {person[1], "回家", "了", "，", "因为"});
        w.ask("pronoun", zh, {zh ? he : isShe ? "she" : "he"}, {zh ? other : isShe ? "he" : "she"});
        w.say(zh, {isShe ? "she" : "he", "was", state[0], ".", isShe ? "Her" : "His", animal[0], "waited", "for"},
            {he, state[1], "了", "。", he, "的", animal[2], "在", "等", he, "。"});
        if (zh)
            continue;
        w.ask("pronoun", false, {isShe ? "her" : "him"}, {isShe ? "him" : "her"});
        w.en({isShe ? "her" : "him", "."});
    }
}

/// I see my dog. She likes her hat. They are tired: the person decides verb and possessive.
void persons(CorpusWriter& w)
{
    const bool zh = w.coin();
    for (int line = 0; line < 4; ++line) {
        const WordRow& person = w.choose(words().persons);
        const std::string& chinese = person[5];
        const std::size_t shape = w.choose(3);
        w.keep(person[0]);
        w.keep(shape);
        w.say(zh, {person[0]}, {chinese});
        if (shape == 0) {
            const WordRow& state = w.choose(words().states);
            w.say(zh, {person[1], "very", state[0], "."}, {"非常", state[1], "。"});
            continue;
        }
        const WordRow& verb = w.choose(words().verbs);
        const std::string& plain = person[2] == "1" ? verb[0] : verb[1];
        if (shape == 1) {
            const WordRow& thing = w.choose(words().things);
            w.say(zh, {plain, person[3], thing[0], "."}, {verb[3], chinese, "的", thing[2], "。"});
        } else
            w.say(zh, {plain, person[4], "."}, {verb[3], chinese, "自己", "。"});
    }
}

/// The cat sat on the mat because it was tired. 猫坐在垫子上，因为它累了。猫在沙发上睡觉。
void scenes(CorpusWriter& w)
{
    const bool zh = w.coin();
    for (int line = 0; line < 2; ++line) {
        const WordRow& animal = w.choose(words().animals);
        const bool many = !zh && w.coin(0.3);
        const WordRow &seat = w.choose(words().seats), &pose = w.choose(words().poses);
        const bool past = zh || w.coin(0.7);
        const std::string& verb = past ? pose[2] : pose[many];
        w.keep(animal[0]);
        w.keep(seat[0]);
        const std::size_t shape = w.choose(3);
        if (shape == 0) {
            const WordRow& state = w.choose(words().states);
            static const char* const are[] = {"is", "are", "was", "were"};
            w.say(zh, {"The", animal[many], verb, "on", "the", seat[0], "because"},
                {animal[2], pose[3], "在", seat[2], "上", "，", "因为", "它", state[1], "了", "。"});
            if (zh)
                continue;
            w.ask("pronoun", false, {many ? "they" : "it"}, {many ? "it" : "they"});
            w.en({many ? "they" : "it", are[2 * past + many], state[0], "."});
        } else if (shape == 1) {
            const WordRow& other = w.choose(words().animals);
            w.say(zh,
                {"The", animal[many], verb, "on", "the", seat[0], "and", "the", other[0], past ? pose[2] : pose[0], "on", "it", "."},
                {animal[2], pose[3], "在", seat[2], "上", "，", other[2], "也", pose[3], "在", seat[2], "上", "。"});
        } else {
            const WordRow& act = w.choose(words().acts);
            w.say(zh, {"Then", "the", animal[many], past ? act[2] : act[many], "on", "the", seat[0], "."},
                {animal[2], "在", seat[2], "上", act[3], "。"});
        }
    }
}

} // namespace core::corpus
