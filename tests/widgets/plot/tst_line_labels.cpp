// Labels of lines: each is at the end of its line or near it, none is on another, none has a long line of its own.

#include "widgets/plot/charts.h"
#include "widgets/plot/plot.h"

#include "tests/widgets/support/quiet.h"

#include "widgets/plot/kept_apart.h"
#include "widgets/plot/svg_paint_device.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace widgets;

namespace {

/// A page of this size with one chart.
struct OneChart
{
    FigureStyle style;
    Plot plot;
    QCPAxisRect* rect = nullptr;
    LineChart* chart = nullptr;

    explicit OneChart(const QSizeF& size)
    {
        style.size = size;
        plot.reset(style);
        rect = plot.addAxisRect(0, 0, style);
        chart = new LineChart(rect, style);
    }
};

} // namespace

class TestLineLabels : public QObject
{
    Q_OBJECT
private slots:
    void noLongLineLeadsToALabel();
    void labelsAreAsNearToTheirLinesAsTheyCanBe();
    void aLabelStaysBesideALineThatEndsAmongOthers();
    void theLabelOfALineThatLeavesTheChartIsWhereItDoes();
    void noLineRunsThroughALabel();
    void aLabelStandsOverAnEndBetweenOthers();
    void aLowChartHasTwoNumbers();
    void twoNumbersOfALowerChartDoNotTouch();
    void numbersOfANarrowChartDoNotTouch();
    void nothingLeadsThroughWords();
    void placesAreKeptApart();
    void theLineUnderTheMouseStandsOutAmongMany();
    void aLineThatEndsFarFromTheEdgeIsNotNamedThere();
};

void TestLineLabels::theLineUnderTheMouseStandsOutAmongMany()
{
    for (const int lines : {3, 6}) {
        OneChart page({520, 300});
        auto& [style, plot, rect, chart] = page;
        QList<QCPGraph*> all;
        for (int i = 0; i < lines; ++i)
            all << chart->addLine({0.0, 10.0}, {double(i), double(i)}, QStringLiteral("line %1").arg(i), {.color = Qt::red});
        chart->fitAxes();
        plot.setViewport({0, 0, 520, 300});
        plot.replot();
        const QPen drawn = all[1]->pen();
        const QPointF onLine(rect->center().x(), rect->axis(QCPAxis::atLeft)->coordToPixel(1));
        const bool areMany = lines > 3;
        QCOMPARE(chart->lineAt(onLine), areMany ? all[1] : nullptr);
        QCOMPARE(chart->lineAt(chart->labelPlace(all[2]).center()), areMany ? all[2] : nullptr);
        QCOMPARE(chart->lineAt({2, 2}), nullptr);
        QCOMPARE(chart->standOut(chart->lineAt(onLine)), areMany);
        QCOMPARE(all[1]->pen().widthF() > drawn.widthF(), areMany);
        QCOMPARE(all[0]->pen().color().alpha() < drawn.color().alpha(), areMany);
        QVERIFY(!chart->standOut(chart->lineAt(onLine))); // it does already
        chart->standOut(nullptr);
        for (const QCPGraph* const line : all)
            QCOMPARE(line->pen(), drawn);
    }
}

/// Its words there would be read as those of a line that reaches so far, even where others run beside its own end.
void TestLineLabels::aLineThatEndsFarFromTheEdgeIsNotNamedThere()
{
    OneChart page({420, 300});
    auto& [style, plot, rect, chart] = page;
    for (int i = 0; i < 40; ++i)
        chart->addLine({0.0, 100.0}, {double(i), double(i)}, {}, {.color = Qt::gray});
    const QCPGraph* const early = chart->addLine({0.0, 10.0}, {20.0, 20.0}, QStringLiteral("early"), {.color = Qt::red});
    chart->fitAxes();
    plot.setViewport({0, 0, 420, 300});
    plot.replot();
    QVERIFY(!chart->labelPlace(early).isEmpty());
    QVERIFY2(chart->labelPlace(early).right() < rect->right(), qPrintable(QString::number(chart->labelPlace(early).right())));
}

/// A line that ends early has its words beside the chart: a line from there to them would be read as data.
void TestLineLabels::noLongLineLeadsToALabel()
{
    const auto darkIn = [](bool hasLabel) { // pixels of the colour of the short line, right of the middle
        OneChart page({420, 200});
        auto& [style, plot, rect, chart] = page;
        QVector<double> x, y; // the long one goes through where the words would be
        for (int i = 0; i <= 400; ++i) {
            x << i;
            y << 0.06 + 0.002 * i;
        }
        chart->addLine(x, y, QStringLiteral("long"), {.color = Qt::black});
        chart->addLine({0.0, 3.0}, {0.05, 0.06}, hasLabel ? QStringLiteral("short") : QString(), {.color = Qt::red});
        chart->fitAxes();
        plot.setViewport({0, 0, 420, 200});
        plot.replot();
        const QImage image = plot.toPixmap(420, 200).toImage();
        int count = 0;
        for (int at = rect->center().x(); at < rect->right(); ++at)
            for (int row = rect->top(); row < rect->bottom(); ++row)
                count += image.pixelColor(at, row).red() > image.pixelColor(at, row).blue() + 60;
        return count;
    };
    QCOMPARE(darkIn(true), darkIn(false));
}

