// The bundled corpus: the rule of what is held out hashes as hashlib does; shares and entropy are those that the bundled models
// were trained with; documents are cut into tokens and come back; sequences that repeat count from their second time on; hidden
// tokens of an encoder.

#include "core/train/training_corpus.h"

#include "core/base/seeded_numbers.h"
#include "core/files/library/bundled_models.h"
#include "core/files/library/word_pairs.h"
#include "core/text/mask_token.h"
#include "core/train/corpus_grammar.h"
#include "core/train/corpus_held_out.h"
#include "core/train/training_data.h"
#include "tests/core/train/small_trainings.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using namespace core;
using namespace support;

namespace {

const ModelPtr& mainModel()
{
    static const ModelPtr model = openModel("main");
    return model;
}

const Tokenizer& tokenizer() { return *mainModel()->tokenizer; }

corpus::CorpusWriter documentAt(std::uint64_t i) { return corpus::document(rowStream(7, "test", i)); }

std::vector<CorpusDocument> documentsOf(const TrainingCorpus& of, std::uint64_t seed, Index count, bool heldOut)
{
    std::vector<CorpusDocument> all;
    of.eachDocument(seed, count, heldOut, [&](const CorpusDocument& document) { all.push_back(document); });
    return all;
}

} // namespace

class TestTrainingCorpus : public QObject
{
    Q_OBJECT
private slots:
    void theHashIsBlake2b()
    {
        // hashlib.blake2b(m, digest_size=8), as a little-endian number.
        QCOMPARE(corpus::blake2b64(""), std::uint64_t(0xb4b2797457a0a6e4u));
        QCOMPARE(corpus::blake2b64("abc"), std::uint64_t(0x5995d533d814bbd8u));
        QCOMPARE(corpus::blake2b64(std::string(128, 'x')), std::uint64_t(0x0224e1e874e31c90u));
        QCOMPARE(corpus::blake2b64(std::string(129, 'y')), std::uint64_t(0xe601539f147a617cu));
        QCOMPARE(corpus::blake2b64("['new_words', '龀', '龁']"), std::uint64_t(0x89dde9601122f5a0u));
        QVERIFY(!corpus::isHeldOut({"'agreement'", "'cat'", "'dog'", "'bird'"}));
        QVERIFY(corpus::isSequenceHeldOut(0, 0, 0));
        QVERIFY(!corpus::isSequenceHeldOut(1, 0, 0)); // 7919 % 20 is 19
    }

    void aStreamDecidesTheDocument()
    {
        QCOMPARE(documentAt(3).text, documentAt(3).text);
        std::set<std::string> different;
        for (std::uint64_t i = 0; i < 200; ++i)
            different.insert(documentAt(i).text);
        QVERIFY(different.size() > 190);
    }

    void sharesAndEntropyAreThoseOfTheZoo()
    {
        // 20,000 documents of the generator in Python that the bundled models were trained with: shares of the tokens, and tokens
        // of a document.
        const std::map<std::string, double> shares{{"'measures'", 0.047}, {"'capitals'", 0.0173}, {"'agreement'", 0.1073},
            {"'copying'", 0.0565}, {"'pronouns'", 0.0518}, {"'opposites'", 0.0126}, {"'meals'", 0.0285}, {"'scenes'", 0.044},
            {"'logic'", 0.0358}, {"'counting'", 0.013}, {"'persons'", 0.0281}, {"'days'", 0.0169}, {"'brackets'", 0.0362},
            {"'speech'", 0.0746}, {"'new_words'", 0.1012}, {"'names'", 0.0796}, {"'translation'", 0.1015}, {"'sums'", 0.015},
            {"'facts'", 0.0956}, {"'jobs'", 0.0374}};
        std::map<std::string, double> found;
        double nats = 0, tokens = 0, heldOut = 0;
        constexpr std::uint64_t documents = 20000;
        for (std::uint64_t i = 0; i < documents; ++i) {
            const corpus::CorpusWriter document = documentAt(i);
            const std::vector<TokenId> ids = tokenizer().encode(document.text, false);
            QCOMPARE(tokenizer().decode(ids), document.text);
            found[document.key.front()] += double(ids.size() + 1);
            tokens += double(ids.size() + 1);
            nats += document.nats;
            heldOut += corpus::isHeldOut(document.key);
        }
        QCOMPARE(found.size(), shares.size());
        for (const auto& [kind, share] : shares)
            QVERIFY2(std::abs(found[kind] / tokens - share) < 0.1 * share + 0.002, kind.c_str());
        QVERIFY2(std::abs(tokens / double(documents) - 28.55) < 0.5, qPrintable(QString::number(tokens / double(documents))));
        QVERIFY2(
            std::abs(nats / tokens - 1.1067) < 0.04, qPrintable(QString::number(nats / tokens))); // resources/models/corpus.json
        QVERIFY(std::abs(heldOut / double(documents) - 0.05) < 0.01);
        const double entropy = TrainingCorpus(mainModel(), {}).entropy();
        QVERIFY2(std::abs(entropy - 1.1067) < 0.012, qPrintable(QString::number(entropy)));
    }

