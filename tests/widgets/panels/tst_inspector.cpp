// Where a number comes from, in the inspector: operands, links, and the way back from a selection to an element.

#include "widgets/panels/inspector.h"

#include "core/analysis/statistics.h"
#include "core/run/gradient_trace.h"
#include "core/run/same_weights.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/panels/derivation_text.h"
#include "widgets/panels/statistics_table.h"
#include "widgets/plot/number_format.h"

#include <QHeaderView>
#include <QLabel>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>

using namespace widgets;

class TestInspector : public QObject
{
    Q_OBJECT

    RunPtr m_run
        = support::tinyRun("The cat sat on the mat", {"position.kind=rope", "sizes.kv_heads=2", "feed_forward.kind=gated"});

    static const core::Element* firstRecorded(const core::Derivation& derivation)
    {
        for (const core::DerivationLine& line : derivation.lines)
            for (const core::Element& factor : line.factors)
                if (factor.kind == core::Element::Kind::Recorded)
                    return &factor;
        return nullptr;
    }

    /// What the worker would compute.
    static void carryOut(Inspector& inspector)
    {
        NeedResults results;
        for (const Need& need : inspector.needs())
            results.add(need.id, carryOutNeed(need, 1, {}, {}));
        inspector.setResults(results);
    }

private slots:
    /// It is filled while its panel is still narrow.
    void aWiderTableHasLowRows()
    {
        StatisticsTable table(nullptr);
        table.resize(70, 300);
        table.show();
        const core::Tensor& weights = m_run->trace->at("blocks.1.attn.pattern");
        table.showNumbers(weights, core::statisticsOf({weights.data(), std::size_t(weights.size())}), {}, false);
        const int narrow = table.verticalHeader()->length();
        table.resize(400, 300);
        QCoreApplication::processEvents();
        QVERIFY(table.verticalHeader()->length() < narrow);
        for (int row = 1; row < table.rowCount(); ++row)
            QCOMPARE(table.rowHeight(row), table.rowHeight(0));
        QVERIFY(table.maximumHeight() <= table.rowCount() * table.rowHeight(0) + 2 * table.frameWidth());
    }

    void theGradientOfATensorIsThatOfTheMetric()
    {
        SelectionModel selection;
        Inspector inspector(&selection);
        inspector.setRun(m_run);
        selection.pin({.layer = 1, .head = 1, .query = 3, .key = 1});
        inspector.showTensor("blocks.1.attn.pattern");
        QVERIFY(inspector.needs().empty());
        const QString weight = inspector.exactValue();
        const QSignalSpy asked(&inspector, &Inspector::needsChanged);
        inspector.findChild<SegmentedSwitch*>()->setCurrent("loss");
        emit inspector.findChild<SegmentedSwitch*>()->chosen("loss");
        QCOMPARE(asked.size(), 1);
        QVERIFY(inspector.valueText("value").isEmpty()); // none before it is computed
        carryOut(inspector);
        QVERIFY(inspector.needs().empty());
        const auto trace = core::traceWithGradients(*m_run->setup, core::inputOf(*m_run->trace),
            {.patterns = {"grad.blocks.1.attn.pattern"}}, core::parseMetric("loss", *m_run->setup));
        const core::Tensor& expected = trace->at("grad.blocks.1.attn.pattern");
        const core::Index tokens = expected.dim(2);
        QCOMPARE(inspector.exactValue(), exactText(expected.data()[(1 * tokens + 3) * tokens + 1]));
        QVERIFY(inspector.exactValue() != weight);
        inspector.showTensor("blocks.1.attn.q");
        QCOMPARE(inspector.needs().size(), std::size_t(1)); // of another tensor
        inspector.findChild<SegmentedSwitch*>()->setCurrent("numbers");
        emit inspector.findChild<SegmentedSwitch*>()->chosen("numbers");
        QVERIFY(inspector.needs().empty() && !inspector.valueText("value").isEmpty());
    }

    void shapeAxesAndStatisticsAreAllInSight()
    {
        SelectionModel selection;
        Inspector inspector(&selection);
        inspector.setRun(m_run);
        selection.pin({.layer = 1, .head = 1, .query = 3, .key = 1});
        inspector.resize(300, 620); // of the panel at 1366 × 768
        inspector.show();
        QCoreApplication::processEvents();
        const auto* table = inspector.findChild<QTableWidget*>();
        QVERIFY(table->rowCount() >= 8);
        const int high = table->verticalHeader()->length();
        QVERIFY2(table->viewport()->height() >= high,
            qPrintable(QStringLiteral("%1 of %2 px").arg(table->viewport()->height()).arg(high)));
        QVERIFY(table->height() <= high + 2 * table->frameWidth()); // and nothing is left empty
    }

    void selectionAndElementMeanEachOther()
    {
        for (const core::TraceEntry& entry : m_run->trace->entries()) {
            const core::Tensor& tensor = entry.tensor;
            std::vector<core::Index> place;
            for (int axis = 0; axis < tensor.rank(); ++axis)
                place.push_back(tensor.dim(axis) > 2 ? tensor.dim(axis) - 2 : tensor.dim(axis) - 1);
            const Selection from{.layer = 0, .head = 0, .query = 1, .key = 1};
            const Selection to = selectionAt(entry, place, from, 4);
            QVERIFY2(placeOf(entry, to, 4) == place, entry.name().c_str());
            const int layer = splitName(QString::fromStdString(entry.name())).first;
            QCOMPARE(to.layer, std::max(layer, 0));
        }
    }

