// The stages of a head on a page: large equal squares from left to right, one key for the maps of a scale.

#include "tests/widgets/support/drawn_words.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_export.h"
#include "widgets/plot/figure_style.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/stage_page.h"

#include <QScopeGuard>
#include <QTest>

#include <memory>
#include <set>

using namespace widgets;

class TestStagePage : public QObject
{
    Q_OBJECT

    const QString m_words = QStringLiteral("The cat sat on the mat and the cat sat on it");
    RunPtr m_plain = support::tinyRun(m_words.toStdString());
    RunPtr m_full = support::tinyRun(m_words.toStdString(), {"position.kind=alibi", "score.soft_cap=5"});

    struct Drawn
    {
        std::unique_ptr<Plot> plot;
        std::vector<StagePage*> pages; // of each side
    };

    static void collect(QCPLayout* layout, std::vector<StagePage*>& pages)
    {
        for (QCPLayoutElement* element : layout->elements(false)) {
            if (auto* page = qobject_cast<StagePage*>(element))
                pages.push_back(page);
            else if (auto* part = qobject_cast<QCPLayout*>(element))
                collect(part, pages);
        }
    }

    /// In the type of the preset, without title and caption, at this size or the preset's.
    static Drawn drawn(const FigureData& data, const char* preset, QSizeF size = {})
    {
        Drawn result{std::make_unique<Plot>(), {}};
        FigureStyle style = findPreset(QString::fromLatin1(preset))->style;
        if (!size.isEmpty())
            style.size = size;
        result.plot->resize(style.size.toSize());
        result.plot->setViewport(QRect(QPoint(), style.size.toSize())); // it is not shown
        composeFigure(*result.plot, attentionStagesFigure, data, style);
        result.plot->replot(QCustomPlot::rpImmediateRefresh);
        collect(result.plot->plotLayout(), result.pages);
        return result;
    }

    static FigureData dataOf(const RunPtr& run) { return {run, nullptr, {.layer = 1, .head = 2, .query = 4, .key = 1}, {}}; }

    static void addPages()
    {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<QSizeF>("size");
        QTest::addColumn<bool>("isFull");
        for (const bool isFull : {false, true})
            for (const char* preset : {"slide-16x9", "slide-4x3", "a4", "paper-1col", "paper-2col", "screen"})
                QTest::addRow("%s%s", preset, isFull ? " with bias and cap" : "") << QString(preset) << QSizeF() << isFull;
        QTest::newRow("narrow panel") << "screen" << QSizeF(300, 520) << true;
        QTest::newRow("strip") << "screen" << QSizeF(1300, 260) << false;
    }

private slots:
    void squaresAreLargeOnASlide()
    {
        // 12 tokens on 1280 × 720, of which title and caption take 180: cells that the back row sees.
        for (const auto& [run, least] : {std::pair{m_plain, 200}, std::pair{m_full, 140}}) {
            const Drawn on = drawn(dataOf(run), "slide-16x9", {1280, 540});
            QCOMPARE(on.pages.size(), std::size_t(1));
            for (std::size_t i = 0; i < on.pages[0]->maps().size(); ++i)
                if (on.pages[0]->cards()[i].isSquare)
                    QVERIFY2(
                        on.pages[0]->maps()[i]->width() >= least, qPrintable(QString::number(on.pages[0]->maps()[i]->width())));
        }
    }

    void squaresAreEqualAndNothingOverlaps_data() { addPages(); }
    void squaresAreEqualAndNothingOverlaps()
    {
        QFETCH(QString, preset);
        QFETCH(QSizeF, size);
        QFETCH(bool, isFull);
        const Drawn on = drawn(dataOf(isFull ? m_full : m_plain), preset.toLatin1(), size);
        QCOMPARE(on.pages.size(), std::size_t(1));
        const StagePage& page = *on.pages[0];
        QCOMPARE(page.maps().size(), std::size_t(isFull ? 9 : 7));
        std::vector<QRectF> places = page.keyPlaces();
        for (std::size_t i = 0; i < page.maps().size(); ++i) {
            const QRect map = page.maps()[i]->rect();
            places.emplace_back(map);
            if (!page.cards()[i].isSquare)
                continue;
            QCOMPARE(map.width(), map.height());
            QCOMPARE(map.size(), page.maps()[0]->rect().size());
            QVERIFY2(map.width() >= 40, qPrintable(QString::number(map.width())));
        }
        for (std::size_t i = 0; i < places.size(); ++i) {
            QVERIFY(QRectF(page.rect()).adjusted(-1, -1, 1, 1).contains(places[i]));
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY(!places[i].intersects(places[j]));
        }
    }

    void readsFromLeftToRight_data() { addPages(); }
    void readsFromLeftToRight()
    {
        QFETCH(QString, preset);
        QFETCH(QSizeF, size);
        QFETCH(bool, isFull);
        const Drawn on = drawn(dataOf(isFull ? m_full : m_plain), preset.toLatin1(), size);
        const std::vector<GridAxisRect*>& maps = on.pages[0]->maps();
        for (std::size_t i = 1; i < maps.size(); ++i)
            QVERIFY(maps[i]->rect().left() > maps[i - 1]->rect().right() || maps[i]->rect().top() > maps[i - 1]->rect().bottom());
    }