void TestLineLabels::theLabelOfALineThatLeavesTheChartIsWhereItDoes()
{
    OneChart page({420, 300});
    auto& [style, plot, rect, chart] = page;
    chart->addLine({0.0, 10.0}, {1.0, 2.0}, QStringLiteral("low"), {.color = Qt::black});
    QCPGraph* const steep = chart->addLine({0.0, 4.0, 8.0}, {1.0, 21.0, 1e20}, QStringLiteral("steep"), {.color = Qt::red});
    chart->fitAxes();
    rect->axis(QCPAxis::atLeft)->setRange(0, 11); // which it crosses at 2
    plot.setViewport({0, 0, 420, 300});
    plot.replot();
    const QRectF words = chart->labelPlace(steep);
    const QPointF crossing(rect->axis(QCPAxis::atBottom)->coordToPixel(2), rect->top());
    QVERIFY2(QLineF(crossing, QPointF(words.left(), words.center().y())).length() < 2 * words.height(),
        qPrintable(QStringLiteral("%1, %2").arg(words.left()).arg(words.center().y())));
}

/// Right of its end another line falls through: over the end, to its left, there is room.
void TestLineLabels::aLabelStaysBesideALineThatEndsAmongOthers()
{
    OneChart page({420, 300});
    auto& [style, plot, rect, chart] = page;
    QVector<double> x, y, low;
    for (int i = 0; i <= 100; ++i) {
        x << i;
        y << (i < 50 ? 1.0 : std::max(0.05, 1.0 - (i - 50) * 0.04)); // steep, right of the end of the short one
        low << 0.02;
    }
    chart->addLine(x, y, QStringLiteral("falls"), {.color = Qt::black});
    chart->addLine(x, low, QStringLiteral("low"), {.color = Qt::gray});
    QCPGraph* const ends = chart->addLine({0.0, 48.0}, {0.2, 0.2}, QStringLiteral("ends early"), {.color = Qt::red});
    chart->fitAxes(true);
    plot.setViewport({0, 0, 420, 300});
    plot.replot();
    const QRectF words = chart->labelPlace(ends);
    const QPointF end(rect->axis(QCPAxis::atBottom)->coordToPixel(48), rect->axis(QCPAxis::atLeft)->coordToPixel(0.2));
    QVERIFY2(
        std::abs(words.center().y() - end.y()) < 2.2 * words.height(), qPrintable(QString::number(words.center().y() - end.y())));
    QVERIFY(words.left() - end.x() < 2 * words.height());
}

/// Left and right of its end another line is in the way, at every height: over the end there is room.
void TestLineLabels::aLabelStandsOverAnEndBetweenOthers()
{
    OneChart page({420, 300});
    auto& [style, plot, rect, chart] = page;
    chart->addLine({0.0, 100.0}, {0.0, 0.0}, {}, {.color = Qt::black});
    for (const double x : {39.0, 57.0})
        chart->addLine({x, x + 0.01}, {0.0, 10.0}, {}, {.color = Qt::black});
    QCPGraph* const ends = chart->addLine({0.0, 48.0}, {5.0, 5.0}, QStringLiteral("early"), {.color = Qt::red});
    chart->fitAxes();
    plot.setViewport({0, 0, 420, 300});
    plot.replot();
    const QRectF words = chart->labelPlace(ends);
    const auto at = [&](double x) { return rect->axis(QCPAxis::atBottom)->coordToPixel(x); };
    QVERIFY2(words.width() < at(57) - at(39) && words.left() > at(39) && words.right() < at(57),
        qPrintable(QStringLiteral("%1 to %2 between %3 and %4").arg(words.left()).arg(words.right()).arg(at(39)).arg(at(57))));
}

