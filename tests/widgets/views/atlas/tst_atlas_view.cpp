// The page of the published models: what the table and the charts show is the atlas, and a row can be found, selected and run.

#include "widgets/views/atlas/view.h"

#include "core/files/library/course_tables.h"
#include "core/files/library/replica.h"
#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/plot.h"
#include "widgets/views/atlas/choice_shares.h"
#include "widgets/views/atlas/figure.h"
#include "widgets/views/atlas/model_points.h"
#include "widgets/views/atlas/model_table.h"
#include "widgets/views/atlas/table_rows.h"

#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <memory>
#include <numeric>

using namespace widgets;

namespace {

FigureData dataOf(const QVariantMap& options, const RunPtr& a = support::tinyRun(), const RunPtr& b = nullptr)
{
    return support::fulfilled(atlasFigure, {a, b, {}, options, b ? SlotMode::SideBySide : SlotMode::A});
}

std::unique_ptr<Plot> drawn(const FigureData& data, QSizeF size = {1200, 560})
{
    auto plot = std::make_unique<Plot>();
    plot->resize(size.toSize());
    plot->setViewport(QRect(QPoint(), size.toSize()));
    composeFigure(*plot, atlasFigure, data, screenStyle(size));
    plot->replot();
    return plot;
}

template <class Part>
const Part* partOf(const Plot& plot, const char* name)
{
    return qobject_cast<const Part*>(plot.cellMap(QLatin1String(name)));
}

const ModelPoint* pointOf(const ModelPoints& points, const char* id)
{
    for (const ModelPoint& point : points.points())
        if (point.id == QLatin1String(id))
            return &point;
    return nullptr;
}

RunPtr replicaRun(const std::string& name)
{
    const core::SetupPtr setup = core::configure(core::openModel(name), {});
    return std::make_shared<RunResult>(RunResult{core::forward(*setup, {.ids = {5, 6, 7, 8, 9}}), setup});
}

} // namespace

