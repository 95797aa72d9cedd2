// What a page without room says and what it does not: of no positions, where a token cannot be dragged, and of the four terms.

#include "tests/widgets/support/alibi_page.h"
#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/controls/title_line.h"
#include "widgets/plot/color_bar.h"
#include "widgets/views/alibi/order_strip.h"
#include "widgets/views/alibi/view.h"

#include <QScopeGuard>
#include <QTest>

#include <algorithm>

using namespace support;
using namespace widgets;

class TestOrderPage : public QObject
{
    Q_OBJECT

    RunPtr m_rope = support::tinyRun("The cat sat on the mat", {"position.kind=rope"});

private slots:
    void whereNoTokenCanBeDraggedNothingSaysSo()
    {
        SelectionModel selection;
        AlibiView view(&selection, nullptr);
        support::answer(view);
        view.show();
        view.setRun(m_rope, nullptr);
        view.setShown(QStringLiteral("order"));
        for (const QSize& size : {QSize(1100, 760), QSize(1100, 400), QSize(1100, 240)}) {
            view.resize(size);
            QCoreApplication::processEvents();
            const bool hasStrip = view.plot()->cellMap(QStringLiteral("strip")) != nullptr;
            QCOMPARE(hasStrip, size.height() > 300);
            const QString said = view.findChild<TitleLine*>()->toolTip();
            QCOMPARE(said.contains("Drag a token"), hasStrip);
            QCOMPARE(said.contains("the arrows move it"), !hasStrip);
        }
    }

    void theKeyOfWordsIsNamed()
    {
        const auto plot
            = drawn(dataOf(support::tinyRun("The cat sat on the mat", {"position.kind=sinusoidal"}), QStringLiteral("terms")));
        QStringList keys;
        for (QCPAxisRect* const rect : plot->axisRects())
            for (const ColorBar* const bar : rect->findChildren<ColorBar*>(QString(), Qt::FindDirectChildrenOnly))
                keys << bar->title().replace(QLatin1Char('\n'), QLatin1Char(' '));
        for (const char* words : {"w · w, score", "with place"})
            QVERIFY2(std::ranges::any_of(keys, [&](const QString& key) { return key.startsWith(QString::fromUtf8(words)); }),
                qPrintable(keys.join(QLatin1Char('|'))));
    }

    void mapsWithoutRoomAreNamed()
    {
        const auto says = [&](const QSizeF& size) {
            const auto plot = drawn(dataOf(m_rope, QStringLiteral("order")), size);
            for (QCPLayoutElement* const element : plot->plotLayout()->elements(true))
                if (const auto* const title = qobject_cast<QCPTextElement*>(element);
                    title && title->text().startsWith("No room for the attention maps"))
                    return true;
            return false;
        };
        QVERIFY(!says({1100, 620}));
        QVERIFY(says({1100, 420}));
    }

    /// Of a slide, with A alone and with both: the tokens stay, and the changes with their numbers.
    void tokensStayOnASlide()
    {
        for (const QSizeF size : {QSizeF(860, 270), QSizeF(410, 250)}) {
            const auto plot = drawn(dataOf(m_rope, QStringLiteral("order")), size);
            QVERIFY(plot->cellMap(QStringLiteral("strip")));
            const CellPlottable* const kinds = plot->cellMap(QStringLiteral("kinds"));
            QVERIFY(kinds && kinds->cellRect({0, 0}).height() >= 6);
            QVERIFY(!kinds->mapRect().intersects(plot->cellMap(QStringLiteral("strip"))->mapRect()));
        }
    }

    void aLowPageHasANameForEachKind()
    {
        const RunPtr learned = support::tinyRun("The cat sat on the mat", {"position.kind=learned"});
        const auto light = qScopeGuard([] { setCurrentTheme(ThemeId::Light); });
        setCurrentTheme(ThemeId::Projector);
        const auto plot = drawn(dataOf(learned, QStringLiteral("order")), {1290, 430});
        const CellPlottable* const kinds = plot->cellMap(QStringLiteral("kinds"));
        QVERIFY(kinds && plot->cellMap(QStringLiteral("strip")));
        const auto names = qSharedPointerDynamicCast<QCPAxisTickerText>(kinds->valueAxis()->ticker());
        QCOMPARE(int(names->ticks().size()), kinds->rows());
    }

    void aTokenIsDraggedToAnotherPlace()
    {
        SelectionModel selection;
        AlibiView view(&selection, nullptr);
        support::answer(view);
        view.resize(1100, 760);
        view.show();
        view.setRun(m_rope, nullptr);
        view.setShown(QStringLiteral("order"));
        view.moveToken(1, 1);
        const auto at = [&](int row, int column) {
            return view.plot()->cellMap(QStringLiteral("strip"))->cellRect({row, column}).center().toPoint();
        };
        QTest::mousePress(view.plot(), Qt::LeftButton, {}, at(1, 4));
        QMouseEvent move(QEvent::MouseMove, at(1, 2), view.plot()->mapToGlobal(at(1, 2)), Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(view.plot(), &move);
        QTest::mouseRelease(view.plot(), Qt::LeftButton, {}, at(1, 2));
        QCOMPARE(view.figureData().options.value(QStringLiteral("from")).toInt(), 4);
        QCOMPARE(view.figureData().options.value(QStringLiteral("to")).toInt(), 2);
        const auto* strip = qobject_cast<OrderStrip*>(view.plot()->cellMap(QStringLiteral("strip")));
        QCOMPARE(strip->order(), (std::vector<int>{0, 1, 4, 2, 3, 5}));
    }
};

QUIET_TEST_MAIN(TestOrderPage)
#include "tst_order_page.moc"
