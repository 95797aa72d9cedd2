// Scans against loops over all tokens; going on after a stop; files that are cut off.

#include "core/experiments/scan.h"

#include "core/analysis/token_directions.h"
#include "core/experiments/scan_reading.h"
#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "core/io/json.h"
#include "core/run/forward.h"
#include "tests/core/support/temporary_files.h"
#include "tests/test_data.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <numeric>
#include <stop_token>

using namespace core;

namespace {

const SetupPtr& mainSetup()
{
    static const SetupPtr setup = configure(openModel(bundledModelsFolder() + "/main"), {});
    return setup;
}

constexpr const char* neurons = "blocks.2.mlp.post";

struct Seen
{
    float value;
    std::uint64_t line;
    Index position;
};

/// All values of a channel, text by text.
std::vector<Seen> valuesOf(const std::string& set, const std::string& at, Index channel)
{
    std::vector<Seen> all;
    for (const SetText& text : readTexts(set)) {
        const auto trace = forward(*mainSetup(), {.ids = idsOf(text, set, *mainSetup()->model)}, {.patterns = {at}});
        const Tensor& numbers = trace->entries().front().tensor;
        const Index each = numbers.size() / numbers.dim(0);
        for (Index t = 0; t < numbers.dim(0); ++t)
            all.push_back({numbers.data()[t * each + channel], text.line, t});
    }
    return all;
}

} // namespace

class TestScan : public QObject
{
    Q_OBJECT
private slots:
    void theHitsAreThoseOfALoop_data()
    {
        QTest::addColumn<QString>("at");
        QTest::newRow("neurons") << neurons;
        QTest::newRow("head") << "blocks.1.attn.z[2]";
        QTest::newRow("stream") << "blocks.1.resid_post";
    }

    void theHitsAreThoseOfALoop()
    {
        QFETCH(QString, at);
        const TemporaryFolder folder;
        const Scan found = scan(*mainSetup(), {at.toStdString(), 5, "agreement"}, folder.path("s.safetensors"));
        for (const std::size_t channel : {std::size_t(0), found.channels.size() - 1}) {
            std::vector<Seen> all = valuesOf("agreement", at.toStdString(), Index(channel));
            QCOMPARE(found.tokens, std::uint64_t(all.size()));
            double sum = 0;
            for (const Seen& one : all)
                sum += double(one.value);
            const ScanChannel& here = found.channels[channel];
            QVERIFY(std::abs(here.sum - sum) < 1e-3);
            std::uint64_t counted = 0;
            for (const std::uint64_t count : here.bins)
                counted += count;
            QCOMPARE(counted, found.tokens);
            std::stable_sort(all.begin(), all.end(), [](const Seen& a, const Seen& b) { return a.value > b.value; });
            QCOMPARE(here.top.size(), std::size_t(5));
            for (std::size_t k = 0; k < 5; ++k) {
                QVERIFY(std::abs(here.top[k].value - all[k].value) < 1e-4f);
                QVERIFY(std::abs(here.bottom[k].value - all[all.size() - 1 - k].value) < 1e-4f);
                QCOMPARE(here.top[k].values[std::size_t(scanBefore)], here.top[k].value);
            }
            QCOMPARE(here.sample.size(), std::size_t(5));
        }
    }

