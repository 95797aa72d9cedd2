// The pictures of ablation and patching are the maps of core/experiments; what cannot be measured is said.

#include "core/experiments/ablation.h"
#include "core/experiments/text_set.h"
#include "core/run/same_weights.h"
#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/caveats.h"
#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/plot.h"
#include "widgets/views/circuits/figure.h"
#include "widgets/views/circuits/map_numbers.h"
#include "widgets/views/circuits/map_picture.h"
#include "widgets/views/circuits/map_table.h"
#include "widgets/views/circuits/token_metric.h"
#include "widgets/views/circuits/view.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/texts_choice.h"
#include "widgets/views/shared/token_question.h"
#include "widgets/views/texts/figure.h"

#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace widgets;

namespace {

RunPtr cleanRun()
{
    static const RunPtr run = support::tinyRun("The cat sat on the mat");
    return run;
}

RunPtr otherRun()
{
    static const RunPtr run = support::tinyRun("The dog sat on the mat");
    return run;
}

FigureData ablationData(const QVariantMap& options = {}, const RunPtr& run = cleanRun())
{
    return support::fulfilled(ablationFigure, {run, nullptr, {.layer = 1, .head = 2}, options});
}

FigureData patchingData(const QVariantMap& options = {}, const RunPtr& b = otherRun())
{
    FigureData data{cleanRun(), b, {.layer = 1, .head = 2}, options, SlotMode::SideBySide};
    data.side = Side::Both;
    return support::fulfilled(patchingFigure, data);
}

NumberSet mapOf(const FigureInfo& figure, const FigureData& data)
{
    for (NumberSet& set : figureNumbers(figure, data, FigureStyle()))
        if (set.name == QLatin1String("map"))
            return std::move(set);
    return {};
}

/// The page with both runs.
struct ShownCircuits
{
    SelectionModel selection;
    CircuitsView view{&selection, nullptr};

    ShownCircuits()
    {
        support::answer(view);
        view.resize(1000, 640);
        view.setRun(cleanRun(), otherRun());
        view.show();
    }
};

} // namespace

class TestCircuits : public QObject
{
    Q_OBJECT

private slots:
    void aCellIsTheChangeOfItsRun()
    {
        const FigureData data = ablationData();
        const core::MeasuredMap map = ablationOf(data, data.a)->map;
        const core::ChangedRuns runs(
            {*data.a->setup, core::inputOf(*data.a->trace), core::parseMetric(ablationMetric(data, data.a), *data.a->setup)});
        const core::MeasuredMap expected = core::ablate(runs, {}, {}, core::RunWay::Plain);
        const MapTable table = tableOfLayers(map);
        QCOMPARE(table.rows, (QStringList{"L2", "L1", "L0"})); // depth runs upwards
        QCOMPARE(table.columns, (QStringList{"H0", "H1", "H2", "H3"}));
        for (std::size_t i = 0; i < expected.places.size(); ++i) {
            const auto [row, column] = table.cellOf(int(i));
            QVERIFY(std::abs(double(table.grid.at(row, column)) - (expected.places[i].value - expected.untouched)) < 1e-5);
            QCOMPARE(table.placeAt(map, row, column), &map.places[i]);
        }
        QVERIFY(!mapOf(ablationFigure, data).name.isEmpty());
    }

    void everyPartHasItsTable()
    {
        const auto tableOf = [](const char* over) {
            const FigureData data = ablationData({{ablatedOption.name(), QString::fromLatin1(over)}});
            return tableOfLayers(ablationOf(data, data.a)->map);
        };
        QCOMPARE(tableOf("branches").columns.size(), 2);
        const FigureData neurons = ablationData({{ablatedOption.name(), QStringLiteral("neurons")}});
        const core::MeasuredMap map = ablationOf(neurons, neurons.a)->map;
        const MapTable square = tableOfLayers(map); // 64 of the selected layer
        QCOMPARE(square.columns, (QStringList{"+0", "+1", "+2", "+3", "+4", "+5", "+6", "+7"}));
        QCOMPARE(square.rows, (QStringList{"#56", "#48", "#40", "#32", "#24", "#16", "#8", "#0"}));
        const core::MeasuredPlace* const place = square.placeAt(map, 6, 3);
        QVERIFY(place && place->neuron == 11 && place->layer == 1);
        QCOMPARE(placeName(*place), QStringLiteral("L1 #11"));
        QCOMPARE(placeWords(*place), QStringLiteral("neuron 11 of L1"));
        QVERIFY(!ablationFigure.whyNot(ablationData({{ablatedOption.name(), QStringLiteral("experts")}})).isEmpty());
    }

