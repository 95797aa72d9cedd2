// Small pages of attention, positions and training, in half of a window and on a slide: what is there has its whole name, and
// what is left out is said. tests/app/tst_left_out asks the latter of every page.

#include "tests/widgets/support/drawn_figure.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/map_page.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/shown_panels.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/alignment_lines.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/cost/figure.h"
#include "widgets/views/heads_cache/figure.h"
#include "widgets/views/norm/figures.h"
#include "widgets/views/positions/figure.h"
#include "widgets/views/training/figure.h"

#include <QTest>

using namespace widgets;

namespace {

constexpr const char* kText = "The cat sat on the mat";

/// The lines of text of a picture.
QStringList textsOf(const Plot& plot)
{
    QStringList texts;
    for (QCPLayoutElement* const element : plot.plotLayout()->elements(true))
        if (const auto* const title = qobject_cast<QCPTextElement*>(element))
            texts << title->text();
    return texts;
}

/// "No room for …"; empty without such a line.
QString saidIn(const Plot& plot) { return textsOf(plot).filter(QStringLiteral("No room for")).join(u'|'); }

RunPtr ofTwoStacks() { return support::tinyRun(kText, {"topology=encoder_decoder"}); }

} // namespace

class TestSmallPages : public QObject
{
    Q_OBJECT

private slots:
    /// Half of a window holds the three charts, in which every line has its whole name.
    void everyLineOverTheWidthIsNamed()
    {
        const FigureData data
            = support::fulfilled(attentionWidthFigure, {support::tinyRun(kText), nullptr, {.layer = 1, .head = 2}, {}});
        for (const QSizeF size : {QSizeF(620, 430), QSizeF(1000, 430), QSizeF(420, 330)}) {
            const auto plot = support::drawnOnScreen(attentionWidthFigure, data, size);
            QStringList named;
            for (QCPAxisRect* const rect : plot->axisRects())
                for (const LineChart* const chart : rect->findChildren<LineChart*>())
                    for (int i = 0; i < plot->graphCount(); ++i)
                        if (const QRectF place = chart->labelPlace(plot->graph(i)); !place.isEmpty()) {
                            named << plot->graph(i)->name();
                            QVERIFY2(place.right() <= size.width(), qPrintable(named.last()));
                        }
            for (const char* what : {"spread", "entropy", "saturated"})
                for (const char* line : {"%1", "%1 divided", "random %1", "random %1 divided"})
                    QVERIFY2(named.contains(QString(line).arg(what)), qPrintable(QString(line).arg(what)));
        }
    }

    void headingsOfMasksAreWhole()
    {
        const FigureData data = support::fulfilled(attentionMasksFigure, {ofTwoStacks(), nullptr, {}, {}});
        for (const QSizeF size : {QSizeF(1040, 430), QSizeF(860, 290)}) {
            const QString texts = textsOf(*support::drawnOnScreen(attentionMasksFigure, data, size)).join(u'|');
            QVERIFY2(texts.contains("decoder → source") && !texts.contains(QChar(u'…')), qPrintable(texts));
        }
    }

    void aSmallPageOfLinesSaysThatItHasNoMap()
    {
        const FigureData data = support::fulfilled(attentionAlignmentFigure, {ofTwoStacks(), nullptr, {}, {}});
        QCOMPARE(saidIn(*support::drawnOnScreen(attentionAlignmentFigure, data, {1040, 430})), QString());
        const auto small = support::drawnOnScreen(attentionAlignmentFigure, data, {410, 250});
        QVERIFY(!small->cellMap(QStringLiteral("weights")));
        QVERIFY2(saidIn(*small).contains("the weights as a map"), qPrintable(saidIn(*small)));
    }

    /// Under many source tokens one target token has the line for itself.
    void theOnlyTokenOfALineIsWhole()
    {
        const auto pictureOf = [](const QString& target) {
            constexpr int count = 30;
            support::Page page({300, 200}, 1, count);
            auto* const lines = new AlignmentLines(page.rect, page.style);
            lines->setWeights(gridOf(std::vector<float>(count, 1.0F / count), 1, count), {target}, QStringList(count, "a"));
            return page.picture();
        };
        QVERIFY(pictureOf(QStringLiteral("token")) != pictureOf(QStringLiteral("…")));
        QVERIFY(pictureOf(QStringLiteral("token")) != pictureOf(QStringLiteral("toke")));
    }