    void questionsAreAnsweredByTheDocument()
    {
        const TrainingCorpus of(mainModel(), {});
        std::map<std::string, int> asked;
        for (const CorpusDocument& document : documentsOf(of, 3, 2000, false)) {
            QCOMPARE(tokenizer().decode(document.ids), document.text);
            for (const CorpusDocument::Question& question : document.questions) {
                const TokenId answer = document.ids[std::size_t(question.at)];
                const auto has = [&](const std::vector<TokenId>& ids) { return std::count(ids.begin(), ids.end(), answer) > 0; };
                QVERIFY2(has(question.right) && !has(question.wrong), (document.text + " " + question.test).c_str());
                ++asked[question.test];
            }
        }
        QCOMPARE(asked.size(), std::size_t(4));
        // As many of 100 documents as the generator in Python asks: all of them, so no question is lost to the tokens.
        for (const auto& [test, hundreds] :
            std::map<std::string, double>{{"agreement", 19.2}, {"pronoun", 15.9}, {"bracket", 44.0}, {"tense", 3.5}})
            QVERIFY2(
                std::abs(asked[test] / 20.0 - hundreds) < 0.2 * hundreds, (test + " " + std::to_string(asked[test])).c_str());
    }

    void heldOutDocumentsAreOthers()
    {
        const TrainingCorpus of(mainModel(), {});
        std::set<std::string> seen;
        for (const CorpusDocument& document : documentsOf(of, 1, 500, false))
            seen.insert(document.text);
        for (const CorpusDocument& document : documentsOf(of, 1, 100, true))
            QVERIFY(!seen.contains(document.text));
        QVERIFY(documentsOf(of, 1, 1, true).front().text != documentsOf(of, 2, 1, true).front().text);
        const std::vector<std::vector<TokenId>> rows = of.heldOutIds(3, 64);
        QCOMPARE(rows.front().size(), std::size_t(65));
        QVERIFY(std::equal(rows[2].begin(), rows[2].end() - 1, of.heldOutRows(3, 64)[2].ids.begin()));
    }

    void rowsFollowFromSeedStepAndPlace()
    {
        const TrainingCorpus of(mainModel(), {});
        QVERIFY(of.rows({1, 5, 4, 64}) == TrainingCorpus(mainModel(), {}).rows({1, 5, 4, 64}));
        QVERIFY(of.rows({1, 5, 4, 64}) != of.rows({1, 6, 4, 64}));
        QVERIFY(of.rows({1, 5, 4, 64}) != of.rows({2, 5, 4, 64}));
        for (const TrainingRow& row : of.rows({1, 5, 4, 64})) {
            QCOMPARE(row.ids.size(), std::size_t(64));
            QVERIFY(std::equal(row.ids.begin() + 1, row.ids.end(), row.targets.begin()));
            QVERIFY(std::none_of(row.targets.begin(), row.targets.end(), [](TokenId id) { return id < 0; }));
        }
        QVERIFY(of.heldOutRows(2, 64) != of.rows({2, 0, 2, 64}));
    }

    void sequencesCountFromTheirSecondTimeOn()
    {
        const TrainingCorpus of(mainModel(), {.stories = 0, .first = 100, .pool = 20});
        const std::vector<TrainingRow> rows = of.rows({1, 0, 4, 64});
        QCOMPARE(rows.size(), std::size_t(8)); // of half the length
        std::set<TokenId> used;
        for (const TrainingRow& row : rows) {
            QCOMPARE(row.ids.size(), std::size_t(32));
            const auto first = std::find_if(row.targets.begin(), row.targets.end(), [](TokenId id) { return id >= 0; });
            QVERIFY(first != row.targets.begin() && first != row.targets.end());
            for (auto target = first; target != row.targets.end(); ++target) // what was said already
                QVERIFY(std::find(row.ids.begin(), row.ids.begin() + (target - row.targets.begin()) + 1, *target)
                    != row.ids.begin() + (target - row.targets.begin()) + 1);
            used.insert(row.ids.begin(), row.ids.end());
        }
        QVERIFY(used.size() <= 21); // the pool and the token that begins a text
        QCOMPARE(of.rows({1, 100, 4, 64}).size(), std::size_t(4));
        // Rows that were halved more than once grow step by step, those of few tokens are not halved further.
        const TrainingCorpus growing(mainModel(), {.stories = 0, .first = 100, .pool = 20, .halvings = 2, .doubling = 10});
        const auto shape = [&](Index step, Index length) {
            const std::vector<TrainingRow> some = growing.rows({1, step, 4, length});
            return std::pair(some.size(), some.front().ids.size());
        };
        QCOMPARE(shape(99, 64), std::pair(std::size_t(16), std::size_t(16)));
        QCOMPARE(shape(100, 64), std::pair(std::size_t(8), std::size_t(32)));
        QCOMPARE(shape(109, 64), std::pair(std::size_t(8), std::size_t(32)));
        QCOMPARE(shape(110, 64), std::pair(std::size_t(4), std::size_t(64)));
        QCOMPARE(shape(0, 16), std::pair(std::size_t(8), std::size_t(8)));
        // At its end a curriculum has its share of documents.
        const TrainingCorpus mixed(mainModel(), {.stories = 0.5, .first = 10, .doubling = 1, .blend = 1});
        const auto hidden = [](const TrainingRow& row) { return row.targets.front() < 0; };
        const std::vector<TrainingRow> late = mixed.rows({1, 1000, 20, 64});
        QCOMPARE(std::count_if(late.begin(), late.end(), hidden), 10);
    }

