"""The sentence patterns of the corpus, in both languages.

Every function below writes one kind of document into a Writer (writer.py). All that is random goes through Writer.choose, .coin and
.two, which add −log of its probability, and no text can come about in two ways: so the sum is the exact −log probability
of the document. To add a kind: a function with `@kind(share)`; `corpus.py --check` then tells whether its text is cut into the
tokens that it meant, and whether all its words are known.
"""
import math
import random

import tokenizer
import words
from writer import Writer

KINDS = []  # (function, share of the documents)
CLOSES = {"(": ")", "[": "]", "{": "}", "<": ">"}
CLOSES_CHINESE = {"（": "）", "【": "】", "《": "》", "「": "」"}
# What no token covers: words spelled in letters, characters spelled in bytes.
VOWELS = "aeiou"
NONSENSE = [a + b + c + d + e for a in "bcdfghjklmnprstvwz" for b in VOWELS for c in "lmnrv" for d in VOWELS for e in "kpqxy"]
NONSENSE = [text for text in NONSENSE if not any((" " + text)[:n] in tokenizer.IDS for n in range(2, 6))]
STRANGE = [chr(code) for code in range(0x9E00, 0x9FA0)]


def kind(share):
    def keep(function):
        KINDS.append((function, share))
        return function
    return keep


def cap(word):
    return word[0].upper() + word[1:]


# ------------------------------------------------------------------------------------------------------------ agreement

LIVING = words.ANIMALS + words.PEOPLE
SINGULAR_VERBS = [" " + row[0] for row in words.VERBS + words.ACTS]
PLURAL_VERBS = [" " + row[1] for row in words.VERBS + words.ACTS]


@kind(2.8)
def agreement(w):
    """The dogs that the girl sees chase the ball. The number of the first noun decides the verb, whatever stands between."""
    for sentence in range(3):
        subject, many = w.choose(LIVING), w.coin()
        w.key.append(subject[0])
        w.en("The", subject[many])
        between = w.choose(["", "that", "near"])
        distracts = False
        if between:
            other, other_many = w.choose(LIVING), w.coin()
            w.en(between, "the", other[other_many])
            distracts = other_many != many
            if between == "that":
                w.en(w.choose(words.VERBS)[other_many])
                distracts = True  # a clause stands between, whatever its number
        if distracts:
            w.mark("agreement", *((PLURAL_VERBS, SINGULAR_VERBS) if many else (SINGULAR_VERBS, PLURAL_VERBS)))
        if w.coin(0.3):
            w.en(w.choose(words.ACTS)[many], ".")
        else:
            w.en(w.choose(words.VERBS)[many], "the", w.choose(words.THINGS)[0], ".")


# --------------------------------------------------------------------------------------------------------- names, facts

@kind(1.4)
def names(w):
    """Two names go somewhere and give each other things: who gives decides who gets."""
    zh = w.coin()
    a, b = w.some(words.NAMES, 2)
    place = w.choose(words.PLACES)
    w.key += sorted([a[0], b[0]])
    if zh:
        w.zh(a[1], "和", b[1], "去", "了", place[1], "。")
    else:
        w.en(a[0], "and", b[0], "went", "to", "the", place[0], ".")
    for sentence in range(3):
        giver, getter = (a, b) if w.coin() else (b, a)
        thing = w.choose(words.THINGS)
        if zh:
            w.zh(giver[1], "把", thing[2], "给", "了", getter[1], "。")
        else:
            w.en(giver[0], "gave", "the", thing[0], "to", getter[0], ".")
    w.write(zh, *((a[1], "看见", "了", b[1], "。") if zh else (a[0], "saw", b[0], ".")))


@kind(1.2)
def facts(w):
    """Three facts, then a question about each."""
    zh = w.coin()
    people = w.some(words.NAMES, 3)
    w.key += sorted(person[0] for person in people)
    told = [(person, w.choose(words.THINGS), w.choose(words.COLORS)) for person in people]
    for person, thing, color in told:
        if zh:
            w.zh(person[1], "的", thing[2], "是", color[1], "。")
        else:
            w.en(person[0], "'s", thing[0], "is", color[0], ".")
    for person, thing, color in w.shuffled(told):
        if zh:
            w.zh(person[1], "的", thing[2], "是", "什么", "颜色", "？", color[1], "。")
        else:
            w.en("What", "color", "is", person[0], "'s", thing[0], "?", "It", "is", color[0], ".")


