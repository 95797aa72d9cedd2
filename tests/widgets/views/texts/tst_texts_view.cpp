// The pictures of many texts are the statistics of core/experiments: every head, one head, the answers; sets and files.

#include "core/experiments/text_statistics.h"
#include "core/files/library/model_files.h"
#include "core/run/forward.h"
#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/shared/texts_choice.h"
#include "widgets/views/shared/typed_texts.h"
#include "widgets/views/texts/figure.h"
#include "widgets/views/texts/numbers.h"
#include "widgets/views/texts/view.h"

#include <QFile>
#include <QFileDialog>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace widgets;

namespace {

RunPtr mainRun()
{
    static const RunPtr run = [] {
        const core::SetupPtr setup = core::configure(core::openModel("main"), {});
        return std::make_shared<const RunResult>(
            RunResult{core::forward(*setup, {.ids = setup->model->tokenizer->encode("The cat sat")}), setup});
    }();
    return run;
}

FigureData dataOf(const char* page, QVariantMap options = {}, const RunPtr& run = mainRun())
{
    options[showOption.name()] = QString::fromLatin1(page);
    return support::fulfilled(textsFigure, {run, nullptr, {.layer = 1, .head = 2}, options});
}

NumberSet setOf(const FigureData& data, const QString& name)
{
    for (NumberSet& set : figureNumbers(textsFigure, data, FigureStyle()))
        if (set.name == name)
            return std::move(set);
    return {};
}

} // namespace

class TestTextsView : public QObject
{
    Q_OBJECT

private slots:
    void everyHeadHasItsMeanAndItsSpread()
    {
        const core::TextStatistics expected = core::textStatistics(*mainRun()->setup, "repeats");
        for (const bool isSpread : {false, true}) {
            const FigureData data = dataOf("heads", {{spreadOption.name(), isSpread ? "spread" : "mean"}});
            QVERIFY2(textsFigure.whyNot(data).isEmpty(), qPrintable(textsFigure.whyNot(data)));
            const NumberSet map = setOf(data, QStringLiteral("heads"));
            QCOMPARE(map.values.size(), expected.heads.size());
            const core::Index layers = map.shape[0], heads = map.shape[1];
            for (const core::HeadOverTexts& head : expected.heads) {
                const double drawn = map.values[std::size_t((layers - 1 - head.layer) * heads + head.head)];
                QVERIFY(std::abs(drawn - (isSpread ? head.spread : head.mean).induction) < 1e-6);
            }
        }
        const FigureData data = dataOf("heads");
        const auto best = std::ranges::max_element(expected.heads, {}, [](const auto& head) { return head.mean.induction; });
        QVERIFY2(textsFigure.caption(data).contains(QStringLiteral("L%1 H%2").arg(best->layer).arg(best->head)),
            qPrintable(textsFigure.caption(data)));
        QVERIFY(textsFigure.caption(data).contains("40 texts (repeats)"));
        QCOMPARE(textsFigure.table(data).count('\n'), qsizetype(1 + expected.heads.size()));
        const FigureData focused = dataOf("heads", {{scoreOption.name(), "entropy"}});
        const auto least = std::ranges::min_element(expected.heads, {}, [](const auto& head) { return head.mean.entropy; });
        QVERIFY(textsFigure.caption(focused).contains(QStringLiteral("L%1 H%2 has the lowest").arg(least->layer).arg(least->head)));
    }

    void oneHeadHasItsTexts()
    {
        const core::TextStatistics expected = core::textStatistics(*mainRun()->setup, "agreement");
        const FigureData data = dataOf("head", {{textsOption.name(), "agreement"}, {scoreOption.name(), "previous"}});
        QVERIFY2(textsFigure.whyNot(data).isEmpty(), qPrintable(textsFigure.whyNot(data)));
        const auto head = std::size_t(
            std::ranges::find_if(expected.heads, [](const auto& one) { return one.layer == 1 && one.head == 2; }) - expected.heads.begin());
        double most = 0;
        for (const core::TextResult& text : expected.texts)
            most = std::max(most, text.heads[head].previousToken);
        const NumberSet texts = setOf(data, QStringLiteral("texts"));
        QVERIFY(std::abs(texts.values.front() - most) < 1e-6);
        QVERIFY(std::ranges::is_sorted(texts.values, std::ranges::greater()));
        const NumberSet spread = setOf(data, QStringLiteral("spread"));
        double counted = 0;
        for (std::size_t bin = 0; 3 * bin + 2 < spread.values.size(); ++bin)
            counted += spread.values[3 * bin + 2];
        QCOMPARE(counted, double(expected.texts.size()));
        FigureData beyond = data;
        beyond.selection.layer = 99;
        QVERIFY(textsFigure.whyNot(beyond).contains("99"));
    }

    void answersAreCounted()
    {
        const core::TextStatistics expected = core::textStatistics(*mainRun()->setup, "repeats");
        const FigureData data = dataOf("answers");
        QVERIFY2(textsFigure.whyNot(data).isEmpty(), qPrintable(textsFigure.whyNot(data)));
        QVERIFY2(textsFigure.caption(data).contains(QStringLiteral("%1 of 40 answers").arg(expected.right())),
            qPrintable(textsFigure.caption(data)));
        const std::size_t right = setOf(data, QStringLiteral("right")).values.size() / 2, wrong = setOf(data, QStringLiteral("wrong")).values.size() / 2;
        QCOMPARE(right, std::size_t(expected.right()));
        QCOMPARE(right + wrong, std::size_t(40));
        QCOMPARE(textsFigure.table(data).count('\n'), qsizetype(41));
    }

