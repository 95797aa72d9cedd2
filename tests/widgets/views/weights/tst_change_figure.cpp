// ΔW: what is drawn is what the two models have, and where there is none, a sentence with a way out.

#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_numbers.h"
#include "widgets/figure/offers.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/weights/change_numbers.h"
#include "widgets/views/weights/figure.h"
#include "widgets/views/weights/view.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace widgets;

namespace {

FigureData dataOf(const char* of, const RunPtr& a, const RunPtr& b, SlotMode mode = SlotMode::SideBySide)
{
    FigureData data{a, b, {.layer = 1}, {{changeOption.name(), of}}};
    data.mode = mode;
    return support::fulfilled(weightChangeFigure, data);
}

std::vector<double> numbersOf(const FigureData& data, const QString& name)
{
    for (const NumberSet& set : figureNumbers(weightChangeFigure, data, screenStyle({1200, 640})))
        if (set.name == name)
            return set.values;
    return {};
}

RunPtr otherSeed(const std::vector<std::string>& said = {})
{
    std::vector<std::string> all{"seed=3"};
    all.insert(all.end(), said.begin(), said.end());
    return support::tinyRun("The cat sat on the mat", all);
}

RunPtr modelRun(const std::string& name)
{
    const core::ModelPtr model = core::openModel(name);
    const core::SetupPtr setup = core::configure(model, {});
    return std::make_shared<RunResult>(RunResult{core::forward(*setup, {.ids = model->tokenizer->encode("red dog")}), setup});
}

} // namespace

class TestChangeFigure : public QObject
{
    Q_OBJECT

private slots:
    void theSubtitleNamesTheBaseAndTheTuned()
    {
        for (const char* of : {"norm", "rank", "spectrum"}) {
            const QString forwards = weightChangeFigure.subtitle(dataOf(of, modelRun("main@0"), modelRun("main")));
            QVERIFY2(forwards.startsWith(QLatin1String("Base main@0, tuned main.")), qPrintable(forwards));
            const QString back = weightChangeFigure.subtitle(dataOf(of, modelRun("main"), modelRun("no-decay")));
            QVERIFY2(back.startsWith(QLatin1String("Base main, tuned no-decay.")), qPrintable(back));
        }
    }

    void anEarlierStepIsTheBaseWhicheverSlotItIsIn()
    {
        const RunPtr start = modelRun("main@0"), end = modelRun("main");
        const FigureData forwards = dataOf("norm", start, end), back = dataOf("norm", end, start);
        QVERIFY(weightChangeFigure.subtitle(back).startsWith(QLatin1String("Base main@0, tuned main.")));
        QVERIFY(!numbersOf(back, QStringLiteral("change")).empty());
        QCOMPARE(numbersOf(back, QStringLiteral("change")), numbersOf(forwards, QStringLiteral("change")));
        const long middle = core::snapshotSteps(core::bundledModelsFolder() + "/main").at(1);
        const QString between = weightChangeFigure.subtitle(dataOf("norm", modelRun("main@" + std::to_string(middle)), start));
        QVERIFY2(between.startsWith(QStringLiteral("Base main@0, tuned main@%1.").arg(middle)), qPrintable(between));
    }

    void cellsAreTheNormsOfTheDifference()
    {
        const RunPtr a = support::tinyRun(), b = otherSeed();
        for (const SlotMode mode : {SlotMode::A, SlotMode::SideBySide, SlotMode::Delta, SlotMode::All}) {
            const FigureData data = dataOf("norm", a, b, mode);
            QVERIFY2(whyNothing(weightChangeFigure, data).isEmpty(), qPrintable(whyNothing(weightChangeFigure, data)));
            const std::vector<double> drawn = numbersOf(data, QStringLiteral("change"));
            const std::vector<std::string> names = core::blockMatrices(*a->setup, 0, 0);
            QCOMPARE(drawn.size(), 3 * names.size());
            for (int layer = 0; layer < 3; ++layer)
                for (std::size_t i = 0; i < names.size(); ++i) {
                    const auto matrix = [&](const RunPtr& run) {
                        return run->setup->weights.at(core::blockName(layer, names[i] + ".weight")).values().matrix();
                    };
                    const double expected = double((matrix(b) - matrix(a)).norm()) / double(matrix(a).norm());
                    QVERIFY(std::abs(drawn[std::size_t(2 - layer) * names.size() + i] - expected) < 1e-5); // the last on top
                }
            QCOMPARE(weightAt(data, QStringLiteral("change"), 0, 0), core::blockName(2, names[0] + ".weight"));
        }
    }

