// The terms of a score that come of positions: the picture of the four terms.

#include "core/files/library/model_files.h"
#include "core/run/forward.h"
#include "tests/widgets/support/alibi_page.h"
#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/page_words.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/plot.h"
#include "widgets/views/alibi/figure.h"
#include "widgets/views/alibi/numbers.h"
#include "widgets/views/alibi/order_strip.h"
#include "widgets/views/alibi/terms.h"
#include "widgets/views/alibi/view.h"
#include "widgets/views/shared/head_scores.h"

#include <QScopeGuard>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>

using namespace support;
using namespace widgets;

class TestPositionTerms : public QObject
{
    Q_OBJECT

    RunPtr m_rope = support::tinyRun("The cat sat on the mat", {"position.kind=rope"});

private slots:
    void theTermsOfTwoRunsFitHalfASlide()
    {
        RunResult shortened = *m_rope; // with caveats, which take lines of the page
        shortened.leftOut = {"and", "sleeps"};
        FigureData data = dataOf(std::make_shared<RunResult>(shortened), "terms", {.layer = 1, .head = 1, .query = 4, .key = 2});
        data.b = support::tinyRun("The cat sat on the mat", {"position.kind=rope", "norm.placement=post"});
        const FigureStyle& half = findPreset(QStringLiteral("slide-half"))->style;
        for (const SlotMode mode : {SlotMode::SideBySide, SlotMode::All}) {
            data.mode = mode;
            const FigureData ready = support::fulfilled(alibiFigure, data);
            QVERIFY2(whyNothing(alibiFigure, ready).isEmpty(), slotModeWord(mode));
            QCOMPARE(whyNoRoom(alibiFigure, ready, half), QString());
        }
    }

    void theFourTermsAreThoseOfTheRunAndAddUp()
    {
        const RunPtr recorded = support::tinyRun("The cat sat on the mat", {"position.kind=sinusoidal"},
            {.patterns = {"blocks.0.attn.*", "blocks.*.attn.pattern", "blocks.*.attn.scores"}});
        for (const RunPtr& run : {recorded, m_rope}) { // of RoPE: the same weights run with sinusoids
            const auto plot = drawn(dataOf(run, QStringLiteral("terms"), {.head = 3}));
            for (const char* term : {"scores_content_content", "scores_content_position", "scores_position_content",
                     "scores_position_position", "scores_content"})
                compare(
                    *plot, QString::fromLatin1(term), headGrid(*recorded->trace, 0, (std::string("attn.") + term).c_str(), 3));
        }
        QVERIFY(alibiFigure.caption(dataOf(recorded, QStringLiteral("terms"))).contains(QStringLiteral("add up")));
    }

    /// They are those that this sibling records itself.
    void aModelWithATrainedSiblingShowsTheTermsOfThatSibling()
    {
        const auto ran = [](const char* name, const core::TraceRequest& request) {
            const core::ModelPtr model = core::openModel(name);
            const core::SetupPtr setup = core::configure(model, {});
            const core::ForwardInput input{.ids = model->tokenizer->encode("The cat sat on the mat")};
            return std::make_shared<RunResult>(RunResult{core::forward(*setup, input, request), setup});
        };
        const RunPtr sibling = ran("position-sinusoidal", {.patterns = {"blocks.0.attn.*"}}), rotary = ran("main", {});
        const FigureData data = dataOf(rotary, QStringLiteral("terms"), {.head = 2, .query = 4, .key = 1}),
                         own = dataOf(sibling, QStringLiteral("terms"), {.head = 2, .query = 4, .key = 1});
        const auto plot = drawn(data);
        for (const char* term : {"scores_content_content", "scores_position_position", "scores_content"})
            compare(*plot, QString::fromLatin1(term),
                headGrid(*sibling->trace, 0, (std::string("attn.") + term).c_str(), 2));
        const auto moved = movedOf(data, rotary), expected = movedOf(own, sibling);
        QVERIFY(moved.size() > 8 && moved.size() == expected.size());
        QCOMPARE(moved.back().added, expected.back().added);
    }

    void ofALearnedTableTheTermsAreItsOwn()
    {
        const RunPtr learned = support::tinyRun("The cat sat on the mat", {"position.kind=learned"},
            {.patterns = {"blocks.0.attn.*", "blocks.*.attn.pattern", "blocks.*.attn.scores"}});
        const FigureData data = dataOf(learned, QStringLiteral("terms"), {.head = 1, .query = 4, .key = 2});
        compare(*drawn(data), QStringLiteral("scores_position_position"),
            headGrid(*learned->trace, 0, "attn.scores_position_position", 1));
        QVERIFY(alibiFigure.caveats(data).empty());
    }