    void tokensStandOnceInARowAndAColumn()
    {
        const Drawn on = drawn(dataOf(m_full), "screen", {520, 1100}); // several rows
        const StagePage& page = *on.pages[0];
        std::set<int> rows, columns;
        for (std::size_t i = 0; i < page.maps().size(); ++i) {
            const GridAxisRect* map = page.maps()[i];
            if (map->axis(QCPAxis::atLeft)->tickLabels())
                QVERIFY(rows.insert(map->rect().top()).second);
            if (map->axis(QCPAxis::atBottom)->tickLabels())
                QVERIFY(columns.insert(map->rect().left()).second);
        }
        QVERIFY(rows.size() >= 2);
        QVERIFY(!columns.empty());
    }

    void scoresShareOneScaleAndOneKey()
    {
        const Drawn on = drawn(dataOf(m_full), "slide-16x9", {1280, 540});
        const StagePage& page = *on.pages[0];
        const auto scaleOf
            = [&](const char* id) { return qobject_cast<HeatmapPlottable*>(on.plot->cellMap(QString::fromLatin1(id)))->scale(); };
        for (const char* id : {"stage_bias", "stage_cap", "stage_mask"}) {
            QCOMPARE(scaleOf(id).low, scaleOf("stage_scaled").low);
            QCOMPARE(scaleOf(id).high, scaleOf("stage_scaled").high);
        }
        QVERIFY(scaleOf("stage_qk").high > scaleOf("stage_scaled").high);
        QCOMPARE(scaleOf("stage_values").high, scaleOf("stage_concat").high);
        QCOMPARE(page.keyPlaces().size(), std::size_t(5)); // q · k, scores, weights, mixes, output
        QVERIFY(std::abs(page.keyPlaces()[1].left() - page.maps()[1]->rect().left()) <= 1);
        QVERIFY(std::abs(page.keyPlaces()[1].right() - page.maps()[4]->rect().right()) <= 1);
    }

    void theChosenNumberStandsAtEachSquare()
    {
        const Drawn on = drawn(dataOf(m_plain), "slide-16x9");
        for (const StageCard& card : on.pages[0]->cards())
            if (card.isSquare)
                QVERIFY(!card.value.isEmpty() && attentionStagesFigure.caption(dataOf(m_plain)).contains(card.value));
        FigureData other = dataOf(m_plain);
        other.selection.key = 3;
        QVERIFY(drawn(other, "slide-16x9").pages[0]->cards()[0].value != on.pages[0]->cards()[0].value);
    }

    void stepsThatTheModelLacksAreNamedBeforeTheNext()
    {
        const Drawn on = drawn(dataOf(m_plain), "slide-16x9");
        QCOMPARE(on.pages[0]->cards()[2].name, QStringLiteral("mask"));
        QCOMPARE(on.pages[0]->cards()[2].skipped, QStringList({"+ bias", "soft cap"}));
        QVERIFY(attentionStagesFigure.caption(dataOf(m_plain)).contains(QStringLiteral("+ bias, soft cap")));
        const Drawn both = drawn(dataOf(m_full), "slide-16x9");
        for (const StageCard& card : both.pages[0]->cards())
            QVERIFY(card.skipped.isEmpty());
    }

    void bothSlotsAndTheirDifferenceHaveAPageEach()
    {
        FigureData data = dataOf(m_plain);
        data.b = support::tinyRun(m_words.toStdString(), {"norm.placement=post"});
        data.mode = SlotMode::All;
        const Drawn on = drawn(data, "screen", {1000, 560});
        QCOMPARE(on.pages.size(), std::size_t(3));
        for (const StagePage* page : on.pages)
            QCOMPARE(page->maps()[0]->rect().size(), on.pages[0]->maps()[0]->rect().size());
        QVERIFY(on.pages[2]->cards()[0].value.startsWith(QChar(0x2212)) || on.pages[2]->cards()[0].value.startsWith(QChar('+'))
            || on.pages[2]->cards()[0].value == QStringLiteral("0"));
    }

    void onASlideBothSlotsAndTheirDifferenceHaveLargeSquares()
    {
        FigureData data = dataOf(m_plain);
        data.b = support::tinyRun(m_words.toStdString(), {"norm.placement=sandwich"});
        data.mode = SlotMode::All;
        const auto plot = buildFigure(attentionStagesFigure, data, findPreset(QStringLiteral("slide-16x9"))->style);
        std::vector<StagePage*> pages;
        collect(plot->plotLayout(), pages);
        QCOMPARE(pages.size(), std::size_t(3));
        int said = 0; // in each panel
        for (QCPLayoutElement* element : plot->plotLayout()->elements(true))
            if (const auto* text = qobject_cast<QCPTextElement*>(element))
                said += text->text() == QStringLiteral("No room for · V, concat, · Wᴼ.");
        QCOMPARE(said, 3);
        for (const StagePage* page : pages) {
            QCOMPARE(page->maps().size(), std::size_t(4));
            QVERIFY2(page->maps()[0]->rect().width() >= 90, qPrintable(QString::number(page->maps()[0]->rect().width())));
            QCOMPARE(page->maps()[0]->rect().size(), pages[0]->maps()[0]->rect().size());
        }
    }

