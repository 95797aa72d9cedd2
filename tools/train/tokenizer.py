"""The tokenizer of the small models: words that a person can read, each at the same price, so that the fewest tokens win.

An English word carries the space before it (" cat"), as in the program's built-in tokenizer: decode(encode(text)) is the
text, whatever it is, and Chinese needs no spaces at all. A word that may begin a text or stand after an opening quote is
there without its space too ("The" beside " The"). What no word covers is spelled in letters, and the rest in bytes.

Ids: 0 <unk>, 1 <s>, 2 </s>, 3 <mask>, 4–259 the bytes <0x00>–<0xFF>, then the ordinary tokens without a gap.
No special token is added by itself: 猫在沙发上睡觉 is five tokens.
"""
import json

import words

SPECIAL = ["<unk>", "<s>", "</s>", "<mask>"]
UNKNOWN, START, END, MASK = range(4)
FIRST_BYTE, FIRST_WORD = 4, 260
IN_CONFIG = {"bos_token_id": START, "eos_token_id": END, "decoder_start_token_id": START}  # what config.json says of them
LETTERS = "abcdefghijklmnopqrstuvwxyz"
REST = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"  # so that names of bytes, too, are ordinary text


def ordinary():
    """Every ordinary token, each once, in the order of the lists."""
    found = {}

    def add(*texts):
        for text in texts:
            found.setdefault(text)

    def english(text, starts=False):
        add(" " + text)
        if starts:
            add(text)

    add(*words.MARKS)
    for mark in words.BRACKETS:
        add(" " + mark, mark)
    for text in words.PLAIN.split():
        english(text)
    for text in words.STARTS.split():
        english(text, starts=True)
    add(*words.CHINESE.split())
    for name, chinese, _ in words.NAMES:
        english(name, starts=True)
        add(chinese)
    for one, many, chinese, measure in words.ANIMALS + words.PEOPLE + words.THINGS + words.SEATS:
        english(one), english(many), add(chinese, measure)
    for third, plain, past, chinese in words.VERBS + words.ACTS + words.POSES:
        english(third), english(plain), english(past), add(chinese)
    for text, chinese in words.COLORS + words.QUALITIES + words.STATES + words.PLACES + words.NUMBERS:
        english(text), add(chinese)
    for text, chinese in words.DAYS:
        english(text, starts=True), add(chinese)
    for job in words.JOBS:
        for text in job[:4]:
            english(text)
        add(*job[4:])
    for one, many, content, measure, chinese in words.PORTIONS:
        english(one), english(many), english(content), add(measure, chinese)
    for row in words.CAPITALS + words.OPPOSITES:
        english(row[0]), english(row[1]), add(row[2], row[3])
    for text in ["eats", "drinks"]:
        english(text)
    add("吃", "喝", " ", *LETTERS, *REST)
    return list(found)


ORDINARY = ordinary()
SIZE = FIRST_WORD + len(ORDINARY)
IDS = {text: FIRST_WORD + n for n, text in enumerate(ORDINARY)}
assert SIZE <= 1500, SIZE


def byte_ids(text):
    return [FIRST_BYTE + byte for byte in text.encode()]


def token_texts():
    """The text of every id, as tokenizer.json writes it."""
    return SPECIAL + [f"<0x{byte:02X}>" for byte in range(256)] + ORDINARY


def write(path):
    """tokenizer.json: a Unigram model with byte fall-back; only names of bytes and specials are dear, so that no text spells them."""
    scores = [[text, -1.0 if n >= FIRST_WORD else -100.0] for n, text in enumerate(token_texts())]
    added = [{"id": n, "content": text, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
             for n, text in enumerate(SPECIAL)]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"version": "1.0", "truncation": None, "padding": None, "added_tokens": added, "normalizer": None, "pre_tokenizer": None,
                   "post_processor": None, "decoder": {"type": "Sequence", "decoders": [{"type": "ByteFallback"}, {"type": "Fuse"}]},
                   "model": {"type": "Unigram", "unk_id": UNKNOWN, "byte_fallback": True, "vocab": scores}}, file, ensure_ascii=False, indent=0)
        file.write("\n")


def text_of(ids):
    """The text of ids; specials are left out."""
    pieces = [bytes([i - FIRST_BYTE]) if i < FIRST_WORD else ORDINARY[i - FIRST_WORD].encode() for i in ids if i >= FIRST_BYTE]
    return b"".join(pieces).decode(errors="replace")