    void theAnswerIsTheLikeliestTokenUnlessAnotherMetricIsSaid()
    {
        const FigureData data = ablationData();
        QVERIFY(QString::fromStdString(ablationMetric(data, data.a)).startsWith("log_prob:#"));
        const FigureData loss = ablationData({{metricOption.name(), QStringLiteral("loss")}, {replacementOption.name(), "mean"}});
        QCOMPARE(ablationOf(loss, loss.a)->map.metric.kind, core::MetricKind::Loss);
        QVERIFY(ablationFigure.subtitle(loss) != ablationFigure.subtitle(data));
        QVERIFY(!ablationFigure.caption(loss).isEmpty() && ablationFigure.table(loss).startsWith("at,"));
    }

    void theMeanOfTextsComesInPlaceOfAPart()
    {
        const QVariantMap options{
            {replacementOption.name(), "reference"}, {textsOption.name(), "pronouns"}, {metricOption.name(), "loss"}};
        const FigureData data = ablationData(options);
        QVERIFY2(ablationFigure.whyNot(data).isEmpty(), qPrintable(ablationFigure.whyNot(data)));
        const core::MeasuredMap map = ablationOf(data, data.a)->map;
        const core::ChangedRuns runs({*data.a->setup, core::inputOf(*data.a->trace), core::parseMetric("loss", *data.a->setup)});
        const core::MeasuredMap expected
            = core::ablate(runs, {.to = core::AblatedTo::Reference, .texts = core::idsOfTexts("pronouns", *data.a->setup->model)},
                {}, core::RunWay::Plain);
        const core::MeasuredMap ofThisText
            = ablationOf(ablationData({{replacementOption.name(), "mean"}, {metricOption.name(), "loss"}}), data.a)->map;
        double differs = 0;
        for (std::size_t i = 0; i < expected.places.size(); ++i) {
            QVERIFY(std::abs(map.places[i].value - expected.places[i].value) < 1e-5);
            differs = std::max(differs, std::abs(map.places[i].value - ofThisText.places[i].value));
        }
        QVERIFY(differs > 1e-5);
        QVERIFY2(ablationFigure.subtitle(data).contains("pronouns"), qPrintable(ablationFigure.subtitle(data)));
        const FigureData none = ablationData({{replacementOption.name(), "reference"}, {textsOption.name(), "no such set"}});
        QVERIFY(!ablationOf(none, none.a) && !whyNotSide(ablationFigure, none, Side::A).isEmpty());
    }

    void patchingPutsPlacesOfAIntoB()
    {
        for (const QString& over : patchedOption.list()) {
            const FigureData data
                = patchingData({{patchedOption.name(), over}, {metricOption.name(), QStringLiteral("logit:#300@-1")}});
            QVERIFY2(patchingFigure.whyNot(data).isEmpty(), qPrintable(patchingFigure.whyNot(data)));
            const MapSoFar patches = *patchesOf(data);
            QCOMPARE(patches.map.places.size() % 6, std::size_t(0)); // tokens
            const MapTable table = tableOfTokens(patches.map);
            QCOMPARE(int(table.grid.columns), 6);
            QVERIFY(!patchingFigure.caption(data).isEmpty() && !mapOf(patchingFigure, data).name.isEmpty());
        }
        const FigureData stream = patchingData();
        const MapSoFar patches = *patchesOf(stream);
        const int last = int(patches.map.places.size()) - 1; // the whole end of the last token
        QVERIFY(std::abs(patches.map.places[std::size_t(last)].value - patches.clean) < 1e-4);
    }

