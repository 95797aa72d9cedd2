// "Where does this number come from?" is asked of any number in any picture, with the right button or a double click: over the
// registry, so that a new figure is covered by itself.

#include "app/window/main_window.h"

#include "app/base/languages.h"
#include "app/window/intervening.h"
#include "app/window/status_line.h"

#include "tests/widgets/support/wait.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/histogram.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/plotted_numbers.h"
#include "widgets/plot/written_numbers.h"
#include "widgets/views/cost/operation_table.h"
#include "widgets/views/mixture/fact_table.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/number_source.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QMenu>
#include <QTest>
#include <QWhatsThis>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <set>

using app::MainWindow;
using namespace widgets;

namespace {

bool isInside(const QCPAbstractPlottable& part, const QPointF& pixel)
{
    return !part.keyAxis() || part.keyAxis()->axisRect()->rect().contains(pixel.toPoint());
}

/// A cell of the map, wherever its own kind draws it.
std::optional<QPointF> pixelOfCell(const CellPlottable& map, const QRect& plot)
{
    for (int row = 0; row < map.rows(); ++row)
        for (int column = 0; column < map.columns(); ++column)
            if (const QPointF at = map.cellRect({row, column}).center(); !map.cellAt(at).isNone())
                return at;
    for (int y = plot.top(); y < plot.bottom(); y += 4)
        for (int x = plot.left(); x < plot.right(); x += 4)
            if (!map.cellAt(QPointF(x, y)).isNone())
                return QPointF(x, y);
    return std::nullopt;
}

/// Where a person sees one of its numbers; nothing: it is not drawn here.
std::optional<QPointF> pixelOf(const QCPAbstractPlottable& part, const QRect& plot)
{
    if (const auto* const map = qobject_cast<const CellPlottable*>(&part))
        return pixelOfCell(*map, plot);
    if (const auto* const chart = qobject_cast<const BarChart*>(&part)) {
        for (int bar = 0; bar < chart->bars().size(); ++bar)
            if (const QPointF at = chart->barRect(bar).center(); chart->barAt(at) == bar)
                return at;
        return std::nullopt;
    }
    if (const auto* const histogram = qobject_cast<const Histogram*>(&part))
        return part.coordsToPixels((histogram->edges()[0] + histogram->edges()[1]) / 2, histogram->counts()[0] / 2);
    if (const QCPPlottableInterface1D* const points = const_cast<QCPAbstractPlottable&>(part).interface1D()) {
        for (int i = points->dataCount() - 1; i >= 0; --i)
            if (const QPointF at = part.coordsToPixels(points->dataMainKey(i), points->dataMainValue(i));
                std::isfinite(at.x()) && std::isfinite(at.y()) && isInside(part, at))
                return at;
        return std::nullopt;
    }
    return QRectF(part.keyAxis()->axisRect()->rect()).center();
}

QWidget* openSource()
{
    for (QWidget* const one : QApplication::topLevelWidgets())
        if (one->isVisible() && one->inherits("QWhatsThat"))
            return one;
    return nullptr;
}

} // namespace

class TestNumberSources : public QObject
{
    Q_OBJECT

    std::unique_ptr<MainWindow> m_window;
    std::set<QString> m_seen; // figures with a picture
    QStringList m_silent;

    void settle()
    {
        QVERIFY(support::waitUntil([&] { return !m_window->isComputing() && m_window->run(); }, 120000));
    }

    void open(const MainWindow::Start& start)
    {
        m_window = std::make_unique<MainWindow>(start);
        m_window->resize(1366, 738);
        m_window->show();
        settle();
    }

    FigureView* view() const { return qobject_cast<FigureView*>(m_window->currentView()); }

    /// The menu of a right click there has the entry.
    bool isAnswered(const QPoint& at)
    {
        Plot* const plot = view()->plot();
        QContextMenuEvent asks(QContextMenuEvent::Mouse, at, plot->mapToGlobal(at));
        QApplication::sendEvent(plot, &asks);
        QMenu* const menu = m_window->intervening()->menu();
        const bool isThere = menu && menu->findChild<QAction*>(QStringLiteral("from"));
        if (menu)
            menu->close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        return isThere;
    }