    /// A long word among short ones has the room that these leave, and few tokens have all of the width.
    void tokensOfALineHaveTheRoomBesideThem()
    {
        const auto pictureOf = [](const QString& word) {
            support::Page page({300, 200}, 1, 3);
            auto* const lines = new AlignmentLines(page.rect, page.style);
            lines->setWeights(gridOf(std::vector<float>(3, 1.0F / 3), 1, 3), {"a"}, {"a", word, "b"});
            return page.picture();
        };
        QVERIFY(pictureOf(QStringLiteral("international trade")) != pictureOf(QStringLiteral("international tradX")));
        const auto ofMany = [](const QString& word) {
            support::Page page({300, 200}, 1, 20);
            auto* const lines = new AlignmentLines(page.rect, page.style);
            lines->setWeights(gridOf(std::vector<float>(40, 0.5F), 20, 2), QStringList(20, "a"), {word, "b"});
            return page.picture();
        };
        QVERIFY(ofMany(QStringLiteral("source")) != ofMany(QStringLiteral("sourcX")));
    }

    /// A slide has all six parts of Transformer-XL; beside B some are named instead, once for both.
    void aSlideHasAllTermsOrNamesThem()
    {
        FigureData data{support::tinyRun(kText, {"position.kind=transformer_xl"}), nullptr, {.layer = 1, .head = 2, .query = 3},
            {{QStringLiteral("show"), QStringLiteral("relative")}, {QStringLiteral("kind"), QStringLiteral("transformer_xl")}}};
        data = support::fulfilled(positionsFigure, data);
        QCOMPARE(saidIn(*support::drawnOnScreen(positionsFigure, data, {860, 260})), QString());
        data.b = support::tinyRun(kText, {"position.kind=transformer_xl", "norm.placement=post"});
        data.mode = SlotMode::SideBySide;
        data = support::fulfilled(positionsFigure, data);
        QCOMPARE(saidIn(*support::drawnOnScreen(positionsFigure, data, {1280, 430})), QString());
        const QString said = saidIn(*support::drawnOnScreen(positionsFigure, data, {860, 260}));
        QVERIFY2(said.count("q·k") == 1 && said.count("(elsewhere f)") == 1 && !said.contains("r of each"), qPrintable(said));
        const QString sentence = Captions(shownPanels(positionsFigure, data)).text(1);
        QVERIFY2(sentence.contains("A: Mean |values|") && sentence.contains("B: q·k") && !sentence.contains("no band"),
            qPrintable(sentence));
    }

    /// Where the foot has room for a sentence of each, B has its own.
    void onePictureOfBothHasASentenceOfEach()
    {
        const RunPtr a = support::tinyRun(kText, {"attention.kind=grouped_query", "sizes.kv_heads=2"});
        const RunPtr b = support::tinyRun(kText, {"attention.kind=multi_query", "norm.placement=post"});
        for (const auto& [figure, page] : {std::pair{&normFigure, "statistics"}, {&normFigure, "axes"}, {&normFigure, "descent"},
                 {&headsCacheFigure, "repeated"}, {&costFigure, "length"}}) {
            FigureData data{a, b, {.layer = 1, .query = 3}, {{QStringLiteral("show"), QString::fromLatin1(page)}}};
            data.mode = SlotMode::SideBySide;
            data = support::fulfilled(*figure, data);
            const QStringList said = Captions(shownPanels(*figure, data)).ofSides(1);
            const QString all = said.join(u'|');
            QVERIFY2((said.size() == 2 && said[0].startsWith("A: ") && said[1].startsWith("B: ")) || all.startsWith("A and B: "),
                qPrintable(all));
            data.b = a;
            QVERIFY2(Captions(shownPanels(*figure, data)).text(1).startsWith("A and B: "), page);
        }
    }

    void gradientsOfALowPageSayThatTheirSumHasNoRoom()
    {
        const FigureData data = support::fulfilled(trainingFigure,
            {nullptr, nullptr, {},
                {{QStringLiteral("show"), QStringLiteral("gradient")},
                    {QStringLiteral("runs"), QStringLiteral("pre12,post12")}}});
        QCOMPARE(saidIn(*support::drawnOnScreen(trainingFigure, data, {1040, 430})), QString());
        const QString said = saidIn(*support::drawnOnScreen(trainingFigure, data, {860, 290}));
        QVERIFY2(said.contains("Gradient of the whole model"), qPrintable(said));
    }
};

QUIET_TEST_MAIN(TestSmallPages)
#include "tst_small_pages.moc"