    void aFileIsReadAndWhatItLacksIsSaid()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath("own.txt"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("red dog\nblue cat\n") > 0);
        file.close();
        const QVariantMap own{{textsOption.name(), file.fileName()}};
        QVERIFY(textsFigure.whyNot(dataOf("heads", own)).contains("induction")); // nothing repeats
        QVERIFY(textsFigure.whyNot(dataOf("answers", own)).contains("answer"));
        const FigureData entropy = dataOf("heads", {{textsOption.name(), file.fileName()}, {scoreOption.name(), "entropy"}});
        QVERIFY(textsFigure.whyNot(entropy).isEmpty());
        QVERIFY(textsFigure.caption(entropy).contains("2 texts (own)"));
        QFile some(folder.filePath("some.txt"));
        QVERIFY(some.open(QIODevice::WriteOnly) && some.write("red dog\nThe red dog. The red dog\n") > 0);
        some.close();
        const QString repeats = textsFigure.caption(dataOf("heads", {{textsOption.name(), some.fileName()}}));
        QVERIFY2(repeats.contains("over 1 of 2 texts (some) that have this score"), qPrintable(repeats));
        const RunPtr recorded = std::make_shared<const RunResult>(RunResult{mainRun()->trace, nullptr});
        QVERIFY(textsFigure.whyNot(dataOf("heads", {}, recorded)).contains("recorded"));
        QVERIFY(textsFigure.whyNot(dataOf("heads", {}, support::tinyRun("The cat", {"mixer.kind=retention"}))).contains("attention"));
        QVERIFY(textsFigure.whyNot(dataOf("answers", {}, support::tinyRun("The cat", {"output.head=none"}))).contains("causal decoder"));
    }

    void theViewChoosesTextsAndHeads()
    {
        SelectionModel selection;
        TextsView view(&selection, nullptr);
        support::answer(view);
        view.resize(1000, 640);
        view.setRun(mainRun(), nullptr);
        view.show();
        QVERIFY(!view.isEmpty());
        QVERIFY(view.restore("texts", {{showOption.name(), "heads"}, {textsOption.name(), "capitals"}, {scoreOption.name(), "first"}}));
        QCOMPARE(view.figureData().options[textsOption.name()].toString(), QStringLiteral("capitals"));
        QCOMPARE(view.figureData().options[scoreOption.name()].toString(), QStringLiteral("first"));

        auto* const texts = view.findChild<TextsChoice*>();
        texts->setCurrentIndex(texts->count() - 2); // a file
        emit texts->activated(texts->count() - 2);
        QCOMPARE(texts->current(), QStringLiteral("capitals")); // until one is named
        auto* const dialog = view.window()->findChild<QFileDialog*>(QStringLiteral("openTexts"));
        QVERIFY(dialog);
        const QTemporaryDir folder;
        QFile file(folder.filePath("own.txt"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("red dog red\n") > 0);
        file.close();
        emit dialog->fileSelected(file.fileName());
        dialog->close();
        QCOMPARE(view.figureData().options[textsOption.name()].toString(), file.fileName());
        QCOMPARE(texts->currentText(), QStringLiteral("own.txt"));
        QVERIFY(!view.isEmpty());

        for (const char* const words : {"red cat red", "red dog red\nred cat red\n\n"}) { // typed twice: one entry
            emit texts->activated(texts->count() - 1);
            auto* const question = view.window()->findChild<TypedTexts*>();
            QVERIFY(question);
            question->field()->setPlainText(QString::fromUtf8(words));
            QTest::mouseClick(question->findChild<QPushButton*>(QStringLiteral("take")), Qt::LeftButton);
            QTRY_VERIFY(!view.window()->findChild<TypedTexts*>());
            QCOMPARE(texts->currentText(), QStringLiteral("typed"));
            QVERIFY(!view.isEmpty());
        }
        QCOMPARE(view.figureData().options[textsOption.name()].toString(), QStringLiteral("typed:red dog red\nred cat red"));
        QCOMPARE(statisticsOf(view.figureData(), mainRun())->texts.size(), std::size_t(2));
        QVERIFY(texts->findText(QStringLiteral("typed")) == texts->count() - 3);

        const std::vector<const core::HeadOverTexts*> best = headsInOrder(view.figureData(), *statisticsOf(view.figureData(), mainRun()));
        auto* const plot = view.findChild<Plot*>();
        QPoint at;
        for (int i = 0; i < plot->plottableCount(); ++i)
            if (const auto* const bars = qobject_cast<BarChart*>(plot->plottable(i)))
                at = bars->barRect(1).center().toPoint();
        QVERIFY(!at.isNull());
        QTest::mouseClick(plot, Qt::LeftButton, {}, at);
        QCOMPARE(selection.pinned().layer, best[1]->layer);
        QCOMPARE(selection.pinned().head, best[1]->head);
    }
};

QUIET_TEST_MAIN(TestTextsView)
#include "tst_texts_view.moc"