    void aPairIsASentenceAndItsTwin()
    {
        const TrainingCorpus of(mainModel(), {});
        for (const TrainingRow& row : of.pairs({1, 0, 20, 64}, 1)) {
            QCOMPARE(row.ids.front(), TokenId(1));
            QVERIFY(std::equal(row.ids.begin() + 1, row.ids.end(), row.targets.begin()));
            const std::string a = tokenizer().decode(row.source), b = tokenizer().decode(row.targets, true);
            QVERIFY2(a.ends_with(".") != b.ends_with("."), (a + b).c_str()); // one of them ends with 。
        }
    }

    void alignmentsOfTheTranslatorAreWordsAndHeldOutSentences()
    {
        const corpus::WordLists& w = corpus::words();
        std::set<std::pair<std::string, std::string>> known{
            {"on", "在"}, {"on", "上"}, {"in", "在"}, {"very", "非常"}, {".", "。"}};
        const auto add = [&](const corpus::WordRows& rows, std::size_t chinese) {
            for (const corpus::WordRow& row : rows)
                known.emplace(row[0], row[chinese]);
        };
        for (const corpus::WordRows* rows : {&w.names, &w.colors, &w.qualities, &w.states, &w.places})
            add(*rows, 1);
        for (const corpus::WordRows* rows : {&w.animals, &w.people, &w.things, &w.seats})
            add(*rows, 2);
        for (const corpus::WordRows* rows : {&w.verbs, &w.acts})
            add(*rows, 3);
        const WordPairs pairs = wordPairs(bundledModelsFolder() + "/translator").value();
        for (const auto& [english, chinese] : pairs.words)
            QVERIFY2(known.contains({english, chinese}), (english + " " + chinese).c_str());
        QCOMPARE(pairs.words.size(), known.size());
        for (const auto& [source, target] : pairs.sentences) {
            const QString text = QString::fromStdString(source.ends_with(".") ? source : target).chopped(1);
            std::vector<std::string> key{"'pair'"};
            for (const QString& word : text.split(' '))
                key.push_back("'" + word.toStdString() + "'");
            QVERIFY2(corpus::isHeldOut(key), qPrintable(text));
        }
    }

    void aShareOfTheTokensIsHidden()
    {
        const TokenId mask = maskToken(tokenizer()).value();
        QVERIFY(tokenizer().isSpecial(mask));
        double asked = 0, masked = 0, tokens = 0;
        for (const TrainingRow& row : TrainingCorpus(mainModel(), {}).rows({1, 0, 40, 128})) {
            TrainingRow hidden = row;
            hideTokens(hidden, mask, tokenizer(), mixBits(std::uint64_t(tokens)));
            tokens += double(row.ids.size());
            for (std::size_t t = 0; t < row.ids.size(); ++t) {
                QVERIFY(hidden.targets[t] == -1 || hidden.targets[t] == row.ids[t]);
                QVERIFY(hidden.targets[t] >= 0 || hidden.ids[t] == row.ids[t]);
                asked += hidden.targets[t] >= 0;
                masked += hidden.ids[t] == mask;
            }
        }
        QVERIFY(std::abs(asked / tokens - 0.15) < 0.02);
        QVERIFY(std::abs(masked / asked - 0.8) < 0.06);
        TrainingRow one{{300, 301}, {301, -1}};
        hideTokens(one, mask, tokenizer(), 1);
        QVERIFY(one.targets[0] >= 0 || one.targets[1] >= 0);
    }
};

QTEST_GUILESS_MAIN(TestTrainingCorpus)
#include "tst_training_corpus.moc"