    /// Of each head the run in which no other one adds to the stream says what it adds.
    void theVectorOfAHeadIsWhatItAloneAdds()
    {
        const std::string towards = R"({"towards": " dog"})";
        const ScanRequest lengths{"blocks.1.attn.z", 3, "repeats", scanNorm}, along{"blocks.1.attn.z", 3, "repeats", towards};
        const Scan length = scanTexts(*mainSetup(), lengths), projection = scanTexts(*mainSetup(), along);
        QCOMPARE(length.channels.size(), std::size_t(mainSetup()->config.block(1).heads));
        const std::vector<float> row
            = directionTowards(*mainSetup(), mainSetup()->model->tokenizer->encode(" dog").front());
        const double norm = std::sqrt(std::inner_product(row.begin(), row.end(), row.begin(), 0.0));
        const auto runWithout = [](const std::vector<TokenId>& ids, const std::string& heads) {
            const TraceRequest request{
                .patterns = {"blocks.1.attn_out"}, .interventions = {{.at = "blocks.1.attn.z" + heads}}};
            return forward(*mainSetup(), {.ids = ids}, request)->at("blocks.1.attn_out");
        };
        std::vector<double> sum(row.size());
        double longest = 0, furthest = -1e9, tokens = 0;
        for (const SetText& text : readTexts("repeats")) {
            const std::vector<TokenId> ids = idsOf(text, "repeats", *mainSetup()->model);
            const Tensor with = runWithout(ids, "[0,1,3]"), none = runWithout(ids, "");
            for (Index t = 0; t < with.dim(0); ++t) {
                double squares = 0, product = 0;
                for (std::size_t i = 0; i < row.size(); ++i) {
                    const double added = double(with.row(t)[i]) - double(none.row(t)[i]);
                    squares += added * added;
                    product += added * double(row[i]) / norm;
                    sum[i] += added;
                }
                longest = std::max(longest, std::sqrt(squares));
                furthest = std::max(furthest, product);
                ++tokens;
            }
        }
        QVERIFY2(std::abs(double(length.channels[2].most) - longest) < 1e-3 * longest,
            qPrintable(QStringLiteral("%1 %2").arg(double(length.channels[2].most)).arg(longest)));
        QVERIFY(std::abs(double(projection.channels[2].most) - furthest) < 1e-3 * std::abs(furthest));
        const std::vector<float> mean = length.writtenBy(2), direction = projection.writtenBy(2);
        for (std::size_t i = 0; i < row.size(); ++i) {
            QVERIFY(std::abs(double(mean[i]) - sum[i] / tokens) < 1e-3 * longest);
            QVERIFY(std::abs(double(direction[i]) - double(row[i]) / norm) < 1e-6);
        }
    }

    void theStreamAlongADirectionIsItsProjection()
    {
        const Scan found = scanTexts(
            *mainSetup(), {"blocks.2.resid_post", 3, "capitals", R"({"text": "a red dog", "less": "a red cup"})"});
        QCOMPARE(found.channels.size(), std::size_t(1));
        const auto lastRow = [](const char* text) {
            const auto trace
                = forward(*mainSetup(), {.ids = mainSetup()->model->tokenizer->encode(text)}, {.patterns = {"blocks.2.resid_post"}});
            const Tensor& stream = trace->at("blocks.2.resid_post");
            return std::vector<double>(stream.row(stream.dim(0) - 1), stream.row(stream.dim(0) - 1) + stream.dim(1));
        };
        std::vector<double> direction = lastRow("a red dog");
        const std::vector<double> less = lastRow("a red cup");
        std::ranges::transform(direction, less, direction.begin(), std::minus<>());
        const double norm = std::sqrt(std::inner_product(direction.begin(), direction.end(), direction.begin(), 0.0));
        double least = 1e9, most = -1e9;
        for (const SetText& text : readTexts("capitals")) {
            const auto trace = forward(
                *mainSetup(), {.ids = idsOf(text, "capitals", *mainSetup()->model)}, {.patterns = {"blocks.2.resid_post"}});
            const Tensor& stream = trace->at("blocks.2.resid_post");
            for (Index t = 0; t < stream.dim(0); ++t) {
                const double value = std::inner_product(direction.begin(), direction.end(), stream.row(t), 0.0) / norm;
                least = std::min(least, value);
                most = std::max(most, value);
            }
        }
        QVERIFY(std::abs(double(found.channels[0].least) - least) < 1e-3);
        QVERIFY(std::abs(double(found.channels[0].most) - most) < 1e-3);
    }

    void whatIsNoDirectionIsSaidOfAlong()
    {
        for (const auto& [at, along] : {std::pair{"blocks.1.resid_post", "length"}, {"blocks.1.resid_post", R"({"unembedding": "no such token"})"},
                 {"blocks.1.mlp.post", R"({"towards": " dog"})"}, {"blocks.1.resid_post", R"({"file": "none.npy"})"},
                 {"blocks.1.resid_post", R"({"text": "a dog", "less": "a dog"})"}}) {
            const Error::Parts why = refusalOf([&] { scanTexts(*mainSetup(), {at, 2, "capitals", along}); });
            QVERIFY2(why.where.starts_with("--along") || why.file.ends_with("none.npy"), (why.where + why.problem).c_str());
        }
    }