    void bothSlotsAreArrangedAlike()
    {
        FigureData data = dataOf(m_plain);
        data.b = support::tinyRun(m_words.toStdString(), {"norm.placement=sandwich"});
        data.mode = SlotMode::SideBySide;
        int rows = 0;
        for (double width = 700; width < 1500; width += 20)
            for (const double height : {360.0, 420.0, 480.0, 560.0}) {
                const Drawn on = drawn(data, "screen", {width, height});
                QCOMPARE(on.pages.size(), std::size_t(2));
                const MapArrangement &a = on.pages[0]->arrangement(), &b = on.pages[1]->arrangement();
                QVERIFY2(a.columns == b.columns && a.lines == b.lines && a.side == b.side,
                    qPrintable(QStringLiteral("%1 × %2 and %3 × %4 in %5 × %6")
                                   .arg(a.columns)
                                   .arg(a.lines)
                                   .arg(b.columns)
                                   .arg(b.lines)
                                   .arg(width)
                                   .arg(height)));
                rows |= 1 << a.lines;
            }
        QVERIFY(rows > 2); // not all in one line
    }

    void numbersOfANarrowKeyKeepClearOfEachOther()
    {
        FigureData data = dataOf(m_plain);
        data.options[QStringLiteral("scale")] = QStringLiteral("log");
        data.b = support::tinyRun(m_words.toStdString(), {"norm.placement=sandwich"});
        for (const SlotMode mode : {SlotMode::SideBySide, SlotMode::All})
            for (const char* preset : {"slide-16x9", "slide-4x3", "slide-half", "paper-2col"}) {
                data.mode = mode;
                const FigureStyle style = findPreset(QString::fromLatin1(preset))->style;
                const QByteArray file = renderFigure(attentionStagesFigure, data, style, FigureFormat::Svg, {});
                QCOMPARE(support::unreadableWords(file), QStringList());
            }
    }

    void aLogarithmicScaleIsNamedBesideItsStage()
    {
        FigureData data = dataOf(m_plain);
        const auto nameOf = [&] { return drawn(data, "paper-1col").pages[0]->cards()[3].name; };
        QCOMPARE(nameOf(), QStringLiteral("softmax"));
        data.options[QStringLiteral("scale")] = QStringLiteral("log");
        QCOMPARE(nameOf(), QStringLiteral("softmax · log"));
    }

    /// In a panel of two a long word keeps its letters, for which the maps are a little smaller.
    void longWordsAreReadable()
    {
        auto trace = std::make_shared<core::Trace>(*support::tinyRun("The cat sat")->trace);
        trace->tokens = {"Yesterday", " restaurant", " beautiful"};
        FigureData data = dataOf(std::make_shared<RunResult>(RunResult{trace, m_plain->setup}));
        data.b = data.a;
        data.mode = SlotMode::SideBySide;
        const Drawn on = drawn(data, "screen", {900, 420});
        QCOMPARE(on.pages.size(), std::size_t(2));
        for (const QString& word : on.pages[0]->maps()[0]->rowLabels())
            QVERIFY2(word.size() >= 9, qPrintable(word));
    }

    void noLetterOfAWordIsCutInTheLargeTypeOfAProjector()
    {
        auto trace = std::make_shared<core::Trace>(*support::tinyRun("The cat sat")->trace);
        trace->tokens = {"Wednesday", " themselves", " beautiful"};
        const auto settings = qScopeGuard([] { setCurrentTheme(ThemeId::Light); });
        setCurrentTheme(ThemeId::Projector);
        const FigureData data = dataOf(std::make_shared<RunResult>(RunResult{trace, m_plain->setup}));
        Plot plot;
        plot.resize(1290, 400);
        plot.setViewport(QRect(0, 0, 1290, 400));
        composeFigure(plot, attentionStagesFigure, data, screenStyle({1290, 400}));
        plot.replot(QCustomPlot::rpImmediateRefresh);
        std::vector<StagePage*> pages;
        collect(plot.plotLayout(), pages);
        QCOMPARE(pages.size(), std::size_t(1));
        QVERIFY2(pages[0]->maps()[0]->rowLabels().contains(QStringLiteral("themselves")),
            qPrintable(pages[0]->maps()[0]->rowLabels().join(QLatin1Char(' '))));
    }

    void longTextsAreCounted()
    {
        std::string text;
        for (int i = 0; i < 6; ++i)
            text += "The cat sat on the mat and it sat. ";
        const RunPtr run = support::tinyRun(text);
        QVERIFY(run->trace->tokens.size() > 40);
        const Drawn on = drawn(dataOf(run), "slide-16x9");
        QCOMPARE(on.pages[0]->maps()[0]->rowLabels().first(), QStringLiteral("0"));
    }
};

QUIET_TEST_MAIN(TestStagePage)
#include "tst_stage_page.moc"
