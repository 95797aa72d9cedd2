// Positions: what the pictures show is what the runs added to their scores; the losses are those of the bundled models; what
// cannot be shown is said, with a way out.

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/figure_numbers.h"
#include "widgets/figure/shown_panels.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/positions/figure.h"
#include "widgets/views/positions/loss_lines.h"
#include "widgets/views/positions/relative_runs.h"
#include "widgets/views/positions/view.h"
#include "widgets/views/shared/figure_pages.h"

#include <QComboBox>
#include <QContextMenuEvent>
#include <QSignalSpy>
#include <QTest>

#include <set>

using namespace widgets;

namespace {

constexpr const char* kText = "The cat sat on the mat";

FigureData dataOf(const RunPtr& run, const char* show = "relative", const char* kind = "")
{
    FigureData data{run, nullptr, {.layer = 1, .head = 2, .query = 3}, {{showOption.name(), QString::fromLatin1(show)}}};
    if (*kind)
        data.options[relativeKindOption.name()] = QString::fromLatin1(kind);
    return support::fulfilled(positionsFigure, data);
}

RunPtr runOfMain(const core::Choices& said)
{
    const core::ModelPtr model = core::openModel("main");
    const core::SetupPtr setup = core::configure(model, said);
    auto trace = core::forward(*setup, {.ids = model->tokenizer->encode(kText)});
    for (const core::TokenId id : trace->ids)
        trace->tokens.push_back(model->tokenizer->tokenText(id));
    return std::make_shared<RunResult>(RunResult{trace, setup});
}

RunPtr mainRun()
{
    static const RunPtr run = runOfMain({});
    return run;
}

QStringList partsOf(const FigureData& data, QSizeF size = {1280, 720})
{
    FigureStyle style;
    style.size = size;
    QStringList names;
    for (const NumberSet& set : figureNumbers(positionsFigure, data, style))
        names << set.name;
    return names;
}

NumberSet partOf(const FigureData& data, const QString& name)
{
    for (NumberSet& set : figureNumbers(positionsFigure, data, FigureStyle()))
        if (set.name == name)
            return std::move(set);
    return {};
}

} // namespace

class TestPositions : public QObject
{
    Q_OBJECT

private slots:
    /// The term under the mouse, for all pairs of tokens; of another kind than the run's nothing.
    void aRightClickOffersTheTerm()
    {
        const RunPtr run = support::tinyRun(kText, {"position.kind=transformer_xl"});
        SelectionModel selection;
        selection.pin({.layer = 1, .head = 2, .query = 3, .key = 1});
        PositionsView view(&selection, nullptr);
        view.resize(1200, 760);
        view.show();
        view.setRun(run, nullptr);
        view.setResults(support::fulfilled(positionsFigure, view.figureData()).results);
        QTRY_VERIFY(view.isUpToDate() && !view.isEmpty());
        QSignalSpy asked(&view, &View::placeAsked);
        const auto ask = [&](const char* term) {
            for (int i = 0; i < view.plot()->graphCount(); ++i)
                if (view.plot()->graph(i)->name() == QLatin1String("mean ") + QLatin1String(term)) {
                    const QPoint at = view.plot()->graph(i)->keyAxis()->axisRect()->center();
                    QContextMenuEvent asks(QContextMenuEvent::Mouse, at, view.plot()->mapToGlobal(at));
                    QCoreApplication::sendEvent(view.plot(), &asks);
                    return true;
                }
            return false;
        };
        for (const char* const term : {"bias_u", "bias_qr", "bias_wr"}) {
            asked.clear();
            QVERIFY2(ask(term), term);
            QVERIFY2(asked.count() == 1, term);
            QCOMPARE(asked[0][0].toString(), QStringLiteral("blocks.1.attn.") + QLatin1String(term));
            const auto at = asked[0][1].value<Selection>();
            QVERIFY(at.head == 2 && at.query == -1 && at.key == -1);
        }
    }

