// What the branches of a model add to a logit: the bars beside the grid, and the sentence below it.

#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/flow_page.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/plot.h"
#include "widgets/views/flow/parts.h"
#include "widgets/views/flow/shown.h"
#include "widgets/views/flow/view.h"
#include "widgets/views/shared/predictions.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace support;
using namespace widgets;

class TestFlowSums : public QObject
{
    Q_OBJECT

    RunPtr m_run = support::tinyRun();

private slots:
    void barsAddUpToTheLogit()
    {
        Plot plot;
        compose(plot, {m_run, nullptr, {.layer = 2, .query = 3}, {}});
        const auto* bars = partOf<FlowParts>(plot, "parts");
        QVERIFY(bars);
        QCOMPARE(bars->sums().size(), std::size_t(4));
        double sum = 0;
        for (const FlowSum& row : bars->sums())
            sum += row.mixer + row.feedForward;
        const core::TokenId answer = nextTokens(*m_run->trace, 3, 1).front().id;
        const double logit = double(m_run->trace->at("logits").at({3, core::Index(answer)}));
        QVERIFY(
            std::abs(sum
                + attributionOf(computed({m_run, nullptr, {.layer = 2, .query = 3}, {}}).results, m_run, 3)->parts.back().value
                - logit)
            < 1e-4);

        const auto* heads = partOf<BarChart>(plot, "heads");
        QVERIFY(heads);
        double ofHeads = headPartsOf(computed({m_run, nullptr, {.layer = 2, .query = 3}, {}}).results, m_run, 2, 3)->constant;
        for (const Bar& bar : heads->bars())
            ofHeads += bar.value;
        QVERIFY(std::abs(ofHeads - bars->sums().front().mixer) < 1e-4);
    }

    void skippedLayersAreCountedInTheRowAbove()
    {
        core::Attribution parts;
        parts.parts.push_back({core::PartOf::Embedded, -1, 100});
        for (int layer = 0; layer < 6; ++layer) {
            parts.parts.push_back({core::PartOf::Mixed, layer, double(layer)});
            parts.parts.push_back({core::PartOf::FedForward, layer, 10.0 * layer});
        }
        parts.parts.push_back({core::PartOf::Constant, -1, 7});
        const std::vector<FlowSum> sums = flowSums(parts, {5, 2, 0, -1});
        QCOMPARE(sums[0].mixer, 3.0 + 4 + 5);
        QCOMPARE(sums[0].feedForward, 120.0);
        QCOMPARE(sums[1].mixer, 1.0 + 2);
        QCOMPARE(sums[2].mixer, 0.0);
        QCOMPARE(sums[3].mixer, 100.0);
    }

    void aModelWhoseLogitIsNoSumSaysWhy()
    {
        const RunPtr run = support::tinyRun("The cat sat", {"norm.placement=post"});
        Plot plot;
        compose(plot, {run, nullptr, {}, {}});
        QVERIFY(partOf<FlowGrid>(plot, "flow"));
        QVERIFY(!partOf<FlowParts>(plot, "parts"));
        QVERIFY(!partOf<BarChart>(plot, "heads"));
        QVERIFY(captionOf({run, nullptr, {}, {}}).contains(QStringLiteral("normalised after")));
    }

    void theSentenceSaysWhichLayersHaveTheAnswer_data()
    {
        QTest::addColumn<QList<int>>("layers"); // of three, that say the answer
        QTest::addColumn<QString>("text");
        QTest::newRow("the last") << QList<int>{2} << "; no layer before the last does.";
        QTest::newRow("without a break") << QList<int>{1, 2} << "; so do all layers from L1 on.";
        QTest::newRow("all") << QList<int>{0, 1, 2} << "; so do all layers from L0 on.";
        QTest::newRow("lost again") << QList<int>{0, 2} << "; it was best before in L0, and was lost again until the last layer.";
    }
    void theSentenceSaysWhichLayersHaveTheAnswer()
    {
        QFETCH(QList<int>, layers);
        QFETCH(QString, text);
        constexpr core::Index position = 3, width = 32;
        const float* const end = m_run->trace->at("blocks.2.resid_post").row(position);
        RunPtr run = m_run;
        for (int layer = 0; layer < 2; ++layer) // the last layer's vector says the answer, its opposite does not
            for (core::Index i = 0; i < width; ++i)
                run = support::withNumber(
                    run, core::blockName(layer, "resid_post"), position * width + i, layers.contains(layer) ? end[i] : -end[i]);
        const QString caption = captionOf({run, nullptr, {.layer = 1, .query = int(position)}, {}});
        QVERIFY2(caption.contains(text), qPrintable(caption));
    }