    void partsOfAMapAreDrawnAsTheyCome()
    {
        QString text = "The cat sat on the mat";
        for (int i = 0; i < 5; ++i)
            text += " and the dog sat on the log and the cat sat on the mat";
        const RunPtr clean = support::tinyRun(text.toStdString()),
                     other = support::tinyRun(text.replace("The cat", "The dog").toStdString());
        for (const FigureInfo* const figure : {&ablationFigure, &patchingFigure}) {
            const bool isPatching = figure == &patchingFigure;
            FigureData data{clean, isPatching ? other : nullptr, {.layer = 1, .head = 2}, {{metricOption.name(), "loss"}}};
            const auto soFarOf = [&] { return *(isPatching ? patchesOf(data) : ablationOf(data, data.a)); };
            const auto numbers = [&] { return mapOf(*figure, data).values; };
            const Needs first = missingNeeds(*figure, data);
            QCOMPARE(first.size(), std::size_t(1));
            data.results.add(first[0].id, first[0].compute({})); // what is run
            const Needs parts = missingNeeds(*figure, data);
            QVERIFY(parts.size() > 1 && isWaiting(*figure, data));
            data.results.add(parts[0].id, parts[0].compute({}));
            QVERIFY(!isWaiting(*figure, data)); // the first part makes a picture
            const MapSoFar begun = soFarOf();
            QVERIFY(begun.runs > 0 && begun.runs < begun.map.places.size());
            const QString progress = QString("%1 of %2 runs so far.").arg(begun.runs).arg(begun.map.places.size());
            QVERIFY2(figure->caption(data).contains(progress), qPrintable(figure->caption(data)));
            const auto isThere = [](double value) { return std::isfinite(value); };
            const std::vector<double> some = numbers();
            QCOMPARE(std::size_t(std::count_if(some.begin(), some.end(), isThere)), begun.runs); // the rest is blank
            QCOMPARE(mostChanged(begun.map, begun.map.places.size()).size(), begun.runs);

            FigureData refused = data;
            for (std::size_t i = 1; i < parts.size(); ++i) {
                data.results.add(parts[i].id, parts[i].compute({}));
                refused.results.add(parts[i].id, NeedResult{.why = "there is not enough memory"});
            }
            QVERIFY(missingNeeds(*figure, data).empty() && !figure->caption(data).contains("so far"));
            QVERIFY2(figure->caption(refused).contains("not enough memory"), qPrintable(figure->caption(refused)));
            const core::Measurement measurement{
                *clean->setup, core::inputOf(*(isPatching ? other : clean)->trace), core::parseMetric("loss", *clean->setup)};
            const core::MeasuredMap whole = isPatching
                ? core::patch(measurement, {core::inputOf(*clean->trace), core::PatchedPart::Stream}).map
                : core::ablate(core::ChangedRuns(measurement), {});
            const MapSoFar all = soFarOf();
            for (std::size_t i = 0; i < whole.places.size(); ++i)
                QCOMPARE(all.map.places[i].value, whole.places[i].value);
        }
    }

    void whatCannotBePatchedIsSaid()
    {
        const auto whyNot = [](const RunPtr& b) { return patchingFigure.whyNot({cleanRun(), b, {}, {}}); };
        QVERIFY(whyNot(nullptr).contains("two texts"));
        QVERIFY(!patchingFigure.offer({cleanRun(), nullptr, {}, {}}).label.isEmpty());
        QVERIFY(whyNot(support::tinyRun("The dog sat")).contains("3"));
        QVERIFY(whyNot(support::tinyRun("The cat sat on the mat")).contains("same text"));
        QVERIFY(whyNot(support::tinyRun("The dog sat on the mat", {"norm.placement=post"})).contains("not the same model"));
    }

    void aMetricThatIsNoneIsASentence()
    {
        FigureData data = ablationData({{metricOption.name(), QStringLiteral("logit:#999999@0")}});
        QVERIFY(!ablationOf(data, data.a));
    }

    void theViewShowsBothAndComesBack()
    {
        ShownCircuits shown;
        CircuitsView& view = shown.view;
        QCOMPARE(view.figure().id, ablationFigure.id);
        QVERIFY(view.restore("patching", {{patchedOption.name(), "attention"}, {metricOption.name(), "entropy@2"}}));
        QCOMPARE(view.figure().id, patchingFigure.id);
        QCOMPARE(view.figureData().options[patchedOption.name()].toString(), QString("attention"));
        QCOMPARE(view.figureData().options[metricOption.name()].toString(), QString("entropy@2"));
        QVERIFY(view.restore("ablation", {{ablatedOption.name(), "branches"}, {replacementOption.name(), "mean"}}));
        QCOMPARE(view.figureData().options[replacementOption.name()].toString(), QString("mean"));
        QVERIFY(view.restore("ablation", {{replacementOption.name(), "reference"}, {textsOption.name(), "pronouns"}}));
        QCOMPARE(view.figureData().options[textsOption.name()].toString(), QString("pronouns"));
        QVERIFY(view.findChild<TextsChoice*>()->isVisible());
        QVERIFY(!view.restore("output", {}));
    }

