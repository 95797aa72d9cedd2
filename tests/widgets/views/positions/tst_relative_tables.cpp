// What relative positions have of no text: their tables stand where there is no pair of tokens, and where there are too many.

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/views/positions/figure.h"
#include "widgets/views/positions/relative_runs.h"
#include "widgets/views/shared/figure_pages.h"

#include <QTest>

using namespace widgets;

class TestRelativeTables : public QObject
{
    Q_OBJECT
private slots:
    /// Tables, buckets and biases are of no text: where there is no pair of tokens, or too many, they stand alone.
    void whatIsOfNoTextNeedsNone_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<bool>("hasPairs"); // some of its terms are of pairs
        for (const QString& kind : relativeKinds())
            QTest::newRow(qPrintable(kind)) << kind << (kind != QLatin1String("t5_buckets") && kind != QLatin1String("alibi"));
    }
    void whatIsOfNoTextNeedsNone()
    {
        QFETCH(QString, kind);
        QFETCH(bool, hasPairs);
        auto trace = std::make_shared<core::Trace>();
        trace->ids.assign(4096, 5);
        trace->tokens.assign(4096, "a");
        const RunPtr oneToken = support::tinyRun("The");
        const RunPtr longText = std::make_shared<RunResult>(RunResult{trace, oneToken->setup});
        for (const RunPtr& run : {oneToken, longText}) {
            FigureData data{run, nullptr, {.layer = 1, .head = 2}, {{showOption.name(), QStringLiteral("relative")}, {relativeKindOption.name(), kind}}};
            data = support::fulfilled(positionsFigure, data);
            QVERIFY2(positionsFigure.whyNot(data).isEmpty(), qPrintable(positionsFigure.whyNot(data)));
            const QString words = positionsFigure.caption(data);
            QVERIFY2(words.contains("left out") == hasPairs, qPrintable(words));
            QCOMPARE(words.contains("1024"), hasPairs && run == longText);
            const core::RelativeTerms& terms = *relativeRuns(data).front().terms;
            QVERIFY(terms.terms.empty() && (!terms.vectors.empty() || terms.ofHeads.size() > 0 || !terms.rowOf.empty()));
        }
    }
};

QUIET_TEST_MAIN(TestRelativeTables)
#include "tst_relative_tables.moc"