# ------------------------------------------------------------------------------------------------- counting and copying

@kind(0.6)
def counting(w):
    """three, four, five, six. 星期一、星期二、星期三。"""
    zh, days = w.coin(), w.coin(0.3)
    length = w.choose([4, 5, 6, 7, 8])
    if days:
        start = w.choose(range(7))
        row = [words.DAYS[(start + n) % 7] for n in range(length)]
    else:
        start = w.choose(range(10))
        row = words.NUMBERS[start:start + length]
    w.key += [start, length]
    for n, word in enumerate(row):
        if n:
            w.write(zh, "、" if zh else ",")
        w.write(zh, word[1] if zh else cap(word[0]) if n == 0 else word[0])
    w.write(zh, "。" if zh else ".")


COPIED = words.ANIMALS + words.PEOPLE + words.THINGS + words.SEATS
COPIED_EN = sorted({row[0] for row in COPIED} | {row[1] for row in COPIED} | {row[0] for row in words.COLORS + words.QUALITIES + words.STATES})
COPIED_ZH = sorted({row[2] for row in COPIED} | {row[1] for row in words.COLORS + words.QUALITIES + words.STATES})


@kind(1.2)
def copying(w):
    """Repeat: red dog table. Again: red dog table."""
    zh = w.coin()
    length = w.choose(range(4, 17))
    row = [w.choose(COPIED_ZH if zh else COPIED_EN) for n in range(length)]
    w.key += row[:3]
    if zh:
        w.zh("重复", "：", *row, "。", "再来", "：", *row, "。")
    else:
        w.en("Repeat", ":", *row, ".", "Again", ":", *row, ".")


# ------------------------------------------------------------------------------------------------------------- brackets

@kind(1.3)
def brackets(w):
    """( red [ blue ] ) and （红色【蓝色】）: what closes is what opened last."""
    zh = w.coin()
    closes = CLOSES_CHINESE if zh else CLOSES
    opened, left = [], w.choose(range(4, 8))
    while left or opened:
        if left and (not opened or (len(opened) < 5 and w.coin())):
            bracket = w.choose(list(closes))
            opened.append(bracket)
            w.key.append(bracket)
            left -= 1
            w.write(zh, bracket)
        else:
            right = closes[opened.pop()]
            space = "" if zh else " "
            w.mark("bracket", [space + right], [space + other for other in closes.values() if other != right])
            w.write(zh, right)
        if w.coin(0.4):
            color = w.choose(words.COLORS)
            w.write(zh, color[zh])


# ---------------------------------------------------------------------------------------------------------- translation

def sentence(w):
    """(English words, Chinese words) of one sentence of the kind that is translated."""
    shape = w.choose(range(4))
    if shape == 0:
        person, verb, quality, thing = w.choose(words.NAMES), w.choose(words.VERBS), w.choose(words.COLORS + words.QUALITIES), w.choose(words.THINGS)
        return [person[0], verb[0], "the", quality[0], thing[0], "."], [person[1], verb[3], quality[1], "的", thing[2], "。"]
    if shape == 1:
        animal, act, seat = w.choose(LIVING), w.choose(words.ACTS), w.choose(words.SEATS)
        return ["The", animal[0], act[0], "on", "the", seat[0], "."], [animal[2], "在", seat[2], "上", act[3], "。"]
    if shape == 2:
        person, state = w.choose(words.NAMES), w.choose(words.STATES)
        return [person[0], "is", "very", state[0], "."], [person[1], "非常", state[1], "。"]
    person, other, place = w.choose(words.NAMES), w.choose(words.NAMES), w.choose(words.PLACES)
    return [person[0], "meets", other[0], "in", "the", place[0], "."], [person[1], "在", place[1], "遇到", other[1], "。"]


@kind(1.5)
def translation(w):
    """A sentence and below it the same in the other language."""
    first = w.coin()
    for pair in range(3):
        texts = sentence(w)
        w.key += texts[0][:2]
        for line in (first, not first):
            if w.ids:
                w.en("\n")
            w.write(line, *texts[line])