    void aStoppedScanGoesOnToTheSameBytes_data()
    {
        QTest::addColumn<QString>("at");
        QTest::addColumn<QString>("along");
        QTest::newRow("numbers") << neurons << "";
        QTest::newRow("lengths") << "blocks.1.attn.z" << scanNorm;
        QTest::newRow("projections") << "blocks.1.attn.z[2]" << R"({"embedding": " dog"})";
    }

    void aStoppedScanGoesOnToTheSameBytes()
    {
        QFETCH(QString, at);
        QFETCH(QString, along);
        const TemporaryFolder folder;
        const ScanRequest request{at.toStdString(), 4, "copying", along.toStdString()};
        scan(*mainSetup(), request, folder.path("whole.safetensors"), {}, 10);
        std::stop_source stop;
        RunControl control{stop.get_token(),
            [&](double fraction, std::string_view) {
                if (fraction > 0.4)
                    stop.request_stop();
            },
            {}};
        QVERIFY_THROWS_EXCEPTION(Stopped, scan(*mainSetup(), request, folder.path("s.safetensors"), control, 10));
        QVERIFY(std::filesystem::exists(folder.path("s.safetensors.part")));
        QVERIFY(!std::filesystem::exists(folder.path("s.safetensors")));
        const Scan half = readScan(folder.path("s.safetensors.part"));
        QVERIFY(half.textCount > 0 && half.textCount < 40);
        scan(*mainSetup(), request, folder.path("s.safetensors"), {}, 10);
        QVERIFY(!std::filesystem::exists(folder.path("s.safetensors.part")));
        QVERIFY(readBytes(folder.path("s.safetensors")) == readBytes(folder.path("whole.safetensors")));
    }

    /// A scan that was killed before it wrote anything begins; a damaged one says what to do, and loses nothing.
    void aDamagedBeginningSaysWhatToDo()
    {
        const TemporaryFolder folder;
        const ScanRequest request{neurons, 3, "pronouns"};
        scan(*mainSetup(), request, folder.path("whole.safetensors"));
        const std::string whole = readBytes(folder.path("whole.safetensors"));
        folder.write("s.safetensors.part", "");
        scan(*mainSetup(), request, folder.path("s.safetensors"));
        QVERIFY(readBytes(folder.path("s.safetensors")) == whole);
        QVERIFY(!std::filesystem::exists(folder.path("s.safetensors.part")));

        folder.write("cut.safetensors.part", whole.substr(0, whole.size() / 2));
        const Error::Parts why = refusalOf([&] { scan(*mainSetup(), request, folder.path("cut.safetensors")); });
        QVERIFY2(why.problem.find("begins anew") != std::string::npos, why.problem.c_str());
        QCOMPARE(why.file, folder.path("cut.safetensors.part"));
        QVERIFY(std::filesystem::exists(folder.path("cut.safetensors.part")));
        const Error::Parts opened = refusalOf([&] { openModel(folder.path("cut.safetensors.part")); });
        QVERIFY2(opened.problem.find("unfinished") != std::string::npos, opened.problem.c_str());
    }

    void aFileComesBack()
    {
        const TemporaryFolder folder;
        const Scan written = scan(*mainSetup(), {neurons, 3, "pronouns"}, folder.path("s.safetensors"));
        const Scan read = readScan(folder.path("s.safetensors"));
        QCOMPARE(read.tokens, written.tokens);
        QCOMPARE(read.at, std::string(neurons));
        QCOMPARE(read.shape, written.shape);
        for (std::size_t c = 0; c < read.channels.size(); c += 31) {
            QCOMPARE(read.channels[c].sum, written.channels[c].sum);
            QCOMPARE(read.channels[c].top[2].line, written.channels[c].top[2].line);
            QCOMPARE(read.channels[c].top[2].ids, written.channels[c].top[2].ids);
            QCOMPARE(read.channels[c].bins, written.channels[c].bins);
        }
    }