    void keysStandAtTheKeyAndTheirHeadIsShared()
    {
        const core::TraceEntry* k = m_run->trace->findEntry("blocks.1.attn.rot_k");
        const core::TraceEntry* q = m_run->trace->findEntry("blocks.1.attn.rot_q");
        const Selection at{.layer = 1, .head = 3, .query = 4, .key = 2, .dim = 5};
        QCOMPARE(placeOf(*q, at, 4), (std::vector<core::Index>{4, 3, 5}));
        QCOMPARE(placeOf(*k, at, 4), (std::vector<core::Index>{2, 1, 5}));
        // The head within the group stays.
        QCOMPARE(selectionAt(*k, {2, 1, 5}, at, 4).head, 3);
        QCOMPARE(selectionAt(*k, {2, 0, 5}, at, 4).head, 0);
        QCOMPARE(selectionAt(*k, {0, 1, 5}, at, 4).query, 4);
    }

    void anOperandLeadsToItsElement()
    {
        SelectionModel selection;
        Inspector inspector(&selection);
        inspector.setRun(m_run);
        selection.pin({.layer = 2, .head = 1, .query = 3, .key = 2, .dim = 7});
        inspector.showTensor(QStringLiteral("logits"));
        QSignalSpy spy(&inspector, &Inspector::tensorChanged);
        QStringList way;
        for (int steps = 0; steps < 40 && inspector.tensorName() != QLatin1String("embed"); ++steps) {
            const core::Element next = *firstRecorded(inspector.derivation());
            const double before = next.value;
            inspector.follow(next);
            QCOMPARE(inspector.tensorName(), QString::fromStdString(next.tensor));
            QCOMPARE(inspector.derivation().recorded, before); // the same number, now explained
            way << inspector.tensorName();
        }
        QCOMPARE(way.size(), spy.count());
        QCOMPARE(way.last(), QStringLiteral("embed"));
        QCOMPARE(way.first(), QStringLiteral("ln_final.out"));
        QCOMPARE(selection.pinned().query, 3);
    }

    void theAnswerHoldsTheNumbersAndLinks()
    {
        SelectionModel selection;
        Inspector inspector(&selection);
        inspector.setRun(m_run);
        selection.pin({.layer = 1, .head = 2, .query = 4, .key = 1});
        inspector.showTensor(QStringLiteral("blocks.1.attn.pattern"));
        const QString text = derivationTable(inspector.derivation(), 1);
        QVERIFY2(text.contains(QStringLiteral("attn.scores[2, 4, 1]")), qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("href=\"0.0\"")));
        QVERIFY2(text.contains(QStringLiteral("the largest of the row, attn.scores[2, 4, ")), qPrintable(text));
        const float weight = m_run->trace->at("blocks.1.attn.pattern").at({2, 4, 1});
        QVERIFY(text.contains(formatNumber(double(weight), 6)));
        QVERIFY(derivationLine(inspector.derivation()).endsWith(QStringLiteral("= ") + formatNumber(double(weight), 4)));
        QCOMPARE(inspector.exactValue(), exactText(weight));
        const auto labels = inspector.findChildren<QLabel*>();
        const auto answer = std::find_if(
            labels.begin(), labels.end(), [](const QLabel* label) { return label->text().contains(QStringLiteral("href")); });
        QVERIFY(answer != labels.end());
        emit(*answer)->linkActivated(QStringLiteral("0.0"));
        QCOMPARE(inspector.tensorName(), QStringLiteral("blocks.1.attn.scores"));
        emit(*answer)->linkActivated(QStringLiteral("99.0")); // nothing there
        QCOMPARE(inspector.tensorName(), QStringLiteral("blocks.1.attn.scores"));
    }

    void whatIsNotExplainedSaysSo()
    {
        SelectionModel selection;
        Inspector inspector(&selection);
        const RunPtr mixture = support::tinyRun("The cat sat", {"feed_forward.kind=mixture"});
        inspector.setRun(mixture);
        selection.pin({.layer = 1, .query = 1});
        inspector.showTensor(QStringLiteral("blocks.1.mlp.out"));
        QVERIFY(inspector.derivation().lines.empty());
        QVERIFY(derivationReason(inspector.derivation()).contains(QStringLiteral("not yet explained")));
        selection.pin({.layer = 1, .query = 0, .key = 2});
        inspector.showTensor(QStringLiteral("blocks.1.attn.pattern"));
        QVERIFY(derivationReason(inspector.derivation()).contains(QStringLiteral("mask")));
        selection.unpin();
        QVERIFY(inspector.derivation().lines.empty());
        QVERIFY(inspector.exactValue().isEmpty());
    }
};

QUIET_TEST_MAIN(TestInspector)
#include "tst_inspector.moc"