# ------------------------------------------------------------------------------------------------------------- pronouns

@kind(1.0)
def pronouns(w):
    """Mary went home because she was tired. Her dog waited for her."""
    zh = w.coin()
    for pair in range(2):
        person = w.choose(words.NAMES)
        she = person[2] == "f"
        w.key.append(person[0])
        state, animal = w.choose(words.STATES), w.choose(words.ANIMALS)
        if zh:
            w.zh(person[1], "回家", "了", "，", "因为")
            w.mark("pronoun", ["她" if she else "他"], ["他" if she else "她"])
            w.zh("她" if she else "他", state[1], "了", "。", "她" if she else "他", "的", animal[2], "在", "等", "她" if she else "他", "。")
        else:
            w.en(person[0], "went", "home", "because")
            w.mark("pronoun", [" she" if she else " he"], [" he" if she else " she"])
            w.en("she" if she else "he", "was", state[0], ".", "Her" if she else "His", animal[0], "waited", "for")
            w.mark("pronoun", [" her" if she else " him"], [" him" if she else " her"])
            w.en("her" if she else "him", ".")


@kind(0.8)
def persons(w):
    """I see my dog. She likes her hat. They are tired: the person decides verb and possessive."""
    zh = w.coin()
    chinese = {"You": "你", "He": "他", "She": "她", "We": "我们", "They": "他们", "I": "我"}
    for line in range(4):
        person = w.choose(words.PERSONS)
        subject, be, third, possessive, reflexive, _ = person
        shape = w.choose(range(3))
        w.key += [subject, shape]
        if zh:
            w.zh(chinese[subject])
        else:
            w.en(subject)
        if shape == 0:
            state = w.choose(words.STATES)
            w.write(zh, *(("非常", state[1], "。") if zh else (be, "very", state[0], ".")))
            continue
        verb = w.choose(words.VERBS)
        plain = verb[0] if third == "1" else verb[1]
        if shape == 1:
            thing = w.choose(words.THINGS)
            w.write(zh, *((verb[3], chinese[subject], "的", thing[2], "。") if zh else (plain, possessive, thing[0], ".")))
        else:
            w.write(zh, *((verb[3], chinese[subject], "自己", "。") if zh else (plain, reflexive, ".")))


# ------------------------------------------------------------------------------------------------- scenes and measures

@kind(1.2)
def scenes(w):
    """The cat sat on the mat because it was tired. 猫坐在垫子上，因为它累了。猫在沙发上睡觉。"""
    zh = w.coin()
    for line in range(2):
        animal, many = w.choose(words.ANIMALS), (not zh) and w.coin(0.3)
        seat, pose = w.choose(words.SEATS), w.choose(words.POSES)
        past = zh or w.coin(0.7)
        verb = pose[2] if past else pose[many]
        w.key += [animal[0], seat[0]]
        shape = w.choose(range(3))
        if shape == 0:
            state = w.choose(words.STATES)
            if zh:
                w.zh(animal[2], pose[3], "在", seat[2], "上", "，", "因为", "它", state[1], "了", "。")
            else:
                w.en("The", animal[many], verb, "on", "the", seat[0], "because")
                w.mark("pronoun", [" they" if many else " it"], [" it" if many else " they"])
                w.en("they" if many else "it", ["is", "are", "was", "were"][2 * past + many], state[0], ".")
        elif shape == 1:
            other = w.choose(words.ANIMALS)
            if zh:
                w.zh(animal[2], pose[3], "在", seat[2], "上", "，", other[2], "也", pose[3], "在", seat[2], "上", "。")
            else:
                w.en("The", animal[many], verb, "on", "the", seat[0], "and", "the", other[0], pose[2] if past else pose[0], "on", "it", ".")
        else:
            act = w.choose(words.ACTS)
            if zh:
                w.zh(animal[2], "在", seat[2], "上", act[3], "。")
            else:
                w.en("Then", "the", animal[many], act[2] if past else act[many], "on", "the", seat[0], ".")