    /// What tools/record.py --texts wrote in two processes of PyTorch, against passes of this engine over the same ids.
    void aRecordedScanHasTheNumbersOfThisEngine()
    {
        const std::string folder = std::string(TEST_DATA) + "/recorded/";
        const Scan recorded = readScan(folder + "scan.safetensors");
        const auto setup = configure(openModel(std::string(TEST_DATA) + "/families/llama-plain"), {});
        std::vector<std::vector<Seen>> all(recorded.channels.size());
        std::ifstream file(folder + "scan_texts.jsonl");
        std::string words;
        for (std::uint64_t line = 1; std::getline(file, words); ++line) {
            const auto ids = parseJson(words, "texts").at("ids").get<std::vector<TokenId>>();
            const auto trace = forward(*setup, {.ids = ids}, {.patterns = {recorded.at}});
            const Tensor& numbers = trace->entries().front().tensor; // [token, one head, d_head]
            QCOMPARE(numbers.size(), numbers.dim(0) * Index(all.size()));
            for (Index at = 0; at < numbers.size(); ++at)
                all[std::size_t(at) % all.size()].push_back({numbers.data()[at], line, at / Index(all.size())});
        }
        QCOMPARE(recorded.tokens, std::uint64_t(all.front().size()));
        for (std::size_t c = 0; c < all.size(); ++c) {
            std::stable_sort(all[c].begin(), all[c].end(), [](const Seen& a, const Seen& b) { return a.value > b.value; });
            QCOMPARE(recorded.channels[c].top.size(), std::size_t(recorded.keep));
            for (std::size_t k = 0; k < recorded.channels[c].top.size(); ++k) {
                const ScanHit &top = recorded.channels[c].top[k], &bottom = recorded.channels[c].bottom[k];
                QVERIFY(std::abs(top.value - all[c][k].value) < 1e-5f);
                // Equal tokens at the beginning of a text may stand in either order.
                const auto there = std::ranges::find_if(
                    all[c], [&](const Seen& seen) { return seen.line == top.line && seen.position == top.position; });
                QVERIFY(there != all[c].end() && std::abs(top.value - there->value) < 1e-5f);
                QVERIFY(std::abs(bottom.value - all[c][all[c].size() - 1 - k].value) < 1e-5f);
            }
            double sum = 0;
            std::uint64_t counted = 0;
            for (const Seen& one : all[c])
                sum += double(one.value);
            for (const std::uint64_t count : recorded.channels[c].bins)
                counted += count;
            QVERIFY(std::abs(recorded.channels[c].sum - sum) < 1e-3);
            QCOMPARE(counted, recorded.tokens);
        }
    }

    void aRecordedScanOfVectorsIsThatOfThisEngine_data()
    {
        QTest::addColumn<QString>("file");
        for (const char* const file : {"scan_norm", "scan_along", "scan_stream"})
            QTest::newRow(file) << file;
    }

