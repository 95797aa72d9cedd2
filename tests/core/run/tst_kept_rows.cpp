// Products whose kept rows come from an earlier run, beside whole ones.

#include "core/run/kept_rows.h"

#include "core/base/thread_pool.h"
#include "core/run/forward.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <algorithm>

using namespace core;
using namespace support;

namespace {

const std::vector<TokenId> text = smallText(); // seven tokens

/// A run over copies of the text from the first block on, of which so many tokens each are known.
std::shared_ptr<Trace> packed(const Setup& setup, const std::shared_ptr<const Trace>& base, const std::vector<Index>& beginnings)
{
    ForwardInput input;
    const Tensor& once = base->at("blocks.0.resid_pre");
    Tensor stream(once.name(), once.axes(), {once.rows() * Index(beginnings.size()), once.columns()});
    for (std::size_t copy = 0; copy < beginnings.size(); ++copy) {
        input.sequenceStarts.push_back(Index(input.ids.size()));
        std::copy_n(once.data(), once.size(), stream.row(input.sequenceStarts.back()));
        input.ids.insert(input.ids.end(), text.begin(), text.end());
    }
    input.known = {0, stream, {}};
    return forwardFrom({beginnings, base}, setup, input, {}, {});
}

/// The run with another number everywhere in one tensor.
std::shared_ptr<const Trace> marked(const Trace& trace, const std::string& name)
{
    std::vector<TraceEntry> entries(trace.entries().begin(), trace.entries().end());
    for (TraceEntry& entry : entries)
        if (entry.name() == name) {
            Tensor copy(name, entry.tensor.axes(), entry.tensor.shape());
            std::fill_n(copy.data(), copy.size(), 1234.f);
            entry.tensor = copy;
        }
    return std::make_shared<const Trace>(trace.withEntries(std::move(entries)));
}

} // namespace

class TestKeptRows : public QObject
{
    Q_OBJECT
private slots:
    void rowsThatAreKeptAreThoseOfTheRun_data()
    {
        QTest::addColumn<std::vector<Index>>("beginnings");
        QTest::newRow("of some copies") << std::vector<Index>{2, 0, 7, 5};
        QTest::newRow("one behind the other") << std::vector<Index>{7, 3};
        QTest::newRow("of one copy") << std::vector<Index>{4};
        QTest::newRow("all") << std::vector<Index>{7, 7};
        QTest::newRow("none") << std::vector<Index>{0, 0};
    }

    void rowsThatAreKeptAreThoseOfTheRun()
    {
        QFETCH(std::vector<Index>, beginnings);
        const SetupPtr setup = smallSetup(choices("position.kind=rope feed_forward.kind=gated"));
        const std::shared_ptr<const Trace> base = forward(*setup, {text});
        for (const char* name : {"blocks.0.attn.q", "blocks.0.attn.v", "blocks.1.attn.out", "blocks.1.mlp.pre_linear"}) {
            const auto trace = packed(*setup, marked(*base, name), beginnings);
            const Tensor &made = trace->at(name), &whole = base->at(name);
            const Index width = whole.size() / whole.dim(0);
            for (std::size_t copy = 0; copy < beginnings.size(); ++copy)
                for (Index token = 0; token < 7; ++token) {
                    const float found = made.data()[(Index(copy) * 7 + token) * width];
                    QCOMPARE(found == 1234.f, token < beginnings[copy]);
                }
        }
        const auto trace = packed(*setup, base, beginnings);
        for (const TraceEntry& entry : trace->entries()) {
            if (entry.tensor.axes().front() != axis::token)
                continue;
            const Tensor& once = base->at(entry.name());
            for (std::size_t copy = 0; copy < beginnings.size(); ++copy)
                QVERIFY2(relativeDifference(entry.tensor.part(Index(copy) * 7, 7).values(), once.values()) < 1e-5,
                    entry.name().c_str());
        }
    }
};

QTEST_GUILESS_MAIN(TestKeptRows)
#include "tst_kept_rows.moc"