    void whatAddsMostIsTheLargestOfAllParts_data()
    {
        QTest::addColumn<QString>("mixer");
        for (const char* mixer : {"attention", "selective_ssm"})
            QTest::newRow(mixer) << mixer;
    }
    void whatAddsMostIsTheLargestOfAllParts()
    {
        QFETCH(QString, mixer);
        const RunPtr run = support::tinyRun("The cat sat on the mat", {"mixer.kind=" + mixer.toStdString()});
        const QString branch = mixer == u"attention" ? QStringLiteral("attention") : QStringLiteral("selective state space");
        bool isEmbedding = false;
        for (int position = 0; position < 6; ++position) {
            const FigureData all = computed({run, nullptr, {.query = position}, {}});
            const std::vector<core::LogitPart>& parts = attributionOf(all.results, run, position)->parts;
            const core::LogitPart& most = *std::max_element(
                parts.begin(), parts.end(), [](const core::LogitPart& a, const core::LogitPart& b) { return a.value < b.value; });
            isEmbedding |= most.of == core::PartOf::Embedded;
            const QString name = most.of == core::PartOf::Embedded
                ? QStringLiteral("the embedding")
                : QStringLiteral("the %1 of L%2")
                      .arg(most.of == core::PartOf::Mixed ? branch : QStringLiteral("feed-forward"))
                      .arg(most.layer);
            const QString caption = captionOf({run, nullptr, {.query = position}, {}});
            QVERIFY2(caption.contains(QStringLiteral("%1 adds most (%2)").arg(name, partText(most.value))), qPrintable(caption));
        }
        QVERIFY(isEmbedding);
    }

    /// A right click on a bar asks what can be done with the head, the branch or the next token that it is of.
    void aBarIsAPlaceToIntervene()
    {
        SelectionModel selection;
        selection.pin({.layer = 1, .head = 1, .query = 4});
        FlowView view(&selection, nullptr);
        view.resize(1200, 760);
        view.show();
        support::answer(view);
        view.setRun(m_run, nullptr);
        QSignalSpy asked(&view, &View::placeAsked);
        const auto ask = [&](const QPointF& at) {
            QContextMenuEvent event(QContextMenuEvent::Mouse, at.toPoint(), view.plot()->mapToGlobal(at.toPoint()));
            QApplication::sendEvent(view.plot(), &event);
        };
        const auto at = [&] { return asked.front()[1].value<Selection>(); };
        const auto tensor = [&] { return asked.front()[0].toString(); };

        const auto* const heads = partOf<BarChart>(*view.plot(), "heads");
        ask(heads->barRect(2).center());
        QCOMPARE(asked.size(), 1);
        QCOMPARE(tensor(), QStringLiteral("blocks.1.attn.z"));
        QCOMPARE(at().head, 2);
        QCOMPARE(at().query, -1); // all of the head

        asked.clear();
        ask(partOf<BarChart>(*view.plot(), "next")->barRect(1).center());
        QCOMPARE(tensor(), QStringLiteral("logits"));
        const RunPtr run = view.figureData().a;
        QCOMPARE(at().query, 4);
        QCOMPARE(core::TokenId(at().dim), nextTokens(*run->trace, 4, 2)[1].id);

        const auto* const grid = partOf<FlowGrid>(*view.plot(), "flow");
        const QRectF row = grid->cellRect({1, 0}), map = grid->mapRect(); // layers 2, 1, 0, embedding from the top
        for (const auto& [y, name] : {std::pair{-4., "blocks.1.attn_out"}, {4., "blocks.1.mlp_out"}}) {
            asked.clear();
            ask({map.right() + 40, row.center().y() + y});
            QCOMPARE(tensor(), QString(name));
            QCOMPARE(at().query, 4);
        }
    }

    void theBarsNameWhatTheModelHas()
    {
        const auto legendOf = [](const std::vector<std::string>& choices) {
            Plot plot;
            compose(plot, {support::tinyRun("The cat sat", choices), nullptr, {}, {}});
            return partOf<FlowParts>(plot, "parts")->legend();
        };
        QCOMPARE(legendOf({}), QStringList({"attention", "feed-forward"}));
        QCOMPARE(legendOf({"mixer.kind=selective_ssm"}), QStringList({"selective state space", "feed-forward"}));
        QCOMPARE(legendOf({"mixer.kind@1=retention"}), QStringList({"mixer", "feed-forward"}));
        QCOMPARE(legendOf({"feed_forward.kind=none"}), QStringList({"attention"}));
    }
};

QUIET_TEST_MAIN(TestFlowSums)
#include "tst_flow_sums.moc"