@kind(1.0)
def measures(w):
    """汤姆有三只猫、两本书和一张桌子。Tom has two cups of tea and one bowl of rice."""
    zh = w.coin()
    for line in range(2):
        person = w.choose(words.NAMES)
        w.key.append(person[0])
        w.write(zh, person[zh], "有" if zh else "has")
        for item in range(3):
            if item:
                w.write(zh, ("、" if item == 1 else "和") if zh else ("," if item == 1 else "and"))
            count = w.choose(range(1, 7))
            number = "两" if zh and count == 2 else words.NUMBERS[count - 1][zh]
            if w.coin(0.4):
                one, many, content, measure, chinese = w.choose(words.PORTIONS)
                w.write(zh, number, *((measure, chinese) if zh else (many if count > 1 else one, "of", content)))
            else:
                thing = w.choose(COPIED)
                w.write(zh, number, *((thing[3], thing[2]) if zh else (thing[count > 1],)))
        w.write(zh, "。" if zh else ".")


# --------------------------------------------------------------------------------------------- collocations, knowledge

@kind(0.8)
def days(w):
    """Yesterday the dog chased the ball. Today it chases the ball: the first word decides the tense."""
    zh = w.coin()
    for line in range(2):
        animal, verb, thing, today = w.choose(LIVING), w.choose(words.VERBS), w.choose(words.THINGS), w.coin()
        w.key.append(animal[0])
        if zh:
            w.zh("今天" if today else "昨天", animal[2], verb[3], *([] if today else ["了"]), thing[2], "。")
        else:
            past, now = [" " + row[2] for row in words.VERBS], [" " + row[0] for row in words.VERBS]
            w.en("Today" if today else "Yesterday", "the", animal[0])
            w.mark("tense", *((now, past) if today else (past, now)))
            w.en(verb[0] if today else verb[2], "the", thing[0], ".")


@kind(0.8)
def meals(w):
    """Tom drinks two cups of tea. 玛丽吃三碗米饭。"""
    zh = w.coin()
    for line in range(3):
        person, portion, count = w.choose(words.NAMES), w.choose(words.PORTIONS[:-1]), w.choose(range(1, 7))
        w.key.append(person[0])
        one, many, content, measure, chinese = portion
        drink = one in ("cup", "bottle")
        number = "两" if zh and count == 2 else words.NUMBERS[count - 1][zh]
        if zh:
            w.zh(person[1], "喝" if drink else "吃", number, measure, chinese, "。")
        else:
            w.en(person[0], "drinks" if drink else "eats", number, many if count > 1 else one, "of", content, ".")


@kind(1.0)
def jobs(w):
    """The pilot flies planes at the airport. 飞行员在机场驾驶飞机。The first word decides the others."""
    zh = w.coin()
    for line in range(3):
        job = w.choose(words.JOBS)
        w.key.append(job[0])
        if w.coin():
            person = w.choose(words.NAMES)
            he = {"m": ("He", "他"), "f": ("She", "她")}[person[2]][zh]
            if zh:
                w.zh(person[1], "是", job[4], "，", he, job[5], job[6], "。")
            else:
                w.en(person[0], "is", "the", job[0], ".", he, job[1], job[2], ".")
        elif zh:
            w.zh(job[4], "在", job[7], job[5], job[6], "。")
        else:
            w.en("The", job[0], job[1], job[2], "in", "the", job[3], ".")


@kind(0.5)
def capitals(w):
    zh = w.coin()
    for country, city, country_zh, city_zh in w.some(words.CAPITALS, 3):
        w.key.append(country)
        w.write(zh, *((country_zh, "的", "首都", "是", city_zh, "。") if zh else ("The", "capital", "of", country, "is", city, ".")))


@kind(0.5)
def sums(w):
    """Two plus two is four. Three plus three is six."""
    zh = w.coin()
    for line in range(3):
        a, b = w.choose(range(1, 11)), w.choose(range(1, 11))
        w.key += [a, b]
        first, second, total = (words.NUMBERS[n - 1][zh] for n in (a, b, a + b))
        w.write(zh, *((first, "加", second, "等于", total, "。") if zh else (cap(first), "plus", second, "is", total, ".")))