/// Between its points, too: a long line that has two of them crosses the place right of the end of a short one.
void TestLineLabels::noLineRunsThroughALabel()
{
    OneChart page({420, 300});
    auto& [style, plot, rect, chart] = page;
    chart->addLine({0.0, 100.0}, {0.0, 10.0}, {}, {.color = Qt::black});
    QCPGraph* const ends = chart->addLine({0.0, 45.0}, {5.2, 5.2}, QStringLiteral("ends early"), {.color = Qt::red});
    chart->fitAxes();
    plot.setViewport({0, 0, 420, 300});
    plot.replot();
    const QRectF words = chart->labelPlace(ends).adjusted(2, 2, -2, -2);
    for (double x = 0; x <= 100; x += 0.25) {
        const QPointF point(rect->axis(QCPAxis::atBottom)->coordToPixel(x), rect->axis(QCPAxis::atLeft)->coordToPixel(x / 10));
        QVERIFY2(!words.contains(point),
            qPrintable(QStringLiteral("%1, %2 in %3, %4, %5 × %6")
                           .arg(point.x())
                           .arg(point.y())
                           .arg(words.left())
                           .arg(words.top())
                           .arg(words.width())
                           .arg(words.height())));
    }
}

/// One number alone says nothing of the scale.
void TestLineLabels::aLowChartHasTwoNumbers()
{
    OneChart page({420, 120});
    auto& [style, plot, rect, chart] = page;
    chart->addLine({0.0, 1.0, 2.0}, {0.0, 0.24, 0.1}, {}, {.color = Qt::black});
    chart->fitAxes(true);
    const double line = QFontMetricsF(tickFont(style), &plot).height();
    for (int height = 60; height < 140; height += 4) {
        plot.setViewport({0, 0, 420, height});
        plot.replot();
        plot.replot();
        if (rect->height() < 2.6 * line)
            continue;
        const QVector<double> ticks = rect->axis(QCPAxis::atLeft)->tickVector();
        const auto shown
            = std::ranges::count_if(ticks, [&](double tick) { return rect->axis(QCPAxis::atLeft)->range().contains(tick); });
        QVERIFY2(shown >= 2, qPrintable(QString::number(height)));
        QVERIFY2(double(rect->height()) / double(shown) > 0.75 * line, qPrintable(QString::number(height)));
    }
}

/// Seven lines that end close to each other in the middle of the height: as many labels are above their ends as below.
void TestLineLabels::labelsAreAsNearToTheirLinesAsTheyCanBe()
{
    OneChart page({420, 300});
    auto& [style, plot, rect, chart] = page;
    QVector<QCPGraph*> graphs;
    chart->addLine({0.0, 100.0}, {0.0, 10.0}, {}, {.color = Qt::black});
    for (int i = 0; i < 7; ++i)
        graphs << chart->addLine({0.0, 100.0}, {double(i), 5 + 0.01 * i}, QStringLiteral("line %1").arg(i), {.color = Qt::red});
    chart->fitAxes();
    plot.setViewport({0, 0, 420, 300});
    plot.replot();
    double away = 0;
    for (int i = 0; i < 7; ++i) {
        const QRectF words = chart->labelPlace(graphs[i]);
        QVERIFY(!words.isEmpty() && words.right() <= plot.width());
        away += words.center().y() - rect->axis(QCPAxis::atLeft)->coordToPixel(5 + 0.01 * i);
        for (int j = 0; j < i; ++j)
            QVERIFY(!words.adjusted(0, 1, 0, -1).intersects(chart->labelPlace(graphs[j])));
    }
    QVERIFY2(std::abs(away / 7) < 1, qPrintable(QString::number(away / 7)));
    QVERIFY(chart->labelPlace(nullptr).isEmpty());
}

void TestLineLabels::twoNumbersOfALowerChartDoNotTouch()
{
    int low = 0;
    for (const double top : {0.49, 0.52, 3.7, 12.0, 0.0003})
        for (int height = 50; height < 140; height += 3) {
            OneChart page(QSizeF(300, height));
            auto& [style, plot, rect, chart] = page;
            chart->addLine({0.0, 10.0}, {0.0, top}, {}, {.color = Qt::blue});
            chart->fitAxes(true);
            plot.setViewport({0, 0, 300, height});
            plot.replot();
            const QCPAxis* const axis = rect->axis(QCPAxis::atLeft);
            const double line = QFontMetricsF(axis->tickLabelFont(), &plot).height();
            if (rect->height() < 1.7 * line)
                continue;
            low += rect->height() < 2.5 * line;
            std::vector<double> places;
            for (const double tick : axis->tickVector())
                if (axis->range().contains(tick))
                    places.push_back(axis->coordToPixel(tick));
            const auto where = QStringLiteral("%1 in %2 px").arg(top).arg(rect->height());
            QVERIFY2(places.size() > 1, qPrintable(where));
            for (std::size_t i = 1; i < places.size(); ++i)
                QVERIFY2(std::abs(places[i] - places[i - 1]) > 0.75 * line, qPrintable(where));
        }
    QVERIFY(low > 5);
}