    void barsAreTheLargestCells()
    {
        const FigureData data = dataOf("norm", support::tinyRun(), otherSeed());
        const std::vector<ChangedCell> most = changedMost(data);
        QCOMPARE(most.size(), std::size_t(3 * 7 + 1)); // and the embedding
        for (std::size_t i = 1; i < most.size(); ++i)
            QVERIFY(most[i - 1].value >= most[i].value);
        QCOMPARE(weightAtBar(data, 0), most[0].weight);
        QVERIFY(weightAtBar(data, 99).empty());
        QVERIFY(weightChangeFigure.caption(data).contains(formatPercent(most[0].value)));
        QVERIFY(weightChangeFigure.caption(data).contains(QLatin1String("nothing in common"))); // two seeds
    }

    void ranksAreOfEveryLayerAndValuesOfOne()
    {
        const RunPtr a = support::tinyRun(), b = otherSeed();
        const FigureData rank = dataOf("rank", a, b), spectrum = dataOf("spectrum", a, b);
        const std::vector<double> drawn = numbersOf(rank, QStringLiteral("change"));
        QCOMPARE(drawn.size(), std::size_t(3 * 7));
        for (int layer = 0; layer < 3; ++layer) {
            const std::vector<core::Spectrum> expected = core::changeSpectra(*a->setup, *b->setup, layer, 0, {});
            for (std::size_t i = 0; i < expected.size(); ++i)
                QVERIFY(std::abs(drawn[std::size_t(2 - layer) * 7 + i] - expected[i].stableRank()) < 1e-4);
        }
        const std::vector<double> line = numbersOf(spectrum, QStringLiteral("mlp.up"));
        QCOMPARE(line.size(), std::size_t(2 * 32));
        QVERIFY(line[1] > line[63] && line[63] > 0);
        QVERIFY(weightChangeFigure.caption(spectrum).contains(QLatin1String("W_up 32 of 32")));
    }

    /// Blocks of both stacks upwards, cross-attention, and a row of what is in no block.
    void encodersAndEmbeddingsAreInIt()
    {
        const std::vector<std::string> said{"topology=encoder_decoder", "position.kind=learned", "output.tied=false"};
        const RunPtr a = support::tinyRun("The cat sat on the mat", said), b = otherSeed(said);
        for (const char* const of : {"norm", "rank"}) {
            const FigureData data = dataOf(of, a, b);
            QVERIFY2(whyNothing(weightChangeFigure, data).isEmpty(), qPrintable(whyNothing(weightChangeFigure, data)));
            const core::WeightChange& change = *changeOf(data);
            QCOMPARE(change.rows.size(), std::size_t(6));
            const std::vector<double> drawn = numbersOf(data, QStringLiteral("change"));
            const std::vector<double> outside = numbersOf(data, QStringLiteral("outside"));
            QCOMPARE(drawn.size(), 6 * change.blocks.size());
            QCOMPARE(outside.size(), change.outside.size());
            QCOMPARE(weightAt(data, QStringLiteral("change"), 0, 0), std::string("blocks.2.attn.q.weight"));
            QCOMPARE(weightAt(data, QStringLiteral("change"), 5, 0), std::string("encoder.blocks.0.attn.q.weight"));
            const auto found = std::ranges::find(change.blocks, "cross_attn.q", &core::MatrixChange::name);
            const auto cross = int(found - change.blocks.begin());
            QVERIFY(std::isfinite(drawn[std::size_t(cross)]) && weightAt(data, QStringLiteral("change"), 5, cross).empty());
            QVERIFY(std::isnan(drawn[5 * change.blocks.size() + std::size_t(cross)])); // an encoder has none
            for (const double value : outside)
                QVERIFY(value > 0);
            QVERIFY(std::ranges::find(change.outside, "unembed", &core::MatrixChange::name) != change.outside.end());
            QString table = weightChangeFigure.table(data);
            QVERIFY2(table.contains("encoder.attn.q,0,") && table.contains("\nembed,,"), qPrintable(table));
        }
    }

    void eachStackHasItsSpectrum()
    {
        const std::vector<std::string> said{"topology=encoder_decoder"};
        const RunPtr a = support::tinyRun("The cat sat on the mat", said), b = otherSeed(said);
        for (const bool isOfEncoder : {false, true}) {
            FigureData data{
                a, b, {.layer = 1}, {{changeOption.name(), "spectrum"}, {"stack", isOfEncoder ? "encoder" : "decoder"}}};
            data.mode = SlotMode::SideBySide;
            data = support::fulfilled(weightChangeFigure, data);
            QVERIFY2(whyNothing(weightChangeFigure, data).isEmpty(), qPrintable(whyNothing(weightChangeFigure, data)));
            const std::vector<core::Spectrum> expected
                = core::changeSpectra(*a->setup, *b->setup, core::BlockPlace(1, isOfEncoder), 0, {});
            const std::vector<double> line = numbersOf(data, QStringLiteral("attn.q"));
            QCOMPARE(float(line[1]), float(expected.front().values.front()));
            QCOMPARE(numbersOf(data, QStringLiteral("cross_attn.q")).empty(), isOfEncoder);
        }
    }

