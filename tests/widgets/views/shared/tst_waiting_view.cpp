// A page whose picture needs what is not computed yet: what it says, and that nothing moves.

#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/plot/plot.h"
#include "widgets/views/norm/figures.h"
#include "widgets/views/norm/view.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace widgets;

class TestWaitingView : public QObject
{
    Q_OBJECT

    RunPtr m_pre = support::tinyRun(), m_post = support::tinyRun("The cat sat on the mat", {"norm.placement=post"});

private slots:
    void thePageSaysThatItIsComputedAndNothingMoves()
    {
        SelectionModel selection;
        NormView view(&selection, nullptr);
        view.resize(1100, 700);
        view.show();
        QSignalSpy missing(&view, &View::needsMissing);
        view.setRun(m_pre, nullptr);
        const QRect place = view.picture()->geometry();
        QVERIFY(view.isComputing());
        QCOMPARE(missing.size(), 1);
        const auto says = [&](const char* words) {
            const auto labels = view.picture()->findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                [&](const QLabel* label) { return label->isVisible() && label->text() == QString::fromUtf8(words); });
        };
        QTRY_VERIFY(says("Computing …")); // after a moment
        QVERIFY(view.isEmpty());
        QCOMPARE(view.picture()->geometry(), place);

        view.setResults(support::fulfilled(normFigure, view.figureData()).results);
        QVERIFY(!view.isComputing() && !view.isEmpty());
        QCOMPARE(view.plot()->cellMaps(QStringLiteral("placement")).size(), 5);
        QCOMPARE(view.picture()->geometry(), place);

        // The picture stays for a moment when something else is asked for; a stop is said, with a way to go on.
        view.setRun(m_post, nullptr);
        QVERIFY(view.isComputing() && !view.isEmpty());
        view.setHalted();
        QVERIFY(view.isEmpty() && says("Stopped before it was computed."));
        QCOMPARE(view.picture()->geometry(), place);
        const auto asked = missing.size();
        view.findChild<QPushButton*>(QStringLiteral("offer"))->click();
        QCOMPARE(missing.size(), asked + 1);
        view.setResults(support::fulfilled(normFigure, view.figureData()).results);
        QVERIFY(!view.isEmpty());
    }

    void whatAHiddenPageHeldIsLetGo()
    {
        SelectionModel selection;
        NormView view(&selection, nullptr);
        view.resize(1100, 700);
        view.show();
        support::answer(view);
        view.setRun(m_pre, nullptr);
        QVERIFY(!view.figureData().results.isEmpty());
        view.hide();
        QVERIFY(view.figureData().results.isEmpty());
        view.show();
        QVERIFY(!view.isEmpty() && !view.figureData().results.isEmpty());
    }
};

QUIET_TEST_MAIN(TestWaitingView)
#include "tst_waiting_view.moc"