    /// A head is named where the cell is one; a token where the part is put in at one.
    void whatIsUnderTheMouseIsNamed()
    {
        ShownCircuits shown;
        CircuitsView& view = shown.view;
        SelectionModel& selection = shown.selection;
        selection.pin({.layer = 1, .head = 2, .query = 3, .key = 1});
        const auto under = [&](int row, int column) {
            emit view.plot()->cellHovered(QStringLiteral("map"), row, column);
            return readOut(cleanRun(), selection.hovered(), view.markedTensor());
        };
        QCOMPARE(under(0, 3), QStringLiteral("L2 H3")); // and no pair of tokens
        QVERIFY(view.restore("ablation", {{ablatedOption.name(), "branches"}}));
        QCOMPARE(under(1, 1), QStringLiteral("L1"));
        QVERIFY(view.restore("patching", {{patchedOption.name(), "stream"}}));
        QCOMPARE(under(3, 1),
            QStringLiteral("L0 · token 1 “%1”").arg(visibleToken(QString::fromStdString(cleanRun()->trace->tokens[1]))));
        QVERIFY(view.restore("patching", {{patchedOption.name(), "heads"}}));
        QVERIFY2(under(11, 1).startsWith(QStringLiteral("L0 H0 · ")), qPrintable(under(11, 1)));
        QCOMPARE(selection.pinned().head, 2);
        emit view.plot()->cellClicked(QStringLiteral("map"), 11, 1, Qt::NoModifier);
        QCOMPARE(selection.pinned(), (Selection{.layer = 0, .head = 0, .query = 1, .key = 1}));
    }

    void rowsThatDoNotFitAreNamedFromTheLowest()
    {
        const FigureData data = patchingData({{patchedOption.name(), QStringLiteral("heads")}});
        QCOMPARE(tableOfTokens(patchesOf(data)->map).rowsOfLayer, 4);
        Plot plot;
        const QSize size(900, 260);
        plot.setFixedSize(size);
        patchingFigure.draw({plot, data, screenStyle(size)});
        plot.grab();
        const auto* const rect = qobject_cast<GridAxisRect*>(plot.cellMap(QStringLiteral("map"))->keyAxis()->axisRect());
        const QVector<QString> shown = rect->axis(QCPAxis::atLeft)->tickVectorLabels();
        QVERIFY(shown.contains(QStringLiteral("L0 H0")));
        for (const QString& name : shown)
            QVERIFY2(name.startsWith(QLatin1Char('L')), qPrintable(name)); // no number before it
    }