    void theMapIsDrawnBeforeAllItsRanksAreThere()
    {
        FigureData data{support::tinyRun(), otherSeed(), {.layer = 1}, {{changeOption.name(), "rank"}}};
        data.mode = SlotMode::SideBySide;
        const FigureData full = support::fulfilled(weightChangeFigure, data);
        for (const Need& need : weightChangeFigure.needs(data))
            if (!need.isPart)
                data.results.add(need.id, *full.results.find(need.id));
        QVERIFY(!isWaiting(weightChangeFigure, data));
        QVERIFY(whyNothing(weightChangeFigure, data).isEmpty());
        QCOMPARE(changedMost(data).size(), std::size_t(7)); // of the shown layer
    }

    void withoutAChangeThereIsASentence_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("says");
        QTest::newRow("one model") << "one"
                                   << "choose as B another";
        QTest::newRow("the same") << "same"
                                  << "are the same";
        QTest::newRow("other sizes") << "sizes"
                                     << "the same sizes";
        QTest::newRow("recorded") << "recorded"
                                  << "open the model";
    }
    void withoutAChangeThereIsASentence()
    {
        QFETCH(QString, what);
        QFETCH(QString, says);
        const RunPtr a = support::tinyRun();
        const RunPtr b = what == "one" ? nullptr
            : what == "same"           ? support::tinyRun("The cat sat on the mat", {"norm.placement=post"})
            : what == "recorded"       ? std::make_shared<RunResult>(RunResult{a->trace, nullptr})
                                       : otherSeed({"sizes.d_model=16", "sizes.d_head=4", "sizes.d_ff=48"});
        for (const QString& of : changeOption.list()) {
            const QString reason = whyNothing(weightChangeFigure, dataOf(of.toLatin1().constData(), a, b));
            QVERIFY2(reason.contains(says), qPrintable(reason));
        }
    }

    void whatHasAnotherShapeIsSaid()
    {
        const FigureData data = dataOf("norm", support::tinyRun(), otherSeed({"sizes.d_ff=48"}));
        QVERIFY(whyNothing(weightChangeFigure, data).isEmpty());
        const std::vector<Caveat> caveats = weightChangeFigure.caveats(data);
        QCOMPARE(caveats.size(), std::size_t(1));
        QVERIFY2(caveats[0].text.contains(QLatin1String("W_gate, W_up, W_down")), qPrintable(caveats[0].text));
        QVERIFY(weightChangeFigure.caveats(dataOf("norm", support::tinyRun(), otherSeed())).empty());
    }

    void theWayOutIsAStepOfTheTraining()
    {
        SelectionModel selection;
        WeightsView view(&selection, nullptr);
        support::answer(view);
        view.resize(1000, 640);
        const RunPtr main = modelRun("main");
        view.setRun(main, nullptr);
        view.show();
        QVERIFY(view.restore(QStringLiteral("weight_change"), {{changeOption.name(), "norm"}}));
        QVERIFY(view.isEmpty());
        QSignalSpy wanted(&view, &View::choiceWanted);
        view.findChild<QPushButton*>(QStringLiteral("offer"))->click();
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted[0][0].toString(), QLatin1String(otherModelOffer));
        QCOMPARE(wanted[0][1].toString(), QStringLiteral("main@0"));
        const RunPtr start = modelRun("main@0");
        view.setSlotMode(SlotMode::SideBySide, true);
        view.setRun(main, start);
        QVERIFY(!view.isEmpty());
        QCOMPARE(offersOf(weightChangeFigure, {start, nullptr, {}, {}})[0].value, QStringLiteral("main"));
        QVERIFY(offersOf(weightChangeFigure, {support::tinyRun(), nullptr, {}, {}}).empty());
    }

    void itsPageIsBesideThoseOfTheWeights()
    {
        SelectionModel selection;
        WeightsView view(&selection, nullptr);
        support::answer(view);
        view.resize(1000, 640);
        view.setSlotMode(SlotMode::SideBySide, true);
        view.setRun(support::tinyRun(), otherSeed());
        view.show();
        for (const QString& of : changeOption.list()) {
            QVERIFY(view.restore(QStringLiteral("weight_change"), {{changeOption.name(), of}}));
            QCOMPARE(changeOption.in(view.figureData()), of);
            QVERIFY(!view.isEmpty());
        }
        QVERIFY(view.restore(QStringLiteral("weights"), {}));
        QCOMPARE(QString(view.figure().id), QStringLiteral("weights"));
        QCOMPARE(showOption.in(view.figureData()), QStringLiteral("maps"));
    }
};

QUIET_TEST_MAIN(TestChangeFigure)
#include "tst_change_figure.moc"
