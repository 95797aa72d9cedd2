// Small pages of attention, positions and training, in half of a window and on a slide: what is there has its whole name, and
// what is left out is said. tests/app/tst_left_out asks the latter of every page.

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/map_page.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/alignment_lines.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/positions/figure.h"
#include "widgets/views/training/figure.h"

#include <QTest>

#include <memory>

using namespace widgets;

namespace {

constexpr const char* kText = "The cat sat on the mat";

std::unique_ptr<Plot> drawn(const FigureInfo& figure, const FigureData& data, QSizeF size)
{
    auto plot = std::make_unique<Plot>();
    plot->resize(size.toSize());
    plot->setViewport(QRect(QPoint(), size.toSize()));
    composeFigure(*plot, figure, data, screenStyle(size));
    plot->replot();
    return plot;
}

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
            const auto plot = drawn(attentionWidthFigure, data, size);
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
            const QString texts = textsOf(*drawn(attentionMasksFigure, data, size)).join(u'|');
            QVERIFY2(texts.contains("decoder → source") && !texts.contains(QChar(u'…')), qPrintable(texts));
        }
    }

    void aSmallPageOfLinesSaysThatItHasNoMap()
    {
        const FigureData data = support::fulfilled(attentionAlignmentFigure, {ofTwoStacks(), nullptr, {}, {}});
        QCOMPARE(saidIn(*drawn(attentionAlignmentFigure, data, {1040, 430})), QString());
        const auto small = drawn(attentionAlignmentFigure, data, {410, 250});
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

    /// A slide has all six parts of Transformer-XL; beside B some are named instead, once for both.
    void aSlideHasAllTermsOrNamesThem()
    {
        FigureData data{support::tinyRun(kText, {"position.kind=transformer_xl"}), nullptr, {.layer = 1, .head = 2, .query = 3},
            {{QStringLiteral("show"), QStringLiteral("relative")}, {QStringLiteral("kind"), QStringLiteral("transformer_xl")}}};
        data = support::fulfilled(positionsFigure, data);
        QCOMPARE(saidIn(*drawn(positionsFigure, data, {860, 260})), QString());
        data.b = support::tinyRun(kText, {"position.kind=transformer_xl", "norm.placement=post"});
        data.mode = SlotMode::SideBySide;
        data = support::fulfilled(positionsFigure, data);
        QCOMPARE(saidIn(*drawn(positionsFigure, data, {1280, 430})), QString());
        const QString said = saidIn(*drawn(positionsFigure, data, {860, 260}));
        QVERIFY2(said.count("q·k") == 1 && said.count("(elsewhere f)") == 1 && !said.contains("r of each"), qPrintable(said));
        const QString sentence = positionsFigure.caption(ofSide(data, Side::Both));
        QVERIFY2(sentence.contains("A: Mean size") && sentence.contains("B: Mean size") && !sentence.contains("no band"),
            qPrintable(sentence));
    }

    void gradientsOfALowPageSayThatTheirSumHasNoRoom()
    {
        const FigureData data = support::fulfilled(trainingFigure,
            {nullptr, nullptr, {},
                {{QStringLiteral("show"), QStringLiteral("gradient")},
                    {QStringLiteral("runs"), QStringLiteral("pre12,post12")}}});
        QCOMPARE(saidIn(*drawn(trainingFigure, data, {1040, 430})), QString());
        const QString said = saidIn(*drawn(trainingFigure, data, {860, 290}));
        QVERIFY2(said.contains("Gradient of the whole model"), qPrintable(said));
    }
};

QUIET_TEST_MAIN(TestSmallPages)
#include "tst_small_pages.moc"