void TestLineLabels::numbersOfANarrowChartDoNotTouch()
{
    for (const double last : {8.0, 64.0, 100.0, 1000.0, 20000.0})
        for (int width = 80; width < 300; width += 3) {
            OneChart page(QSizeF(width, 160));
            auto& [style, plot, rect, chart] = page;
            chart->addLine({0.0, last}, {-5.3, 2.1}, {}, {.color = Qt::blue});
            chart->fitAxes();
            plot.setViewport({0, 0, width, 160});
            plot.replot();
            const QCPAxis* const axis = rect->axis(QCPAxis::atBottom);
            const QFontMetricsF metrics(axis->tickLabelFont(), &plot);
            if (rect->width() < 40) // one number has no room
                continue;
            double end = -1e9;
            for (qsizetype i = 0; i < axis->tickVector().size(); ++i) {
                if (!axis->range().contains(axis->tickVector()[i]))
                    continue;
                const double at = axis->coordToPixel(axis->tickVector()[i]);
                const double half = metrics.horizontalAdvance(axis->tickVectorLabels()[i]) / 2;
                QVERIFY2(at - half > end + 2, qPrintable(QStringLiteral("%1 in %2 px").arg(last).arg(rect->width())));
                end = at + half;
            }
        }
}

/// What leads from a label to its line, of drawings with labels beside the ends of lines of all heights, does not touch a label.
void TestLineLabels::nothingLeadsThroughWords()
{
    static const QRegularExpression leader(QStringLiteral("d=\"M([\\d.]+) ([\\d.]+)L([\\d.]+) ([\\d.]+)\"/>"));
    int leaders = 0;
    for (int last = 2; last <= 10; ++last)
        for (int step = 1; step < 9; ++step) {
            OneChart page(QSizeF(260, 180));
            auto& [style, plot, rect, chart] = page;
            QVector<QCPGraph*> graphs;
            QVector<double> x, saw;
            for (int i = 0; i <= 10; ++i) {
                x << double(i);
                saw << double((i * step) % 9);
            }
            graphs << chart->addLine(x, saw, QStringLiteral("saw"), {.color = QColor(1, 2, 3)});
            graphs << chart->addLine(x.mid(0, last), saw.mid(0, last), QStringLiteral("it"), {.color = QColor(1, 2, 3)});
            graphs << chart->addLine(
                {0.0, double(last)}, {8.0, saw[last - 1] + 0.3}, QStringLiteral("at"), {.color = QColor(1, 2, 3)});
            chart->fitAxes();
            plot.setViewport({0, 0, 260, 180});
            plot.replot();
            SvgOptions options;
            options.size = style.size;
            SvgPaintDevice device(options);
            {
                QCPPainter painter(&device);
                plot.toPainter(&painter, 260, 180);
            }
            for (int i = 0; i < graphs.size(); ++i)
                for (int j = 0; j < i; ++j)
                    QVERIFY(!chart->labelPlace(graphs[i]).adjusted(0, 2, 0, -2).intersects(chart->labelPlace(graphs[j])));
            for (const QString& line : QString::fromUtf8(device.document()).split(u'\n')) {
                const QRegularExpressionMatch match = leader.match(line);
                if (!match.hasMatch() || !line.contains("#010203") || line.contains("butt"))
                    continue;
                const auto number = [&](int which) { return match.captured(which).toDouble(); };
                const QLineF found(number(1), number(2), number(3), number(4));
                ++leaders;
                for (QCPGraph* const graph : graphs)
                    for (double part = 0; part <= 1; part += 0.05)
                        QVERIFY2(!chart->labelPlace(graph).adjusted(2, 3, -2, -3).contains(found.pointAt(part)),
                            qPrintable(QStringLiteral("%1 of %2, %3").arg(graph->name()).arg(last).arg(step)));
            }
        }
    QVERIFY2(leaders > 20, qPrintable(QString::number(leaders)));
}

void TestLineLabels::placesAreKeptApart()
{
    using Places = std::vector<double>;
    QCOMPARE(keptApart({1, 5, 30}, 10, 0, 100), (Places{0, 10, 30})); // they want −2 and 8, which is before the first
    QCOMPARE(keptApart({50, 50, 52, 90}, 10, 0, 100), (Places{40 + 2.0 / 3, 50 + 2.0 / 3, 60 + 2.0 / 3, 90}));
    QCOMPARE(keptApart({95, 99}, 10, 0, 100), (Places{90, 100}));
    QCOMPARE(keptApart({0, 0, 0}, 10, 0, 15), (Places{-5, 5, 15})); // too many
    QVERIFY(keptApart({}, 10, 0, 15).empty());
}

QUIET_TEST_MAIN(TestLineLabels)
#include "tst_line_labels.moc"