    /// The same by `record.py --along`: lengths of what heads add, and how far they and the stream go along a direction.
    void aRecordedScanOfVectorsIsThatOfThisEngine()
    {
        QFETCH(QString, file);
        const std::string folder = std::string(TEST_DATA) + "/recorded/";
        const Scan recorded = readScan(folder + file.toStdString() + ".safetensors");
        const auto setup = configure(openModel(std::string(TEST_DATA) + "/families/llama-plain"), {});
        const std::vector<PlannedTensor> tensors = plan(setup->config, 2, {.patterns = {"*"}}).tensors;
        const auto planned = std::ranges::find(tensors, recorded.at, &PlannedTensor::name);
        QVERIFY(!recorded.along.empty() && planned != tensors.end());
        const ScanReading reading(*setup, *planned, recorded.at, recorded.along, {});
        QCOMPARE(recorded.axes, reading.axes());
        QCOMPARE(recorded.shape, reading.shape());
        std::vector<double> written = reading.written();
        std::vector<std::vector<double>> all(recorded.channels.size());
        std::ifstream lines(folder + "scan_texts.jsonl");
        for (std::string words; std::getline(lines, words);) {
            const auto ids = parseJson(words, "texts").at("ids").get<std::vector<TokenId>>();
            const auto trace = forward(*setup, {.ids = ids}, {.patterns = {recorded.at}});
            const Tensor numbers = reading.read(trace->at(recorded.at), written);
            QCOMPARE(numbers.size(), Index(ids.size() * all.size()));
            for (Index at = 0; at < numbers.size(); ++at)
                all[std::size_t(at) % all.size()].push_back(double(numbers.data()[at]));
        }
        QVERIFY(!written.empty() && written.size() == recorded.written.size());
        for (std::size_t i = 0; i < written.size(); ++i)
            QVERIFY(std::abs(recorded.written[i] - written[i]) < 1e-4);
        for (std::size_t c = 0; c < all.size(); ++c) {
            QVERIFY(std::abs(recorded.channels[c].sum - std::accumulate(all[c].begin(), all[c].end(), 0.0)) < 1e-3);
            std::ranges::sort(all[c]);
            for (std::size_t k = 0; k < std::size_t(recorded.keep); ++k) {
                QVERIFY(std::abs(double(recorded.channels[c].top[k].value) - all[c][all[c].size() - 1 - k]) < 1e-5);
                QVERIFY(std::abs(double(recorded.channels[c].bottom[k].value) - all[c][k]) < 1e-5);
            }
        }
    }

    void aScanInMemoryIsThatOfAFile()
    {
        const TemporaryFolder folder;
        const std::string file = folder.path("scan.safetensors"), again = folder.path("again.safetensors");
        const ScanRequest request{neurons, 3, "capitals"};
        scan(*mainSetup(), request, file);
        writeScan(scanTexts(*mainSetup(), request), again);
        QVERIFY(readBytes(again) == readBytes(file));
        QVERIFY(isScanFile(file));
        std::filesystem::resize_file(again, 200);
        QVERIFY(
            !isScanFile(again) && !isScanFile(folder.path("none")) && !isScanFile(bundledModelsFolder() + "/main/config.json"));
    }

    void aTensorThatIsNotThereIsSaidOfAt()
    {
        QCOMPARE(refusalOf([&] {
            scanTexts(*mainSetup(), {"blocks.9.mlp.post", 2, "capitals"});
        }).where,
            std::string("--at blocks.9.mlp.post"));
    }

    void onlyTheEncoderOfTwoStacksReadsTheText()
    {
        const SetupPtr setup = configure(openModel(bundledModelsFolder() + "/translator"), {});
        QVERIFY(!refusalOf([&] { scanTexts(*setup, {"blocks.0.mlp.post", 2, "capitals"}); }).problem.empty());
        QVERIFY(scanTexts(*setup, {"encoder.blocks.0.mlp.post", 2, "capitals"}).tokens > 0);
    }

    void whatIsNoScanIsRefused()
    {
        const TemporaryFolder folder;
        scan(*mainSetup(), {neurons, 3, "pronouns"}, folder.path("s.safetensors"));
        const std::string bytes = readBytes(folder.path("s.safetensors"));
        for (const std::size_t length : {std::size_t(0), std::size_t(7), std::size_t(300), bytes.size() / 2, bytes.size() - 1}) {
            folder.write("cut.safetensors", bytes.substr(0, length));
            QVERIFY2(
                !refusalOf([&] { readScan(folder.path("cut.safetensors")); }).problem.empty(), std::to_string(length).c_str());
        }
        for (const char* at : {"blocks.0.attn.pattern", "log_z", "nothing", "blocks.*.mlp.post", "blocks.0.attn.z[9]"})
            QVERIFY2(!refusalOf([&] {
                scan(*mainSetup(), {at, 3, "pronouns"}, folder.path("x.safetensors"));
            }).problem.empty(),
                at);
        QVERIFY(!std::filesystem::exists(folder.path("x.safetensors")));
    }
};

QTEST_GUILESS_MAIN(TestScan)
#include "tst_scan.moc"