    void askEverywhere(const QString& where)
    {
        Plot* const plot = view()->plot();
        std::set<const QCPAbstractPlottable*> asked;
        for (const PlottedPart& part : plottedParts(*plot)) {
            if (!part.plottable || !asked.insert(part.plottable).second)
                continue;
            const std::optional<QPointF> at = pixelOf(*part.plottable, plot->rect());
            if (at && !isAnswered(at->toPoint()))
                m_silent << where + QStringLiteral(": ") + part.numbers.name;
        }
        for (const QCPLayoutElement* const element : plot->plotLayout()->elements(true))
            if ((dynamic_cast<const HasNumbers*>(element) || dynamic_cast<const WritesNumbers*>(element))
                && !isAnswered(element->outerRect().center()))
                m_silent << where + QStringLiteral(": ") + QString::fromLatin1(element->metaObject()->className());
    }

    template <typename Element>
    static const Element* elementOf(const Plot& plot)
    {
        for (const QCPLayoutElement* const one : plot.plotLayout()->elements(true))
            if (const auto* const found = qobject_cast<const Element*>(one))
                return found;
        return nullptr;
    }

    /// What is said of any place of the picture.
    QStringList everySource(const Plot& plot) const
    {
        QStringList all;
        for (int y = 0; y < plot.height(); y += 5)
            for (int x = 0; x < plot.width(); x += 12)
                if (const QString words = sourceWords(*view(), plot, numberUnder(plot, QPointF(x, y))); !all.contains(words))
                    all << words;
        return all;
    }

    void walk()
    {
        for (const ViewInfo& page : allViews()) {
            QVERIFY(m_window->showView(page.id));
            settle();
            for (const FigureInfo* const figure : page.figures) {
                if (!figure)
                    continue;
                for (const QVariantMap& options : figure->variants ? figure->variants() : std::vector<QVariantMap>{{}}) {
                    if (!view()->restore(QString::fromLatin1(figure->id), options))
                        continue;
                    settle();
                    if (view()->isEmpty() || view()->figure().id != QLatin1String(figure->id))
                        continue;
                    m_seen.insert(QLatin1String(figure->id));
                    QString words = QLatin1String(figure->id);
                    for (auto option = options.begin(); option != options.end(); ++option)
                        words += QStringLiteral(" %1=%2").arg(option.key(), option.value().toString());
                    askEverywhere(words);
                }
            }
        }
    }

private slots:
    void init()
    {
        app::setLanguage("en");
        setCurrentTheme(ThemeId::Light);
        m_silent.clear();
    }
    void cleanup()
    {
        QWhatsThis::hideText();
        m_window.reset();
    }