    void tokensOfTheMetricAreChosen()
    {
        SelectionModel selection;
        CircuitsView view(&selection, nullptr);
        support::answer(view);
        view.resize(1000, 640);
        view.setRun(cleanRun(), nullptr);
        view.show();
        QSignalSpy changed(&view, &View::whatIfChanged);
        auto* const button = view.findChild<TokenMetric*>();
        QVERIFY(button && button->isEnabled());
        const auto choose = [&](const char* list, int id) {
            emit button->menu()->aboutToShow();
            const QMenu* const tokens = button->menu()->findChildren<QMenu*>(QString::fromLatin1(list)).last();
            for (QAction* const action : tokens->actions())
                if (action->data().isValid() ? action->data().toInt() == id : id < 0 && !action->isSeparator())
                    return action->trigger();
            QFAIL("not offered");
        };
        const auto ticked = [&](const char* list) { // its tokens; −1: none of them, but an entry
            emit button->menu()->aboutToShow();
            QList<int> ids;
            for (const QAction* const action : button->menu()->findChildren<QMenu*>(QString::fromLatin1(list)).last()->actions())
                if (action->isChecked())
                    ids << (action->data().isValid() ? action->data().toInt() : -1);
            return ids;
        };
        const std::string answer = ablationMetric(view.figureData(), cleanRun()); // "log_prob:#7@-1"
        QCOMPARE(ticked("measured"), QList<int>{std::stoi(answer.substr(answer.find('#') + 1))});
        QCOMPARE(ticked("minus"), QList<int>{-1});
        const auto metric = [&] { return view.figureData().options[metricOption.name()].toString(); };
        const std::vector<core::TokenId> text = cleanRun()->trace->ids; // of the text, not only likely ones
        choose("measured", int(text[1]));
        QCOMPARE(metric(), QStringLiteral("log_prob:#%1@-1").arg(text[1]));
        choose("minus", int(text[2]));
        QCOMPARE(ticked("minus"), QList<int>{int(text[2])});
        const QString difference = QStringLiteral("logit_difference:#%1,#%2@-1").arg(text[1]).arg(text[2]);
        QCOMPARE(metric(), difference);
        QCOMPARE(changed.count(), 2);
        const QVariantMap chosen = view.whatIf();
        QCOMPARE(chosen.value(metricOption.name()).toString(), difference); // what a session keeps

        view.setWhatIf({}); // undone
        QCOMPARE(metric(), QString::fromLatin1(answerMetric));
        view.setWhatIf(chosen);
        QCOMPARE(metric(), difference);
        for (const char* const figure : {"patching", "paths", "ablation"}) {
            QVERIFY(view.restore(figure, {{metricOption.name(), difference}}));
            QCOMPARE(metric(), difference);
            QCOMPARE(view.whatIf(), chosen);
        }
        const FigureData data = view.figureData();
        QVERIFY(ablationFigure.subtitle(support::fulfilled(ablationFigure, data)).contains(tokenText(*cleanRun(), text[2])));
        choose("minus", -1);
        QCOMPARE(metric(), QStringLiteral("log_prob:#%1@-1").arg(text[1]));

        const auto rank = [&] {
            emit button->menu()->aboutToShow();
            return button->menu()->findChildren<QAction*>(QStringLiteral("rank")).last();
        };
        QVERIFY(!rank()->isChecked());
        rank()->trigger();
        QCOMPARE(metric(), QStringLiteral("rank:#%1@-1").arg(text[1]));
        QVERIFY(button->text().contains(tokenText(*cleanRun(), text[1]).trimmed()) && button->text() != metric());
        const FigureData ranked = support::fulfilled(ablationFigure, view.figureData());
        QVERIFY2(ablationFigure.whyNot(ranked).isEmpty(), qPrintable(ablationFigure.whyNot(ranked)));
        QVERIFY(rank()->isChecked());
        rank()->trigger(); // and back
        QCOMPARE(metric(), QStringLiteral("log_prob:#%1@-1").arg(text[1]));
    }

    void anyTokenOfTheVocabularyIsMeasured()
    {
        SelectionModel selection;
        CircuitsView view(&selection, nullptr);
        support::answer(view);
        view.setRun(cleanRun(), nullptr);
        view.show();
        auto* const button = view.findChild<TokenMetric*>();
        const auto list = [&] {
            emit button->menu()->aboutToShow();
            return button->menu()->findChildren<QMenu*>("minus").last();
        };
        list()->findChild<QAction*>("another")->trigger();
        QPointer<TokenQuestion> question = view.findChild<TokenQuestion*>();
        QVERIFY(question && question->isVisible());
        const int last = int(cleanRun()->setup->config.vocabulary) - 1;
        question->field()->setText(QStringLiteral("#%1").arg(last));
        QTest::keyClick(question->field(), Qt::Key_Return);
        QTRY_VERIFY(!question);
        const QString metric = view.figureData().options[metricOption.name()].toString();
        QVERIFY2(metric.startsWith("logit_difference:#") && metric.endsWith(QStringLiteral(",#%1@-1").arg(last)), qPrintable(metric));
        const QList<QAction*> offered = list()->actions(); // listed from now on
        QVERIFY(std::ranges::any_of(
            offered, [&](const QAction* action) { return action->isChecked() && action->data().toInt() == last; }));
    }
};

QTEST_MAIN(TestCircuits)
#include "tst_circuits.moc"