    /// Beside the terms: the marked pair moved on, which added positions change and RoPE does not.
    void aPairThatMovesOnKeepsItsScoreWithRope()
    {
        const FigureData data = dataOf(m_rope, QStringLiteral("terms"), {.head = 1, .query = 4, .key = 2});
        const auto plot = drawn(data);
        double added = 0, rotary = 0;
        for (int i = 0; i < plot->graphCount(); ++i)
            for (const QCPGraphData& point : *plot->graph(i)->data()) {
                if (plot->graph(i)->name() == QLatin1String("moved added"))
                    added = std::max(added, std::abs(point.value));
                if (plot->graph(i)->name() == QLatin1String("moved RoPE"))
                    rotary = std::max(rotary, std::abs(point.value));
            }
        QVERIFY(added > 1e-3 && rotary < 1e-5);
        QVERIFY2(alibiFigure.caption(data).section(QStringLiteral(". "), 0, 0).contains("with RoPE, one term"), qPrintable(alibiFigure.caption(data)));
    }

    /// In a narrow picture, where only one line has its name at its end, the heading has the other.
    void bothLinesOfAMovedPairAreNamed()
    {
        const FigureData data = dataOf(m_rope, QStringLiteral("terms"), {.head = 1, .query = 4, .key = 2});
        for (const QSizeF size : {QSizeF(1100, 560), QSizeF(520, 430)}) {
            const auto plot = drawn(data, size);
            bool isNamed = false;
            for (int i = 0; i < plot->graphCount(); ++i)
                if (plot->graph(i)->name() == QLatin1String("moved added"))
                    for (const LineChart* const chart : plot->graph(i)->keyAxis()->axisRect()->findChildren<LineChart*>())
                        isNamed |= !chart->labelPlace(plot->graph(i)).isEmpty();
            for (QCPLayoutElement* const element : plot->plotLayout()->elements(true))
                if (const auto* const title = qobject_cast<QCPTextElement*>(element))
                    isNamed |= title->text().contains("added");
            QVERIFY2(isNamed, qPrintable(QString::number(size.width())));
        }
    }

    /// On any page that has room for the maps, also where their colour bars would take that of the charts.
    void whatTheSentenceSaysIsDrawn()
    {
        const auto restyle = qScopeGuard([] { setCurrentTheme(ThemeId::Light); });
        const FigureData data = dataOf(m_rope, QStringLiteral("terms"), {.head = 1, .query = 4, .key = 2});
        for (const ThemeId theme : {ThemeId::Light, ThemeId::Projector}) {
            setCurrentTheme(theme);
            for (const double width : {900.0, 1270.0})
                for (int high = 220; high <= 500; high += 10) {
                    const double height = high * currentTheme().scale;
                    const auto plot = drawn(data, {width, height});
                    bool isThere = false;
                    for (int i = 0; i < plot->graphCount(); ++i)
                        if (plot->graph(i)->name() == QLatin1String("moved added"))
                            isThere = plot->graph(i)->realVisibility() && plot->graph(i)->keyAxis()->axisRect()->height() > 20;
                    QVERIFY2(isThere, qPrintable(QStringLiteral("%1 × %2").arg(width).arg(height)));
                }
        }
    }

    /// In a low page the tokens beside the rows are enough: the room below the maps is theirs.
    void aLowPageHasLargeMaps()
    {
        const FigureData data = dataOf(m_rope, QStringLiteral("terms"), {.head = 1, .query = 4, .key = 2});
        const auto sideIn = [&](QSizeF size) {
            const auto plot = drawn(data, size);
            return plot->cellMap(QStringLiteral("scores_position_content"))->cellRect({0, 0}).width() * 6;
        };
        QVERIFY2(sideIn({1000, 250}) > 0.45 * 250, qPrintable(QString::number(sideIn({1000, 250}))));
    }