    void everyNumberIsAnswered_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("choice");
        QTest::addColumn<QString>("ofB");
        QTest::addColumn<QString>("textOfB");
        QTest::newRow("main") << "main"
                              << ""
                              << ""
                              << "";
        QTest::newRow("experts") << "untrained"
                                 << "feed_forward.kind=mixture"
                                 << ""
                                 << "";
        QTest::newRow("two stacks") << "untrained"
                                    << "topology=encoder_decoder"
                                    << ""
                                    << "";
        QTest::newRow("two models") << "main"
                                    << ""
                                    << "main@1000"
                                    << "";
        QTest::newRow("two texts") << "main"
                                   << ""
                                   << "main"
                                   << "Repeat: red cat chair cup. Again: red cat";
    }
    void everyNumberIsAnswered()
    {
        QFETCH(QString, model);
        QFETCH(QString, choice);
        QFETCH(QString, ofB);
        QFETCH(QString, textOfB);
        MainWindow::Start start{.model = model, .remembers = false};
        if (!choice.isEmpty())
            start.said.setText(choice.toStdString(), 4);
        open(start);
        if (!ofB.isEmpty()) {
            app::WindowState both = app::withMode(app::withB(m_window->state()), SlotMode::SideBySide);
            both.b->model = ofB.toStdString();
            if (!textOfB.isEmpty())
                both.b->text = textOfB.toStdString();
            m_window->change(both);
            settle();
        }
        walk();
        for (const QString& silent : m_silent)
            qInfo("%s", qPrintable(silent));
        QVERIFY(m_silent.isEmpty());
    }

    void noFigureIsLeftOut()
    {
        for (const FigureInfo& figure : allFigures())
            QVERIFY2(m_seen.contains(QLatin1String(figure.id)), figure.id);
    }

    /// A point of a curve is no number of a tensor: what is known of it is said beside it.
    void aPointOfACurveHasItsNumberAndItsWords()
    {
        open({.model = "main", .view = "norm", .remembers = false});
        QVERIFY(view()->restore(QStringLiteral("norm"), {{"show", "placements"}, {"layout", "overlay"}}));
        settle();
        Plot& plot = *view()->plot();
        const auto parts = plottedParts(plot);
        const auto line = std::ranges::find_if(
            parts, [](const PlottedPart& part) { return qobject_cast<const QCPGraph*>(part.plottable) != nullptr; });
        QVERIFY(line != parts.end());
        const std::optional<QPointF> at = pixelOf(*line->plottable, plot.rect());
        QVERIFY(at);
        const PointedNumber number = numberUnder(plot, *at);
        const QString words = sourceWords(*view(), plot, number);
        QVERIFY2(words.contains(QStringLiteral("root mean square")), qPrintable(words)); // what the picture shows
        const auto* const graph = qobject_cast<const QCPGraph*>(number.part);
        QVERIFY(graph);
        const double value = (graph->data()->constBegin() + number.cell.row)->value;
        QVERIFY2(words.contains(QString::number(value, 'g', 6).left(6)), qPrintable(words));
        QCOMPARE(graph->coordsToPixels((graph->data()->constBegin() + number.cell.row)->key, value), *at);
        QVERIFY(!openSource());
        QTest::mouseDClick(&plot, Qt::LeftButton, {}, at->toPoint());
        QVERIFY(openSource());
    }

    void betweenCurvesNoneOfThemIsNamed()
    {
        open({.model = "main", .view = "norm", .remembers = false});
        QVERIFY(view()->restore(QStringLiteral("norm"), {{"show", "placements"}, {"layout", "overlay"}}));
        settle();
        Plot& plot = *view()->plot();
        int places = 0;
        for (int y = 0; y < plot.height(); y += 20)
            for (int x = 0; x < plot.width(); x += 20)
                if (const PointedNumber number = numberUnder(plot, QPointF(x, y));
                    qobject_cast<const QCPGraph*>(number.part) && number.cell.isNone()) {
                    ++places;
                    const QString words = sourceWords(*view(), plot, number);
                    QVERIFY2(words.startsWith(QStringLiteral("<p><b>")), qPrintable(words)); // the picture itself
                }
        QVERIFY(places > 0);
    }

    void ofTheTableOfModelsItIsOfNoRun()
    {
        open({.model = "main", .view = "atlas", .remembers = false});
        Plot& plot = *view()->plot();
        const std::string before = m_window->state().a.model;
        const auto* const table = plot.cellMap({});
        QVERIFY(table);
        const std::optional<QPointF> at = pixelOf(*table, plot.rect());
        QVERIFY(at && isAnswered(at->toPoint()));
        QCOMPARE(m_window->state().a.model, before); // to ask is not to run
        const QString words = sourceWords(*view(), plot, numberUnder(plot, *at));
        QVERIFY2(words.contains(QStringLiteral("published models")), qPrintable(words));
    }

    /// Each cell has its own number, not those of the page.
    void ofATableTheNumberUnderThePointerIsMeant()
    {
        open({.model = "main", .view = "cost", .remembers = false});
        Plot& plot = *view()->plot();
        const auto* const costs = elementOf<OperationTable>(plot);
        QVERIFY(costs);
        const QStringList ofCosts = everySource(plot);
        const auto isSaid = [](const QStringList& all, const QStringList& parts) {
            return std::ranges::any_of(all, [&](const QString& one) {
                return std::ranges::all_of(parts, [&](const QString& part) { return one.contains(part.toHtmlEscaped()); });
            });
        };
        const TableContent& content = costs->content();
        QCOMPARE(costs->shownColumns().size(), qsizetype(content.columns.size()));
        for (const TableRow& row : costs->shownRows()) {
            for (qsizetype i = 0; i < row.cells.size(); ++i) {
                const QString number = QStringLiteral("<b>%1</b> ").arg(row.cells[i].toHtmlEscaped());
                QVERIFY2(isSaid(ofCosts, {row.name, content.columns[std::size_t(i)].name})
                        && std::ranges::any_of(ofCosts, [&](const QString& one) { return one.contains(number); }),
                    qPrintable(row.name + row.cells[i]));
            }
            for (const std::size_t bar : {0U, 1U})
                QVERIFY2(isSaid(ofCosts, {row.texts[bar], row.name, content.barNames[bar]}), qPrintable(row.name));
        }
        const TableRow& first = costs->shownRows().front(); // with all digits
        QVERIFY(isSaid(ofCosts, {first.name, QString::number(first.numbers[0], 'f', 0), content.columns[0].name}));
        QVERIFY(isSaid(ofCosts, {content.total.name, content.total.cells[1], content.columns[1].name}));

        QVERIFY(m_window->showView("atlas"));
        settle();
        const QStringList ofModels = everySource(*view()->plot());
        QVERIFY(isSaid(ofModels, {"<b>", "175B", "GPT-3", "parameters", "175000000000"}) || isSaid(ofModels, {"175B", "GPT-3"}));
        QVERIFY(isSaid(ofModels, {"12288", "GPT-3"}));
        QVERIFY(isSaid(ofModels, {"learned", "GPT-3"}));

        open({.model = "experts", .view = "mixture", .remembers = false});
        QVERIFY(view()->restore(QStringLiteral("mixture"), {{"show", "load"}}));
        settle();
        const auto* const facts = elementOf<FactTable>(*view()->plot());
        QVERIFY(facts);
        const QStringList ofFacts = everySource(*view()->plot());
        for (const Fact& fact : facts->facts())
            QVERIFY2(isSaid(ofFacts, {fact.value, fact.name}), qPrintable(fact.name));
    }

    /// Its rows are models: the line below is not about the head that another page marks.
    void overTheTableOfModelsNoHeadIsDescribed()
    {
        open({.model = "main", .view = "attention", .remembers = false});
        m_window->selection()->pin({.layer = 2, .head = 1, .query = 0, .key = 8});
        settle();
        const auto said = [&] { return m_window->statusLine()->readOutText(); };
        QVERIFY2(said().contains(QStringLiteral("query")), qPrintable(said()));
        QVERIFY(m_window->showView("atlas"));
        settle();
        Plot& plot = *view()->plot();
        const std::optional<QPointF> at = pixelOf(*plot.cellMap({}), plot.rect());
        QVERIFY(at);
        QTest::mouseMove(&plot, at->toPoint());
        QCoreApplication::processEvents();
        QVERIFY2(!said().contains(QStringLiteral("query")), qPrintable(said()));
    }

    /// There two clicks run the replica of a row; nothing lies over it.
    void twoClicksOnAModelRunIt()
    {
        open({.model = "main", .view = "atlas", .remembers = false});
        Plot& plot = *view()->plot();
        const auto* const table = plot.cellMap({});
        QVERIFY(table);
        const QPointF at = table->cellRect({2, 0}).center();
        QVERIFY(!table->cellAt(at).isNone());
        QTest::mouseMove(&plot, at.toPoint());
        QTest::mouseDClick(&plot, Qt::LeftButton, {}, at.toPoint());
        QVERIFY(QString::fromStdString(m_window->state().a.model).startsWith(QStringLiteral("atlas:")));
        QVERIFY(!openSource());
        settle();
    }
};

QTEST_MAIN(TestNumberSources)
#include "tst_number_sources.moc"