    void everyKindHasItsParts_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QStringList>("parts");
        QTest::newRow("Shaw") << "shaw" << QStringList{"rel_k", "rel_v", "mean scores_content", "mean bias"};
        QTest::newRow("Transformer-XL") << "transformer_xl"
                                        << QStringList{
                                               "r", "u v", "mean scores_content", "mean bias_u", "mean bias_qr", "mean bias_wr"};
        QTest::newRow("T5") << "t5_buckets" << QStringList{"row of a distance", "bias of head 0", "bias of head 3"};
        QTest::newRow("DeBERTa") << "disentangled"
                                 << QStringList{
                                        "row of a distance", "mean bias_content_to_position", "mean bias_position_to_content"};
        QTest::newRow("ALiBi") << "alibi" << QStringList{"bias of head 0", "bias of head 3"};
    }
    void everyKindHasItsParts()
    {
        QFETCH(QString, kind);
        QFETCH(QStringList, parts);
        for (const RunPtr& run :
            {support::tinyRun(kText, {"position.kind=" + kind.toStdString()}), support::tinyRun(kText), mainRun()}) {
            const FigureData data = dataOf(run, "relative", qPrintable(kind));
            QVERIFY2(positionsFigure.whyNot(data).isEmpty(), qPrintable(positionsFigure.whyNot(data)));
            const QStringList there = partsOf(data);
            for (const QString& part : parts)
                QVERIFY2(there.contains(part), qPrintable(part + " of " + there.join(", ")));
            QVERIFY(!positionsFigure.caption(data).isEmpty());
            QVERIFY(positionsFigure.table(data).contains(kind));
        }
    }

    void theKindOfTheRunIsShownUnlessAnotherIsAsked()
    {
        const RunPtr shaw = support::tinyRun(kText, {"position.kind=shaw"});
        QCOMPARE(relativeRuns(dataOf(shaw)).front().kind, std::string("shaw"));
        QVERIFY(positionsFigure.caveats(dataOf(shaw)).empty());
        QCOMPARE(relativeRuns(dataOf(shaw, "relative", "alibi")).front().kind, std::string("alibi"));
        QCOMPARE(relativeRuns(dataOf(mainRun())).front().kind, std::string("t5_buckets")); // RoPE adds nothing
    }

    void weightsThatWereNotTrainedSoAreSaid()
    {
        const auto said = [](const RunPtr& run, const char* kind) {
            const std::vector<Caveat> caveats = positionsFigure.caveats(dataOf(run, "relative", kind));
            return caveats.size() == 1 ? caveats.front() : Caveat();
        };
        core::Choices post;
        post.set("norm.placement", "post");
        const Caveat t5 = said(mainRun(), "t5_buckets"), xl = said(runOfMain(post), "transformer_xl");
        QVERIFY2(t5.text.contains("position-t5") && !t5.isWarning, qPrintable(t5.text));
        QVERIFY2(xl.text.contains("no trained sibling") && xl.text.contains("random") && xl.isWarning, qPrintable(xl.text));
        QVERIFY(said(support::tinyRun(kText), "shaw").isWarning);
    }

    void aSiblingThatRunsWithAnotherChoiceIsNamed()
    {
        core::Choices normalised;
        normalised.set("score.qk_norm", "rms_head");
        const FigureData data = dataOf(runOfMain(normalised), "relative", "t5_buckets");
        const core::RelativeTerms* const terms = relativeRuns(data).front().terms;
        QVERIFY(terms && terms->origin.how == core::WeightsOrigin::How::Kept);
        QCOMPARE(QString::fromStdString(terms->origin.model), QStringLiteral("position-t5"));
        const std::vector<Caveat> caveats = positionsFigure.caveats(data);
        QCOMPARE(caveats.size(), std::size_t(1));
        QVERIFY2(caveats.front().text.contains("position-t5") && caveats.front().isWarning, qPrintable(caveats.front().text));
        QVERIFY2(!caveats.front().text.contains("no trained sibling"), qPrintable(caveats.front().text));
    }

    void biasOfTheTrainedSiblingIsThatOfItsOwnRun()
    {
        const core::SetupPtr setup = core::configure(core::openModel("position-t5"), {});
        const auto trace = core::forward(*setup, {.ids = mainRun()->trace->ids});
        const core::Tensor& bias = trace->at("blocks.1.attn.bias");
        const NumberSet line = partOf(dataOf(mainRun(), "relative", "t5_buckets"), QStringLiteral("bias of head 2"));
        const core::Index tokens = bias.dim(1);
        for (core::Index distance = 0; distance < tokens; ++distance)
            QVERIFY(std::abs(line.values[std::size_t(2 * distance + 1)] - double(bias.at({2, tokens - 1, tokens - 1 - distance})))
                < 1e-5);
        QVERIFY(line.values.size() > 2 * 256); // far beyond the text
    }

    void badInputIsSaidWithAWayOut()
    {
        const auto why
            = [](const RunPtr& run, const char* kind) { return positionsFigure.whyNot(dataOf(run, "relative", kind)); };
        QVERIFY(!why(support::tinyRun(kText, {"mixer.kind=retention", "position.kind=rope"}), "shaw").isEmpty());
        QVERIFY(!why(support::tinyRun(kText, {"attention.kind=latent"}), "shaw").isEmpty()); // does not go with it
        auto recorded = std::make_shared<RunResult>(*support::tinyRun(kText));
        recorded->setup = nullptr;
        QVERIFY(why(recorded, "shaw").contains("open its model"));
        QVERIFY(positionsFigure.whyNot(dataOf(support::tinyRun(kText), "loss")).contains("main"));
    }

    void theLossIsOfAllModelsThatDifferInPositions()
    {
        const FigureData data = dataOf(mainRun(), "loss");
        QVERIFY2(positionsFigure.whyNot(data).isEmpty(), qPrintable(positionsFigure.whyNot(data)));
        const std::vector<LossLine> lines = lossLines(data);
        QCOMPARE(lines.size(), std::size_t(11));
        QCOMPARE(lines.front().sibling.name, std::string("main")); // the run's own kind
        QCOMPARE(lines.front().slot, QStringLiteral("A"));
        const QString picture = renderFigure(positionsFigure, data, screenStyle({1200, 560}), FigureFormat::Svg, {});
        for (const LossLine& line : lines) {
            QCOMPARE(line.loss->rows, core::Index(8));
            QCOMPARE(line.isOtherSeed, line.sibling.seed != 1);
            const NumberSet drawn = partOf(data, QString::fromStdString(line.sibling.name));
            QCOMPARE(drawn.values.size(), 2 * line.loss->mean.size());
            QCOMPARE(drawn.values[1], core::smoothed(line.loss->mean, 19).front());
            if (line.loss->hasEnd)
                QVERIFY(positionsFigure.caption(data).contains(QStringLiteral("128 rows")));
            else
                QVERIFY2(picture.contains(QStringLiteral("  %1<").arg(formatFixed(line.atEnd, 2))), qPrintable(picture));
        }
    }

    void everyKindHasALookOfItsOwn()
    {
        const FigureData data = dataOf(mainRun(), "loss");
        Plot plot;
        composeFigure(plot, positionsFigure, data, screenStyle({1100, 560}));
        std::set<std::pair<QRgb, int>> looks;
        for (const LossLine& line : lossLines(data)) {
            if (line.isOtherSeed)
                continue;
            for (int i = 0; i < plot.graphCount(); ++i)
                if (plot.graph(i)->name() == QString::fromStdString(line.sibling.name))
                    looks.insert({plot.graph(i)->pen().color().rgb(), int(plot.graph(i)->pen().style())});
        }
        QCOMPARE(looks.size(), std::size_t(9)); // kinds
    }

    void scoresAndWeightsOfKeysFartherBackThanTraining()
    {
        for (const bool isOfWeights : {false, true}) {
            FigureData data = dataOf(mainRun(), "loss");
            data.options[lossOfOption.name()] = isOfWeights ? QStringLiteral("weights") : QStringLiteral("scores");
            data = support::fulfilled(positionsFigure, data);
            QVERIFY2(positionsFigure.whyNot(data).isEmpty(), qPrintable(positionsFigure.whyNot(data)));
            const std::vector<LossLine> lines = lossLines(data);
            QCOMPARE(lines.size(), std::size_t(11));
            const core::SetupPtr setup = core::configure(core::openModel("position-alibi"), {});
            const core::ScoreByDistance expected = core::scoreByDistance(*setup, heldOutRows(*setup, 8));
            const NumberSet drawn = partOf(data, QStringLiteral("position-alibi"));
            QCOMPARE(drawn.values.size(), std::size_t(2 * 512));
            for (const std::size_t distance : {1U, 127U, 400U})
                QCOMPARE(
                    float(drawn.values[2 * distance + 1]), float((isOfWeights ? expected.weight : expected.score)[distance]));
            const double end = core::meanBetween(isOfWeights ? expected.weight : expected.score, 256, 512);
            QVERIFY2(positionsFigure.caption(data).contains(QStringLiteral("ALiBi ") + formatNumber(end)),
                qPrintable(positionsFigure.caption(data)));
            QVERIFY(positionsFigure.table(data).startsWith("model,kind,seed,rows,distance,score,weight\n"));
        }
    }

    void whatEachKindAddsHasThePage()
    {
        FigureData data = dataOf(mainRun(), "loss");
        data.options[lossOfOption.name()] = QStringLiteral("added"); // no further computing
        const auto plot = buildFigure(positionsFigure, data, screenStyle({1100, 420}));
        QCOMPARE(plot->axisRectCount(), 8); // "none" adds nothing
        QVERIFY(positionsFigure.caption(data).contains(QStringLiteral("ALiBi −")));
    }

    void kindsWithinTheSpreadOfSeedsAreSaid()
    {
        FigureData data = dataOf(mainRun(), "loss");
        NeedResults results; // the same picture, with losses of our own
        double level = 1;
        const Needs needs = positionsFigure.needs(data);
        results.add(needs.front().id, *data.results.find(needs.front().id));
        for (std::size_t i = 1; i < needs.size(); ++i) {
            auto loss = std::make_shared<core::LossByPosition>();
            loss->mean.assign(512, level += 0.02);
            loss->rows = 8;
            loss->trained = 128;
            results.add(needs[i].id, {loss, &typeid(core::LossByPosition), 0, {}});
        }
        data.results = results;
        const QString caption = positionsFigure.caption(data); // each 0.02 more: in groups of up to three
        QVERIFY2(caption.contains("within 0.05") && caption.count("; ") > 1, qPrintable(caption));
    }

    void aPictureIsDrawnBeforeAllModelsAreThere()
    {
        FigureData data{mainRun(), nullptr, {}, {{showOption.name(), QStringLiteral("loss")}}};
        const FigureData all = dataOf(mainRun(), "loss");
        Needs needs = positionsFigure.needs(all);
        for (std::size_t i = 0; i < 2; ++i)
            data.results.add(needs[i].id, *all.results.find(needs[i].id));
        QVERIFY(!isWaiting(positionsFigure, data));
        QCOMPARE(lossLines(data).size(), std::size_t(1));
        QVERIFY2(positionsFigure.caption(data).startsWith(QStringLiteral("1 of 11 models computed so far.")),
            qPrintable(positionsFigure.caption(data)));
        QVERIFY(!positionsFigure.caption(all).contains(QStringLiteral("so far")));
    }

    void bothRunsAreInOnePicture()
    {
        FigureData data = dataOf(mainRun(), "relative", "shaw");
        data.b = support::tinyRun(kText);
        data.mode = SlotMode::SideBySide;
        data = support::fulfilled(positionsFigure, ofSide(data, Side::Both));
        const QStringList parts = partsOf(data);
        QVERIFY2(parts.filter("mean bias").size() >= 2, qPrintable(parts.join(", ")));
        const QString said = Captions(shownPanels(positionsFigure, data)).text(1);
        QVERIFY2(said.startsWith("A: ") && said.contains(" B: "), qPrintable(said));
    }

    void aWindowAndSinksAreTheSameWeightsBehindOtherMasks()
    {
        const FigureData data = dataOf(mainRun(), "window");
        QCOMPARE(positionsFigure.whyNot(data), QString());
        const NumberSet all = partOf(data, QStringLiteral("causal")), window = partOf(data, QStringLiteral("sliding_window")),
                        sinks = partOf(data, QStringLiteral("sinks_window"));
        QCOMPARE(all.values.size(), 2 * std::size_t(512));
        const auto lossAt = [&](const NumberSet& line, std::size_t at) { return line.values[2 * at + 1]; };
        for (const std::size_t at : {0U, 40U, 100U}) // as far as the window sees everything
            QCOMPARE(float(lossAt(window, at)), float(lossAt(all, at)));
        QVERIFY(lossAt(window, 400) < lossAt(all, 400)); // of a model with RoPE
        QVERIFY(lossAt(sinks, 400) != lossAt(window, 400));
        QVERIFY(positionsFigure.caption(data).contains("window of 128") && positionsFigure.caption(data).contains("4 sinks"));
        QVERIFY(positionsFigure.whyNot(dataOf(support::tinyRun(kText), "window")).contains("main"));
    }

    void masksAreBeforeTheWeightsThatRun() // those of a trained sibling, not of the model that was opened
    {
        core::Choices said;
        said.set("position.kind", "sinusoidal");
        said.set("weights", "trained_or_keep");
        const RunPtr run = runOfMain(said);
        QCOMPARE(run->setup->origin.how, core::WeightsOrigin::How::Trained);
        const FigureData data = dataOf(run, "window");
        const core::SetupPtr sibling = core::configure(core::openModel(run->setup->origin.model), {});
        const core::LossByPosition expected = core::lossByPosition(*sibling, heldOutRows(*sibling, 8));
        const NumberSet all = partOf(data, QStringLiteral("causal"));
        for (const std::size_t at : {5U, 100U, 400U})
            QCOMPARE(float(all.values[2 * at + 1]), float(core::smoothed(expected.mean, lossSmoothWidth)[at]));

        for (const RunPtr& b : {run, mainRun()}) { // beside a B of the same run, and beside another
            FigureData both = data;
            both.b = b;
            both.mode = SlotMode::SideBySide;
            const QString table = positionsFigure.table(ofSide(support::fulfilled(positionsFigure, both), Side::Both));
            QVERIFY(table.contains("\nA,causal"));
            QCOMPARE(table.contains("\nB,causal"), b != run);
        }
    }

    void switchesStandOnThePage()
    {
        SelectionModel selection;
        PositionsView view(&selection, nullptr);
        view.resize(1000, 600);
        view.setRun(mainRun(), nullptr);
        view.show();
        view.setResults(dataOf(mainRun()).results);
        auto* const rows = view.findChild<QComboBox*>(QStringLiteral("rows"));
        QVERIFY(rows && !rows->isVisible());
        QVERIFY(view.restore(QStringLiteral("positions"), {{"show", "loss"}, {"rows", "24"}}));
        QVERIFY(rows->isVisible());
        QCOMPARE(view.figureData().options.value("rows").toString(), QStringLiteral("24"));
        QVERIFY(view.restore(QStringLiteral("positions"), {{"show", "relative"}, {"kind", "shaw"}}));
        QVERIFY(!rows->isVisible());
        QCOMPARE(relativeRuns(view.figureData()).front().kind, std::string("shaw"));
    }

    void theKindThatTheModelIsSwitchedToIsShown()
    {
        SelectionModel selection;
        PositionsView view(&selection, nullptr);
        view.setRun(support::tinyRun(kText), nullptr);
        const auto shown = [&] { return relativeRuns(view.figureData()).front().kind; };
        QVERIFY(view.restore(QStringLiteral("positions"), {{"show", "relative"}, {"kind", "shaw"}}));
        view.setRun(support::tinyRun("The cat sat"), nullptr); // of the same kind
        QCOMPARE(shown(), std::string("shaw"));
        view.setRun(support::tinyRun(kText, {"position.kind=alibi"}), nullptr);
        QCOMPARE(shown(), std::string("alibi"));
        QVERIFY(view.restore(QStringLiteral("positions"), {{"show", "relative"}, {"kind", "shaw"}}));
        QCOMPARE(shown(), std::string("shaw")); // of a model with ALiBi, as asked
        view.setRun(support::tinyRun(kText, {"position.kind=none"}), nullptr); // which adds nothing that could be shown
        QCOMPARE(shown(), std::string("shaw"));
    }
};

QUIET_TEST_MAIN(TestPositions)
#include "tst_positions.moc"
