// A drawer is dragged by its edge: as wide as the page has room beside it, and away only where it is made too narrow to be read.
// What has to be seen whole in it, and beside it, is.

#include "app/window/drawers.h"

#include "app/base/languages.h"
#include "app/window/main_window.h"
#include "app/window/next_tokens.h"

#include "tests/widgets/support/wait.h"
#include "widgets/panels/mask_painter.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/variant_panel.h"
#include "widgets/views/shared/page_foot.h"
#include "widgets/views/shared/view.h"

#include <QApplication>
#include <QMouseEvent>
#include <QScrollArea>
#include <QTest>

#include <memory>

using app::Drawers;
using app::MainWindow;
using namespace widgets;

class TestDrawers : public QObject
{
    Q_OBJECT

    std::unique_ptr<MainWindow> m_window;

    Drawers& drawers() const { return *m_window->drawers(); }

    /// The line between this drawer and the page.
    QWidget* grip(Drawers::Side side) const
    {
        for (QWidget* const one : drawers().findChildren<QWidget*>())
            if (one->cursor().shape() == Qt::SplitHCursor && one->isVisible()
                && (one->mapTo(&drawers(), QPoint()).x() > drawers().width() / 2) == (side == Drawers::Right))
                return one;
        return nullptr;
    }

    int widthOf(Drawers::Side side) const
    {
        const QWidget* const line = grip(side);
        return line ? line->parentWidget()->width() : 0;
    }

    void open(const QSize& size)
    {
        m_window = std::make_unique<MainWindow>(MainWindow::Start{.model = "main", .view = "norm", .remembers = false});
        m_window->resize(size);
        m_window->show();
        QVERIFY(support::waitUntil([&] { return !m_window->isComputing() && m_window->run(); }, 60000));
        QCoreApplication::processEvents();
    }

    /// Step by step to this place, counted from the left edge of the window.
    void drag(Drawers::Side side, int to)
    {
        QWidget* const line = grip(side);
        QVERIFY(line);
        const int from = line->mapTo(m_window.get(), line->rect().center()).x(), y = m_window->height() / 2;
        QTest::mousePress(line, Qt::LeftButton);
        for (int step = 1; step <= 8; ++step) {
            const QPointF at(from + (to - from) * step / 8.0, y);
            const QPointF global = m_window->mapToGlobal(at);
            QMouseEvent move(
                QEvent::MouseMove, line->mapFromGlobal(global), global, Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(line, &move);
            QCoreApplication::processEvents();
        }
        QTest::mouseRelease(line, Qt::LeftButton);
    }

    double share() const
    {
        const QWidget* const picture = m_window->currentView()->picture();
        return double(picture->width()) * picture->height() / (double(m_window->width()) * m_window->height());
    }

private slots:
    void init()
    {
        app::setLanguage("en");
        setCurrentTheme(ThemeId::Light);
    }
    void cleanup() { m_window.reset(); }

    void draggedWiderItGrowsAsFarAsThePageHasRoom()
    {
        open({1366, 738});
        QVERIFY(drawers().isBeside(Drawers::Right));
        const int before = widthOf(Drawers::Right);
        drag(Drawers::Right, 1000);
        QVERIFY(drawers().isBeside(Drawers::Right));
        const int most = widthOf(Drawers::Right);
        QVERIFY2(most > before, qPrintable(QStringLiteral("%1 of %2").arg(most).arg(before)));
        QVERIFY2(share() >= 0.5, qPrintable(QString::number(share()))); // the page keeps its own
        drag(Drawers::Right, 400); // farther is no more
        QVERIFY(drawers().isBeside(Drawers::Right));
        QCOMPARE(widthOf(Drawers::Right), most);
        QVERIFY(m_window->findChild<VariantPanel*>()->isVisible());
    }

    void theLeftOneLeavesTheRightOneItsPlace()
    {
        open({1920, 1050});
        QVERIFY(drawers().isBeside(Drawers::Left) && drawers().isBeside(Drawers::Right));
        const int right = widthOf(Drawers::Right), before = widthOf(Drawers::Left);
        drag(Drawers::Left, 1500);
        QVERIFY(drawers().isBeside(Drawers::Left) && drawers().isBeside(Drawers::Right));
        QVERIFY(widthOf(Drawers::Left) > before);
        QCOMPARE(widthOf(Drawers::Right), right);
        QVERIFY2(share() >= 0.5, qPrintable(QString::number(share())));
    }

    void onlyFarBelowItsLeastWidthItFolds()
    {
        open({1366, 738});
        drag(Drawers::Right, 1366 - 140); // narrower than it can be
        QVERIFY(drawers().isBeside(Drawers::Right));
        const int least = widthOf(Drawers::Right);
        drag(Drawers::Right, 1366 - least / 2 - 1);
        QCOMPARE(widthOf(Drawers::Right), least);
        drag(Drawers::Right, 1366 - 10);
        QVERIFY(!drawers().isOpen(Drawers::Right));
        drawers().setOpen(Drawers::Right, true); // as narrow as it was left
        QVERIFY(drawers().isBeside(Drawers::Right));
        QCOMPARE(widthOf(Drawers::Right), least);
    }

    void overThePageItIsAsWideAsIsWanted()
    {
        setCurrentTheme(ThemeId::Projector);
        open({1366, 738});
        drawers().setOpen(Drawers::Right, true);
        QVERIFY(!drawers().isBeside(Drawers::Right));
        const int before = widthOf(Drawers::Right), page = m_window->currentView()->width();
        drag(Drawers::Right, 1366 - before - 200);
        QVERIFY(drawers().isOpen(Drawers::Right) && !drawers().isBeside(Drawers::Right));
        QVERIFY(widthOf(Drawers::Right) > before + 100);
        QCOMPARE(m_window->currentView()->width(), page);
    }

    /// In F5, too: a row of cut letters is no line.
    void aMessageIsOverNoPartOfALine()
    {
        for (const bool isPresenting : {false, true}) {
            setCurrentTheme(ThemeId::Projector);
            open({1366, 738});
            m_window->setPresenting(isPresenting);
            m_window->notifications()->setWaiting(false);
            m_window->notifications()->post(Severity::Error, QStringLiteral("A message."));
            QTest::qWait(50);
            const auto placeOf = [&](const QWidget& part) { return QRect(part.mapTo(m_window.get(), QPoint()), part.size()); };
            const QRect words = placeOf(*m_window->currentView()->findChild<PageFoot*>());
            const QRect message = placeOf(*m_window->notifications());
            QVERIFY(m_window->notifications()->isVisible());
            QVERIFY(!message.intersects(words) || message.contains(words.intersected(m_window->rect())));
            m_window->setPresenting(false);
        }
    }
};

QTEST_MAIN(TestDrawers)
#include "tst_drawers.moc"