    void ofADeeperLayerTheTermsAreThoseOfLayer0()
    {
        for (const RunPtr& run : {m_rope, support::tinyRun("The cat sat on the mat", {"position.kind=sinusoidal"})}) {
            const FigureData first = dataOf(run, QStringLiteral("terms"), {.head = 3}),
                             deeper = dataOf(run, QStringLiteral("terms"), {.layer = 1, .head = 3});
            QCOMPARE(alibiFigure.whyNot(deeper), QString());
            const auto plot = drawn(deeper), expected = drawn(first);
            QCOMPARE(plot->cellMaps().size(), expected->cellMaps().size());
            for (const CellPlottable* map : expected->cellMaps()) {
                const Grid shown = gridIn(*plot, map->name()), ofLayer0 = gridIn(*expected, map->name());
                QVERIFY(!shown.isEmpty());
                for (core::Index query = 0; query < ofLayer0.rows; ++query)
                    for (core::Index key = 0; key < ofLayer0.columns; ++key)
                        QCOMPARE(shown.at(query, key), ofLayer0.at(query, key));
            }
            QCOMPARE(alibiFigure.table(deeper), alibiFigure.table(first));
            QCOMPARE(alibiFigure.subtitle(deeper), alibiFigure.subtitle(first));
            QCOMPARE(alibiFigure.caption(deeper), alibiFigure.caption(first));
            const std::vector<Caveat> said = alibiFigure.caveats(deeper);
            QCOMPARE(said.size(), alibiFigure.caveats(first).size() + 1);
            QVERIFY(said.back().text.startsWith(QStringLiteral("Layer 0, not 1:")));
        }
    }

    void onlyLayer0SaysWhyThereAreNoTerms()
    {
        const auto reason = [](const RunPtr& run, int layer) {
            return alibiFigure.whyNot(dataOf(run, QStringLiteral("terms"), {.layer = layer}));
        };
        const RunPtr normed = support::tinyRun("The cat sat", {"position.kind=rope", "score.qk_norm=rms_head"});
        QVERIFY(!reason(normed, 0).isEmpty() && reason(normed, 1) == reason(normed, 0));
        const RunPtr mixedLater = support::tinyRun("The cat sat", {"position.kind=none", "mixer.kind@1=linear_recurrence"});
        QCOMPARE(reason(mixedLater, 1), QString());
        QVERIFY(!alibiFigure.whyNot(dataOf(mixedLater, {}, {.layer = 1})).isEmpty()); // of another page its own layer
        const RunPtr mixedFirst = support::tinyRun("The cat sat", {"position.kind=none", "mixer.kind@0=linear_recurrence"});
        QVERIFY(!reason(mixedFirst, 1).isEmpty());
    }

    void aClickOnATermSelectsInLayer0()
    {
        SelectionModel selection;
        const Selection pinned{.layer = 2, .head = 9}; // of four heads
        selection.pin(pinned);
        AlibiView view(&selection, nullptr);
        support::answer(view);
        view.resize(1100, 760);
        view.show();
        view.setRun(m_rope, nullptr);
        view.setShown(QStringLiteral("terms"));
        const QPoint cell = view.plot()->cellMap(QStringLiteral("scores_content_position"))->cellRect({4, 2}).center().toPoint();
        QMouseEvent move(QEvent::MouseMove, cell, view.plot()->mapToGlobal(cell), Qt::NoButton, Qt::NoButton, {});
        QCoreApplication::sendEvent(view.plot(), &move);
        const Selection clicked{.layer = 0, .head = 3, .query = 4, .key = 2};
        QCOMPARE(selection.hovered(), clicked);
        QCOMPARE(selection.pinned(), pinned);
        QTest::mouseClick(view.plot(), Qt::LeftButton, {}, cell);
        QCOMPARE(selection.pinned(), clicked);
    }

    void headingsOfTheTermsAreWholeOnEveryPage()
    {
        FigureData data = dataOf(m_rope, QStringLiteral("terms"));
        data.b = support::tinyRun("The cat sat on the mat", {"norm.kind=layer_norm"});
        for (const SlotMode mode : {SlotMode::A, SlotMode::SideBySide})
            for (const FigurePreset& preset : figurePresets()) {
                data.mode = mode;
                data = support::fulfilled(alibiFigure, data);
                if (!whyNoRoom(alibiFigure, data, preset.style).isEmpty())
                    continue;
                const QByteArray file = renderFigure(alibiFigure, data, preset.style, FigureFormat::Svg, {});
                QVERIFY2(!file.contains("…"), preset.id);
            }
    }
};

QUIET_TEST_MAIN(TestPositionTerms)
#include "tst_position_terms.moc"