@kind(0.4)
def opposites(w):
    zh = w.coin()
    for row in w.some(words.OPPOSITES, 3):
        a, b = row[2 * zh], row[2 * zh + 1]
        if w.coin():
            a, b = b, a
        w.key.append(a)
        w.write(zh, *((a, "的", "反义词", "是", b, "。") if zh else ("The", "opposite", "of", a, "is", b, ".")))


# --------------------------------------------------------------------------------------------- speech, logic, new words

@kind(1.0)
def speech(w):
    """Tom said: "I am tired." Mary said: "You are tired, but I am not." Quotes close; I and you change sides."""
    zh = w.coin()
    a, b = w.some(words.NAMES, 2)
    w.key += sorted([a[0], b[0]])
    for turn in range(2):
        state, other = w.choose(words.STATES), w.choose(words.STATES)
        if zh:
            w.zh(a[1], "说", "：", "“", "我", state[1], "了", "。")
            w.mark("bracket", ["”"], ["）", "】", "》", "」"])
            w.zh("”", b[1], "说", "：", "“", "你", state[1], "，", "但是", "我", other[1], "。", "”")
        else:
            w.en(a[0], "said", ":", " \"", "I", "am", state[0], ".")
            w.mark("bracket", ["\""], [" )", " ]", " }", " >"])
            w.en("\"", b[0], "said", ":", " \"", "You", "are", state[0], ",", "but", "I", "am", other[0], ".", "\"")


@kind(0.9)
def logic(w):
    """Both … and, either … or, neither … nor; 因为 … 所以, 虽然 … 但是, 如果 … 就, 不但 … 而且."""
    zh = w.coin()
    for line in range(3):
        person, other, state = w.choose(words.NAMES), w.choose(words.NAMES), w.choose(words.STATES)
        w.key.append(person[0])
        shape = w.choose(range(4))
        if not zh:
            first, second = [("Both", "and"), ("Either", "or"), ("Neither", "nor"), ("Not", "but")][shape]
            more = ["also"] if shape == 3 else []
            only = ["only"] if shape == 3 else []
            w.en(first, *only, person[0], second, *more, other[0], "are" if shape == 0 else "is", state[0], ".")
        elif shape == 0:
            w.zh("因为", person[1], state[1], "，", "所以", other[1], "也", state[1], "。")
        elif shape == 1:
            w.zh("虽然", person[1], state[1], "，", "但是", other[1], "不", state[1], "。")
        elif shape == 2:
            w.zh("如果", person[1], state[1], "，", other[1], "就", w.choose(words.ACTS)[3], "。")
        else:
            w.zh("不但", person[1], state[1], "，", "而且", other[1], "也", state[1], "。")


@kind(1.3)
def new_words(w):
    """Words that no token covers, told and asked: spelled in letters, or in the bytes of a rare character."""
    zh = w.coin()
    bytes_ = zh or w.coin(0.7)
    strange = w.some(STRANGE if bytes_ else NONSENSE, 2)
    w.key += strange
    told = [(word, w.choose(COPIED)) for word in strange]
    for word, thing in told:
        if zh:
            w.zh("“")
            w.spelled(word, space=False)
            w.zh("”", "的", "意思", "是", thing[2], "。")
        else:
            w.en("The", "word")
            w.spelled(word, space=True)
            w.en("means", thing[0], ".")
    for word, thing in w.shuffled(told):
        if zh:
            w.zh("“")
            w.spelled(word, space=False)
            w.zh("”", "是", "什么", "意思", "？", thing[2], "。")
        else:
            w.en("What", "does")
            w.spelled(word, space=True)
            w.en("mean", "?", "It", "means", thing[0], ".")


TOTAL_SHARE = sum(share for _, share in KINDS)


def document(generator):
    """(Writer, name of its kind): one whole document, without its end token."""
    pick, index = generator.random() * TOTAL_SHARE, 0
    while pick >= KINDS[index][1] and index < len(KINDS) - 1:
        pick -= KINDS[index][1]
        index += 1
    function, share = KINDS[index]
    w = Writer(generator)
    w.nats = -math.log(share / TOTAL_SHARE)
    w.key.append(function.__name__)
    function(w)
    return w, function.__name__