class TestAtlasView : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { speak(QStringLiteral("en")); }

    void theTableHasTheRowsOfTheCourseOrAll()
    {
        QCOMPARE(tableModels(dataOf({})).size(), std::size_t(28));
        QCOMPARE(tableModels(dataOf({{"models", "llama"}})).size(), std::size_t(10));
        QCOMPARE(tableModels(dataOf({{"models", "deepseek"}})).size(), std::size_t(4));
        QCOMPARE(tableModels(dataOf({{"models", "all"}})).size(), core::atlas().size());
        for (const core::AtlasModel* model : tableModels(dataOf({{"models", "training"}})))
            QVERIFY2(model->training.dropout || model->training.weightDecay, model->id.c_str());
        QVERIFY(atlasFigure.table(dataOf({{"models", "training"}})).contains("GPT-1,2018"));
        QCOMPARE(tableModels(dataOf({{"models", "all"}, {"search", "deepseek latent"}})).size(), std::size_t(3));
        QVERIFY(tableModels(dataOf({{"search", "no such model"}})).empty());
        QVERIFY(!drawn(dataOf({{"search", "no such model"}}))->cellMaps().isEmpty());
    }

    void yearsDoNotTouch()
    {
        for (const int width : {240, 320, 480, 1000}) {
            const std::unique_ptr<Plot> plot = drawn(dataOf({{"show", "depth"}}), QSizeF(width, 300));
            const QCPAxis& axis = *plot->axisRects().front()->axis(QCPAxis::atBottom);
            QVector<double> ticks;
            QVector<QString> labels;
            axis.ticker()->generate(axis.range(), QLocale(), QLatin1Char('f'), 0, ticks, nullptr, &labels);
            QVERIFY(ticks.size() > 1);
            QCOMPARE(labels.last(), QStringLiteral("2025"));
            const double word = QFontMetricsF(axis.tickLabelFont(), plot.get()).horizontalAdvance(QStringLiteral("2025"));
            for (qsizetype i = 1; i < ticks.size(); ++i)
                QVERIFY2(axis.coordToPixel(ticks[i]) - axis.coordToPixel(ticks[i - 1]) > word + 3,
                    qPrintable(QString::number(width)));
        }
    }

    void theTableIsSorted()
    {
        const auto first = [](const char* sort) { return tableModels(dataOf({{"models", "all"}, {"sort", sort}})).front()->id; };
        QCOMPARE(first("year"), std::string("transformer-base"));
        QCOMPARE(first("-size"), std::string("kimi-k2"));
        QCOMPARE(first("-ff_ratio"), std::string("t5-11b"));
        const auto rows = tableModels(dataOf({{"models", "all"}, {"sort", "heads"}}));
        QCOMPARE(rows.back()->size("heads"), core::Index(0)); // not known comes last
    }

    void aClickOnAHeadingSorts()
    {
        SelectionModel selection;
        AtlasView view(&selection, nullptr);
        support::answer(view);
        view.resize(1100, 640);
        view.setRun(support::tinyRun("The cat"), nullptr);
        view.show();
        auto* const plot = view.findChild<Plot*>();
        plot->replot();
        const auto heading = [&] {
            const auto* const table = qobject_cast<ModelTable*>(plot->cellMap(QStringLiteral("models")));
            for (int y = 0; table && y < plot->height(); y += 4)
                for (int x = 0; x < plot->width(); x += 4)
                    if (table->headingAt(QPointF(x, y)) == 2)
                        return QPoint(x, y);
            return QPoint();
        };
        QVERIFY(!heading().isNull());
        for (int click = 0; click < 3; ++click) { // up, down, as printed: each draws another table
            const QVariant before = view.figureData().options.value("sort");
            QTest::mouseClick(plot, Qt::LeftButton, {}, heading());
            plot->replot();
            QVERIFY(view.figureData().options.value("sort") != before);
        }
    }

    /// What is drawn of a table of the course is its file, cell by cell, in its columns and order; behind a cell the fact.
    void theTablesOfTheCourseAreAsPrinted_data()
    {
        QTest::addColumn<QString>("models");
        QTest::addColumn<QString>("id");
        QTest::newRow("large") << "course"
                               << "large";
        QTest::newRow("llama") << "llama"
                               << "llama";
        QTest::newRow("deepseek") << "deepseek"
                                  << "deepseek";
    }

    void theTablesOfTheCourseAreAsPrinted()
    {
        QFETCH(QString, models);
        QFETCH(QString, id);
        const core::CourseTable& printed = *core::findCourseTable(id.toStdString());
        const FigureData data = dataOf({{"models", models}});
        const AtlasTable shown = atlasTable(data);
        QCOMPARE(shown.sorted, -1);
        QCOMPARE(shown.columns.size(), printed.columns.size());
        QCOMPARE(shown.rows.size(), printed.rows.size() + std::size_t(shown.pinned));
        for (std::size_t row = 0; row < printed.rows.size(); ++row)
            for (std::size_t column = 0; column < printed.columns.size(); ++column) {
                QCOMPARE(shown.columns[column].id.toStdString(), printed.columns[column]);
                const QString said = QString::fromStdString(printed.rows[row].cells[column]);
                const QString cell = shown.rows[row + std::size_t(shown.pinned)].cells[qsizetype(column)];
                const QString before = cell.section(QStringLiteral(" → "), 0, 0);
                QCOMPARE(before, said == "-" ? QStringLiteral("–") : said);
            }
        const QStringList lines = atlasFigure.table(data).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), qsizetype(printed.rows.size() + 1));
        for (std::size_t row = 0; row < printed.rows.size(); ++row) {
            QStringList cells;
            for (const std::string& cell : printed.rows[row].cells)
                cells << QString::fromStdString(cell);
            QVERIFY2(lines[qsizetype(row) + 1].startsWith(cells.join(',') + ','), qPrintable(lines[qsizetype(row) + 1]));
        }
        const auto plot = drawn(data); // with all its columns
        QCOMPARE(std::size_t(partOf<ModelTable>(*plot, tableName)->shownColumns().size()), printed.columns.size());
    }

    void aWideTableOfFewRowsHasTheChartsBelow()
    {
        const auto plot = drawn(dataOf({{"models", "deepseek"}}), {1020, 470});
        QCOMPARE(partOf<ModelTable>(*plot, tableName)->fitting(), 4);
        QVERIFY(plot->axisRectCount() > 2);
        const QString sentence = atlasFigure.caption(dataOf({{"models", "deepseek"}}));
        QVERIFY2(sentence.contains("experts 257, in fact 256 + 1"), qPrintable(sentence)); // of a column that is there
    }

    void aTableOfTheCourseIsSortedByItsColumns()
    {
        const auto first = [](const char* sort) { return tableModels(dataOf({{"sort", sort}})).front()->id; };
        QCOMPARE(first("-H"), std::string("mt-nlg-530b"));
        QCOMPARE(first("-parameters"), std::string("deepseek-v3"));
        QCOMPARE(first("N"), std::string("gemma-7b"));
        QCOMPARE(tableModels(dataOf({})).front()->id, std::string("gpt-3-175b")); // as printed
    }

    void aReplicaOfATableIsMarkedAtItsPlace()
    {
        const AtlasTable shown = atlasTable(dataOf({}, replicaRun("atlas:gpt-3-175b")));
        QCOMPARE(shown.pinned, 0);
        QCOMPARE(shown.rows.size(), std::size_t(28));
        QVERIFY(shown.rows.front().mark == ModelRow::MineA);
    }

    void mineIsInFrontAndAReplicaIsItsModel()
    {
        const auto plot = drawn(dataOf({}));
        const auto* const table = partOf<ModelTable>(*plot, tableName);
        QVERIFY(table && table->rows() == 29);
        const FigureData data = dataOf({{"show", "feed_forward"}}, replicaRun("atlas:gpt-3-175b"), support::tinyRun());
        QCOMPARE(myModels(data).size(), std::size_t(2));
        QVERIFY(myModels(data).front().isPublished && myModels(data).front().model.size("layers") == 96);
        const auto chart = drawn(data);
        const ModelPoint* const own = pointOf(*partOf<ModelPoints>(*chart, pointsName), "gpt-3-175b");
        QVERIFY(own && own->mark == ModelPoint::MineA && own->y == 4);
    }

    void thePointsAreTheRatiosOfTheData()
    {
        const auto value = [](const char* page, const char* id) {
            const auto plot = drawn(dataOf({{"show", page}}));
            const ModelPoint* const point = pointOf(*partOf<ModelPoints>(*plot, pointsName), id);
            return point ? point->y : std::nan("");
        };
        QCOMPARE(value("feed_forward", "t5-11b"), 64.0);
        QCOMPARE(value("feed_forward", "llama-7b"), 11008.0 / 4096);
        QCOMPARE(value("heads", "t5-11b"), 16.0);
        QCOMPARE(value("heads", "palm-540b"), 48.0 * 256 / 18432);
        QCOMPARE(value("heads", "lamda-137b"), 2.0);
        QCOMPARE(value("heads", "deepseek-v3"), 128.0 * 128 / 7168); // the width of values
        QCOMPARE(value("depth", "gpt-3-175b"), 128.0);
        QCOMPARE(value("vocabulary", "palm-540b"), 256000.0);
        QVERIFY(std::isnan(value("feed_forward", "mixtral-8x7b"))); // every layer is a mixture
    }

    void exceptionsAreNamedAndStandWhereTheyAre()
    {
        const auto plot = drawn(dataOf({{"show", "heads"}}));
        const auto* const points = partOf<ModelPoints>(*plot, pointsName);
        for (const char* id : {"t5-11b", "palm-540b", "lamda-137b"})
            QVERIFY2(!pointOf(*points, id)->label.isEmpty(), id);
        QVERIFY(pointOf(*points, "t5-11b")->label.contains("16")); // beyond the axis
        const std::vector<QPointF> at = points->pixels();
        for (std::size_t i = 0; i < at.size(); ++i)
            QVERIFY2(points->cellAt(at[i]).column >= 0, qPrintable(points->points()[i].id));
    }

    void theSharesCountEveryKnownModel()
    {
        const auto plot = drawn(dataOf({{"show", "choices"}}));
        const auto* const shares = partOf<ChoiceShares>(*plot, sharesName);
        QVERIFY(shares);
        for (const ShareStrip& strip : shares->strips()) {
            int counted = 0, known = 0;
            for (const std::vector<int>& counts : strip.counts)
                counted += std::accumulate(counts.begin(), counts.end(), 0);
            const auto family = std::ranges::find_if(
                atlasFamilies(), [&](const AtlasFamily& one) { return strip.id == QLatin1String(one.id); });
            for (const core::AtlasModel& model : core::atlas())
                known += family->kindOf(model) >= 0;
            QVERIFY2(counted == known && known > 100, qPrintable(strip.id));
        }
    }

    void whatIsSaidOfTheDataIsSo()
    {
        const QString sentence = atlasFigure.caption(dataOf({{"show", "feed_forward"}}));
        QVERIFY2(sentence.contains("34 of 35"), qPrintable(sentence));
        QVERIFY2(atlasFigure.caption(dataOf({})).contains("17 models of 2025"), qPrintable(atlasFigure.caption(dataOf({}))));
    }

    void whereTheCourseDiffersTheFactIsSaid()
    {
        const QString sentence = atlasFigure.caption(dataOf({{"model", "deepseek-v2"}}));
        QVERIFY2(sentence.contains("162 experts") && sentence.contains("160 routed"), qPrintable(sentence));
        QVERIFY(!atlasFigure.caption(dataOf({{"model", "gpt-3-175b"}})).contains("The course"));
    }

    void theFullSizeIsThatOfTheSelectedModel()
    {
        const FigureData data = dataOf({{"show", "size"}, {"model", "llama-2-70b"}});
        QVERIFY(atlasFigure.whyNot(data).isEmpty());
        QVERIFY2(atlasFigure.caption(data).contains("68,976,648,192"), qPrintable(atlasFigure.caption(data)));
        const FigureData none = dataOf({{"show", "size"}, {"model", "chatglm-6b"}});
        QVERIFY(atlasFigure.whyNot(none).contains("ChatGLM-6B"));
    }

    void aRowIsFoundSelectedAndRun()
    {
        SelectionModel selection;
        AtlasView view(&selection, nullptr);
        view.resize(1200, 640);
        view.setRun(support::tinyRun(), nullptr);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.findChild<QLineEdit*>()->setText("gemma");
        QSignalSpy wanted(&view, &View::modelWanted);
        const auto buttons = view.findChildren<QPushButton*>();
        const auto button = [&](const char* text) {
            const auto found
                = std::ranges::find_if(buttons, [&](const QPushButton* one) { return one->text() == QLatin1String(text); });
            return found == buttons.end() ? nullptr : *found;
        };
        QVERIFY(button("Run as replica") && !button("Run as replica")->isEnabled());
        const auto* const table = partOf<ModelTable>(*view.plot(), tableName);
        QVERIFY(table && table->rows() == 2); // mine and Gemma 7B
        for (int y = 0; y < view.plot()->height() && view.model().isEmpty(); y += 4)
            if (partOf<ModelTable>(*view.plot(), tableName)->cellAt(QPointF(300, y)).row == 1)
                QTest::mouseClick(view.plot(), Qt::LeftButton, Qt::NoModifier, QPoint(300, y));
        QCOMPARE(wanted.size(), 0); // a row is selected, its name is run
        QCOMPARE(view.model(), QString("gemma-7b"));
        QVERIFY(button("Run as replica")->isEnabled());
        button("Run as replica")->click();
        button("Compare")->click();
        QCOMPARE(wanted.size(), 2);
        QCOMPARE(wanted[0], (QVariantList{"atlas:gemma-7b", false}));
        QCOMPARE(wanted[1], (QVariantList{"atlas:gemma-7b", true}));

        const auto* const again = partOf<ModelTable>(*view.plot(), tableName);
        for (int y = 0; y < view.plot()->height() && wanted.size() == 2; y += 4)
            for (int x = 0; x < 120 && wanted.size() == 2; x += 4)
                if (partOf<ModelTable>(*view.plot(), tableName)->nameAt(QPointF(x, y)) == 1)
                    QTest::mouseClick(view.plot(), Qt::LeftButton, Qt::NoModifier, QPoint(x, y));
        QVERIFY(again && wanted.size() == 3);
        QCOMPARE(wanted[2], (QVariantList{"atlas:gemma-7b", false}));

        const QVariantMap options = view.figureData().options;
        AtlasView other(&selection, nullptr);
        QVERIFY(other.restore("atlas", options));
        QCOMPARE(other.figureData().options, options);
    }
};

QTEST_MAIN(TestAtlasView)
#include "tst_atlas_view.moc"
