// Drawing in the map of a head: a stroke of the mouse is an intervention that the run is made with.

#include "app/window/intervening.h"

#include "app/base/languages.h"
#include "app/window/main_window.h"

#include "core/layers/attention_mask.h"
#include "tests/app/support/shown_window.h"
#include "widgets/figure/caveats.h"
#include "widgets/panels/intervention_panel.h"
#include "widgets/plot/cell_plottable.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/theme.h"
#include "widgets/views/attention/view.h"

#include <QMouseEvent>
#include <QSignalSpy>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <limits>

using support::shown;
using support::waitForRun;

namespace {

constexpr int layer = 0, head = 0;
constexpr float none = -std::numeric_limits<float>::infinity();

class Page
{
public:
    Page()
        : window(shown({.model = "main", .text = "red dog chair. red dog", .view = "attention", .remembers = false}))
        , view(qobject_cast<widgets::AttentionView*>(window->currentView()))
    {
        window->selection()->pin({.layer = layer, .head = head, .isHeadChosen = true});
        view->setStage(QStringLiteral("softmax"));
        view->setLevel(widgets::AttentionView::Level::Head);
        waitForRun(*window);
    }

    QToolButton* draw() const { return view->findChild<QToolButton*>(QStringLiteral("draw")); }

    /// From cell to cell with the left button held.
    void drag(const std::vector<widgets::Cell>& cells, const QString& map = QStringLiteral("head"))
    {
        const auto at = [&](widgets::Cell cell) { return view->plot()->cellMap(map)->cellRect(cell).center().toPoint(); };
        QTest::mousePress(view->plot(), Qt::LeftButton, {}, at(cells.front()));
        for (const widgets::Cell cell : cells) {
            const QPoint pixel = at(cell);
            QMouseEvent move(
                QEvent::MouseMove, pixel, view->plot()->mapToGlobal(pixel), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
            QCoreApplication::sendEvent(view->plot(), &move);
        }
        QTest::mouseRelease(view->plot(), Qt::LeftButton, {}, at(cells.back()));
        waitForRun(*window);
    }

    std::vector<core::Intervention> list() const
    {
        return window->state().b ? window->state().b->record.interventions : std::vector<core::Intervention>();
    }

    static float number(const widgets::RunPtr& run, const char* tensor, int query, int key)
    {
        const core::Tensor& all = run->trace->at(core::blockName(layer, tensor));
        return all.data()[(head * all.dim(1) + query) * all.dim(2) + key];
    }

    std::unique_ptr<app::MainWindow> window;
    widgets::AttentionView* view;
};

} // namespace

class TestDrawnAttention : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        app::setLanguage("en");
        widgets::setCurrentTheme(widgets::ThemeId::Light);
    }

    void aStrokeTakesWhatIsSeenAway()
    {
        Page page;
        QVERIFY(page.view && page.draw() && !page.draw()->isHidden()); // where there is no room it is behind ⋯
        page.drag({{4, 1}, {5, 2}}); // without the mode nothing is drawn
        QVERIFY(page.list().empty() && !page.window->state().b);
        page.draw()->click();
        page.drag({{3, 1}, {5, 3}}); // a diagonal: the cell between is passed, too
        QCOMPARE(page.list().size(), std::size_t(1));
        QCOMPARE(page.window->undoStack()->count(), 1);
        QVERIFY(page.draw()->isChecked());
        const widgets::RunPtr a = page.window->runOf(0), b = page.window->runOf(1);
        for (int query = 0; query < 6; ++query)
            for (int key = 0; key <= query; ++key) {
                const bool isTaken = query >= 3 && key == query - 2;
                QVERIFY(Page::number(a, "attn.scores", query, key) != none);
                QCOMPARE(Page::number(b, "attn.scores", query, key) == none, isTaken);
                QVERIFY(!isTaken || Page::number(b, "attn.pattern", query, key) == 0.f);
            }
        widgets::FigureData ofB = page.view->figureData();
        ofB.mode = widgets::SlotMode::B;
        const std::vector<widgets::Caveat> said = widgets::caveatsOf(ofB);
        QVERIFY(std::ranges::any_of(said, [](const widgets::Caveat& caveat) {
            return caveat.text.contains(QStringLiteral("L0 H0 scores, query 3–5, key 1–3 → −∞ in 3 cells"));
        }));

        page.drag({{4, 1}, {5, 1}}); // a second one, in other rows
        QCOMPARE(page.list().size(), std::size_t(2));
        QCOMPARE(page.window->undoStack()->count(), 2);
        QVERIFY(Page::number(page.window->runOf(1), "attn.scores", 3, 1) == none); // that of the first
        QVERIFY(Page::number(page.window->runOf(1), "attn.scores", 5, 1) == none);
        page.window->undoStack()->undo();
        waitForRun(*page.window);
        QCOMPARE(page.list().size(), std::size_t(1));
        page.window->undoStack()->undo();
        waitForRun(*page.window);
        QVERIFY(page.list().empty());
    }

    /// Both take their cells away, and each is in the list.
    void aStrokeInTheSameRectangleStandsBesideTheFirst()
    {
        Page page;
        page.draw()->click();
        page.drag({{4, 1}, {5, 2}});
        page.drag({{4, 2}, {5, 1}});
        QCOMPARE(page.list().size(), std::size_t(2));
        for (const auto& [query, key] : {std::pair(4, 1), {5, 2}, {4, 2}, {5, 1}})
            QVERIFY(Page::number(page.window->runOf(1), "attn.scores", query, key) == none);
        QCOMPARE(page.window->undoStack()->count(), 2);
    }

    void aStrokeFromAMaskedCellLetsItLook()
    {
        Page page;
        page.draw()->click();
        page.drag({{1, 3}, {2, 4}});
        QCOMPARE(page.list().size(), std::size_t(1));
        const widgets::RunPtr b = page.window->runOf(1);
        for (const auto& [query, key] : {std::pair(1, 3), {2, 4}}) {
            QCOMPARE(Page::number(page.window->runOf(0), "attn.pattern", query, key), 0.f);
            QVERIFY(Page::number(b, "attn.pattern", query, key) > 0);
            float sum = 0;
            for (int other = 0; other < 6; ++other)
                sum += Page::number(b, "attn.pattern", query, other);
            QVERIFY(std::abs(sum - 1) < 1e-5f);
        }
    }

    /// Of the mask of one head what is drawn is in its weights: they are shown.
    void aMaskedCellOfTheMaskIsShownInTheWeights()
    {
        Page page;
        page.view->setStage(QStringLiteral("mask"));
        page.draw()->click();
        page.drag({{3, 1}, {3, 2}});
        QCOMPARE(page.view->stage(), QStringLiteral("mask")); // hidden there, too
        page.drag({{1, 3}, {2, 4}});
        QCOMPARE(page.view->stage(), QStringLiteral("softmax"));
        QVERIFY(Page::number(page.window->runOf(1), "attn.pattern", 1, 3) > 0);
    }

    void theModeIsOnTheLineOfTheHead()
    {
        Page page;
        page.window->resize(1366, 738);
        QCoreApplication::processEvents();
        for (const char* stage : {"softmax", "mask"}) {
            page.view->setStage(QString::fromLatin1(stage));
            QCoreApplication::processEvents();
            QVERIFY2(page.draw()->isVisible() && page.draw()->window() == page.window.get(), stage);
        }
    }

    /// A mask is a choice, of every head and layer: B has it, A stays.
    void aStrokeInTheMasksIsAPaintedMask()
    {
        Page page;
        QVERIFY(page.view->restore(QStringLiteral("attention_masks"), {}));
        waitForRun(*page.window);
        QVERIFY(page.draw()->isVisible());
        page.draw()->click();
        const QString map = QStringLiteral("mask self 0");
        page.drag({{4, 1}, {5, 2}}, map);
        QVERIFY(page.list().empty());
        const auto seen = [&](int slot, int layerOf, int query, int key) {
            const core::AttentionMask mask = page.window->runOf(slot)->setup->config.block(layerOf).mask;
            return core::maskSees(mask, query, key);
        };
        for (const int of : {0, 3})
            for (int query = 0; query < 6; ++query)
                for (int key = 0; key < 6; ++key) {
                    const bool isDrawn = (query == 4 && key == 1) || (query == 5 && key == 2);
                    QCOMPARE(seen(0, of, query, key), key <= query);
                    QCOMPARE(seen(1, of, query, key), key <= query && !isDrawn);
                }
        QVERIFY(Page::number(page.window->runOf(1), "attn.scores", 4, 1) == none);
        QVERIFY(Page::number(page.window->runOf(0), "attn.scores", 4, 1) != none);

        page.drag({{2, 4}, {2, 5}}, map); // what is hidden is seen
        QVERIFY(seen(1, 0, 2, 4) && seen(1, 0, 2, 5) && !seen(1, 0, 4, 1));
        QVERIFY(Page::number(page.window->runOf(1), "attn.pattern", 2, 4) > 0);
        page.drag({{0, 0}}, map); // the only one that it sees
        QVERIFY(seen(1, 0, 0, 0));
        QCOMPARE(page.window->undoStack()->count(), 2);
        page.window->undoStack()->undo();
        page.window->undoStack()->undo();
        waitForRun(*page.window);
        QVERIFY(!page.window->state().b);
    }

    void aTokenKeepsOneAndEscapeEndsTheMode()
    {
        Page page;
        page.draw()->click();
        QSignalSpy said(page.window->intervening(), &app::Intervening::said);
        page.drag({{0, 0}});
        QVERIFY(page.list().empty());
        QVERIFY(said.size() == 1 && said[0][0].toString().startsWith(QLatin1String("Nothing was changed")));
        page.drag({{2, 0}, {2, 2}}); // all that it sees
        QCOMPARE(page.list().size(), std::size_t(1));
        QVERIFY(Page::number(page.window->runOf(1), "attn.scores", 2, 1) == none);
        QVERIFY(Page::number(page.window->runOf(1), "attn.scores", 2, 2) != none);
        page.view->plot()->setFocus();
        QTest::keyClick(page.view->plot(), Qt::Key_Escape);
        QVERIFY(!page.draw()->isChecked());
        const widgets::Selection before = page.window->selection()->pinned();
        page.drag({{4, 1}, {5, 2}});
        QCOMPARE(page.list().size(), std::size_t(1));
        QVERIFY(before.layer == page.window->selection()->pinned().layer);
    }
};

QTEST_MAIN(TestDrawnAttention)
#include "tst_drawn_attention.moc"
