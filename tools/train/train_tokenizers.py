"""Tokenizers of three kinds and three sizes, trained on the corpus of the small models: resources/tokenizers.

    pip install tokenizers && python3 tools/train/train_tokenizers.py

Each kind is set up as the models that made it known: BPE over bytes as GPT-2's, WordPiece over characters as BERT's (capitals
stay), Unigram over characters with ▁ for spaces as T5's. None of them separates Chinese characters beforehand. BPE begins with
all 256 bytes and loses nothing; of WordPiece a third of the vocabulary and of Unigram a half may be characters (the most
frequent ones), and what has none is unknown. sentences.json holds sentences of documents that no training saw.
"""
import collections
import json
import os
import re

from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

import corpus

SIZES = (300, 1000, 4000)
DOCUMENTS = 20000
SENTENCES = 100
FOLDER = os.path.join(os.path.dirname(__file__), "..", "..", "resources", "tokenizers")


def texts(held_out):
    return (document["text"] for document in corpus.documents(1, DOCUMENTS, held_out))


def bpe(documents, size):
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    made.train_from_iterator(documents, trainers.BpeTrainer(vocab_size=size, initial_alphabet=alphabet, special_tokens=[], show_progress=False))
    return made


def word_piece(documents, size):
    made = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer(lowercase=False, handle_chinese_chars=False)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.decoder = decoders.WordPiece()
    trainer = trainers.WordPieceTrainer(vocab_size=size, limit_alphabet=size // 3, special_tokens=["[UNK]"], show_progress=False)
    made.train_from_iterator(documents, trainer)
    return made


def unigram(documents, size):
    counts = collections.Counter("".join(documents))
    known = {character for character, _ in counts.most_common(size // 2)}
    covered = ["".join(c if c in known else " " for c in document) for document in documents]
    made = Tokenizer(models.Unigram())
    made.pre_tokenizer = pre_tokenizers.Metaspace()
    made.decoder = decoders.Metaspace()
    trainer = trainers.UnigramTrainer(vocab_size=size, special_tokens=["<unk>"], unk_token="<unk>", show_progress=False)
    made.train_from_iterator(covered, trainer)
    return made


def write(name, made):
    document = json.loads(made.to_str())
    model = document["model"]
    if model["type"] == "BPE":
        model["merges"] = [pair if isinstance(pair, str) else " ".join(pair) for pair in model["merges"]]
    if model["type"] == "Unigram":
        model["vocab"] = [[piece, round(score, 4)] for piece, score in model["vocab"]]
    with open(os.path.join(FOLDER, name), "w", encoding="utf-8") as file:
        json.dump(document, file, ensure_ascii=False, separators=(",", ":"))
        file.write("\n")


def sentences():
    """The first different sentences of held-out documents, in English and in Chinese."""
    found = {"en": {}, "zh_CN": {}}
    for text in texts(held_out=True):
        for sentence in re.findall(r"[^.!?。！？\n]+[.!?。！？]", text):
            sentence = sentence.strip(" “”\"'")
            chinese = sum(ord(c) > 0x2E80 for c in sentence)
            language = "en" if chinese == 0 else "zh_CN" if chinese > 0.9 * len(sentence) else None
            if language and len(sentence) > 8 and len(found[language]) < SENTENCES:
                found[language][sentence] = None
        if all(len(each) == SENTENCES for each in found.values()):
            return {language: list(each) for language, each in found.items()}


def main():
    os.makedirs(FOLDER, exist_ok=True)
    with open(os.path.join(FOLDER, "sentences.json"), "w", encoding="utf-8") as file:
        json.dump({"format": 1, **sentences()}, file, ensure_ascii=False, indent=0)
        file.write("\n")
    documents = list(texts(held_out=False))
    for name, train in (("bpe", bpe), ("wordpiece", word_piece), ("unigram", unigram)):
        for size in SIZES:
            made = train(documents, size)
            assert made.get_vocab_size() == size, (name, made.get_vocab_size())
            write(f"{name}-{size}.json", made)
            lost = [made.token_to_id(unknown) for unknown in ("[UNK]", "<unk>")]
            for language, group in sentences().items():
                ids = [made.encode(sentence).ids for sentence in group]
                unknown = sum(id in lost for each in ids for id in each)
                print(f"{name}-{size} {language}: {sum(map(len, ids)) / len(ids):.1f} tokens per sentence, {unknown / len(ids):.2f} unknown")


if __name__ == "__main__":
    main()
