#include "tests/widgets/support/quiet.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/token_lines.h"

#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace widgets;

class TestTokenLines : public QObject
{
    Q_OBJECT

    std::unique_ptr<Plot> m_plot;
    TokenLines* m_lines = nullptr;
    QRectF m_rect;

private slots:
    void init()
    {
        m_plot = std::make_unique<Plot>();
        m_plot->resize(400, 300);
        FigureStyle style;
        style.size = m_plot->size();
        m_plot->reset(style);
        QCPAxisRect* rect = m_plot->addAxisRect(0, 0, style);
        for (QCPAxis* const axis : rect->axes())
            axis->setVisible(false);
        m_lines = new TokenLines(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
        m_lines->setName(QStringLiteral("head"));
        m_lines->setWeights(gridOf({1, 0, 0, 0.75F, 0.25F, 0, 0.125F, 0.625F, 0.25F}, 3, 3), {"a", "b", "c"}, {"a", "b", "c"});
        m_plot->show();
        m_plot->replot(QCustomPlot::rpImmediateRefresh);
        m_rect = rect->rect();
    }

    void theLastQueryIsShownUntilOneIsChosen()
    {
        QCOMPARE(m_lines->shownQuery(), 2);
        m_lines->setPinned({1, 0});
        QCOMPARE(m_lines->shownQuery(), 1);
        m_lines->setHovered({0, -1}); // a token of the strip: a query without a key
        QCOMPARE(m_lines->shownQuery(), 0);
    }

    void aQueryUnderTheMouseNamesItsLargestKey()
    {
        // Three rows from the top; queries on the left half, keys on the right one.
        const double pitch = std::min(26.0, m_rect.height() / 3);
        const auto at
            = [&](double x, int row) { return QPointF(m_rect.left() + x * m_rect.width(), m_rect.top() + (row + 0.5) * pitch); };
        QVERIFY(m_lines->cellAt(at(0.1, 1)) == (Cell{1, 0}));
        QVERIFY(m_lines->cellAt(at(0.1, 2)) == (Cell{2, 1}));
        m_lines->setPinned({1, 0});
        QVERIFY(m_lines->cellAt(at(0.9, 2)) == (Cell{1, 2}));
        QVERIFY(m_lines->cellAt({m_rect.left() + 5, m_rect.top() + 3.5 * pitch}).isNone());
        QVERIFY(m_lines->cellAt({-5, -5}).isNone());
    }

    void hoveringTellsThePlot()
    {
        QSignalSpy hovers(m_plot.get(), &Plot::cellHovered);
        QTest::mouseMove(m_plot.get(), QPoint(int(m_rect.left()) + 8, int(m_rect.top()) + 8));
        QTRY_COMPARE(hovers.count(), 1);
        QCOMPARE(hovers[0][0].toString(), QStringLiteral("head"));
        QCOMPARE(hovers[0][1].toInt(), 0);
    }

    void strongerLinesChangeThePicture()
    {
        const QImage before = m_plot->grab().toImage();
        m_lines->setPinned({1, 0});
        m_plot->replot(QCustomPlot::rpImmediateRefresh);
        const QImage pinned = m_plot->grab().toImage();
        QVERIFY(before != pinned);
        m_lines->setSkipsFirst(true);
        m_plot->replot(QCustomPlot::rpImmediateRefresh);
        QVERIFY(m_plot->grab().toImage() != pinned);
    }
};

QUIET_TEST_MAIN(TestTokenLines)
#include "tst_token_lines.moc"
