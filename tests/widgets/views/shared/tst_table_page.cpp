// The table of a figure: its numbers with headers, sorted as numbers, searched, copied as lines with tabs.

#include "widgets/views/shared/table_page.h"

#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/choice_text.h"
#include "widgets/figure/figure_tables.h"
#include "widgets/figure/number_files.h"
#include "widgets/plot/number_table.h"
#include "widgets/plot/table_words.h"
#include "widgets/views/shared/cell_words.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/number_table_model.h"
#include "widgets/views/shared/option_controls.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTableView>

using namespace widgets;

namespace {

constexpr double masked = -std::numeric_limits<double>::infinity();

std::vector<NumberTable> someTables()
{
    std::vector<NumberTable> tables;
    tables.emplace_back(
        NumberSet{"scores", {"row", "column"}, {3, 2}, {0.1, masked, 10, 3, -2, 1.0 / 3}, {{"the", " cat", "=1+1"}, {"x", "a\tb"}}});
    tables.emplace_back(NumberSet{"wall", {"tile row", "row", "column"}, {2, 2, 1}, {1, 2, 3, 4}, {{"L0", "L1"}, {}, {}}});
    tables.push_back(NumberTable::ofCsv("models", "model,parameters,year\n\"GPT, the first\",117000000,2018\n'-x,1.25e-4,\n"));
    return tables;
}

QStringList column(const QAbstractItemModel& model, int column)
{
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row)
        texts << model.index(row, column).data().toString();
    return texts;
}

} // namespace

class TestTablePage : public QObject
{
    Q_OBJECT

private slots:
    void aTableKnowsItsHeaders()
    {
        const std::vector<NumberTable> tables = someTables();
        QCOMPARE(tables[0].rows(), 3);
        QCOMPARE(tables[0].columns(), 2);
        QCOMPARE(tables[0].rowName(1), QStringLiteral(" cat"));
        QCOMPARE(tables[0].columnName(0), QStringLiteral("x"));
        QCOMPARE(tables[0].number(2, 0), -2.0);
        QCOMPARE(tables[0].exact(0, 1), QStringLiteral("-inf"));
        QCOMPARE(tables[0].exact(2, 1), QString::number(1.0 / 3, 'g', 16));
        QCOMPARE(tables[1].rows(), 4);
        QCOMPARE(tables[1].rowName(3), QStringLiteral("L1 · row 1"));
        QCOMPARE(tables[1].keyNames(), QStringList({"tile row", "row"}));
        QCOMPARE(tables[2].shown(0, 0), QStringLiteral("GPT, the first"));
        QCOMPARE(tables[2].number(0, 1), 117e6);
        QCOMPARE(tables[2].shown(0, 1), QStringLiteral("117000000"));
        QCOMPARE(tables[2].shown(1, 0), QStringLiteral("-x")); // the apostrophe is for spreadsheets
        QVERIFY(std::isnan(tables[2].number(1, 2)));
    }

    void columnsAreAsWideAsWhatIsShown()
    {
        NumberSet numbers{"values", {"row", "column"}, {400, 1}, {}, {{}, {"x"}}};
        for (int row = 0; row < 400; ++row)
            numbers.values.push_back(row < 300 ? 1 : -6.605123e-12);
        TablePage page;
        page.resize(500, 400);
        page.show("Values", {NumberTable(numbers)});
        page.setVisible(true);
        QCoreApplication::processEvents();
        auto* const table = page.findChild<QTableView*>();
        auto* const search = page.findChild<QLineEdit*>();
        const auto widthOf = [&](int row) {
            return table->fontMetrics().horizontalAdvance(table->model()->index(row, 1).data().toString());
        };
        QVERIFY(table->columnWidth(1) < widthOf(399));
        table->scrollToBottom();
        QVERIFY(table->columnWidth(1) > widthOf(399));
        table->scrollToTop();
        page.show("Values", {NumberTable(numbers)});
        table->sortByColumn(1, Qt::AscendingOrder);
        QVERIFY(table->columnWidth(1) > widthOf(0));
        const int before = table->columnWidth(1);
        search->setText("nothing has this");
        QCOMPARE(table->model()->rowCount(), 0);
        search->clear();
        QCOMPARE(table->columnWidth(1), before);
    }

    void theNameOfAPartIsWholeWhereThereIsRoom()
    {
        std::vector<NumberTable> tables = someTables();
        tables.push_back(NumberTable::ofCsv("What each neuron of the layer reads and writes", "a,b\n1,2\n"));
        TablePage page;
        page.show(QStringLiteral("title"), std::move(tables));
        auto* const part = page.findChild<QComboBox*>();
        part->setCurrentIndex(part->count() - 1);
        page.resize(1000, 400);
        page.setVisible(true);
        QCoreApplication::processEvents();
        QVERIFY(part->width() > part->fontMetrics().horizontalAdvance(part->currentText()) + part->height() / 2); // and the arrow
        page.resize(500, 400);
        QCoreApplication::processEvents();
        QCOMPARE(page.width(), 500); // a long name does not make the window wider
    }

    void idsOfFilesAreWordsOnScreen()
    {
        QCOMPARE(tableWord("feed_forward"), QStringLiteral("feed forward"));
        QCOMPARE(tableWord("blocks.1.attn.pattern"), QStringLiteral("blocks.1.attn.pattern"));
        QVERIFY(!knownTableWord("d_model"));
        QCOMPARE(partWord("delta: query 3"), QStringLiteral("B − A: query 3"));
        QCOMPARE(partWord("A: blocks.0"), QStringLiteral("A: blocks.0"));
        QCOMPARE(cellWord("kind", "grouped_query"), choiceText("attention.kind", "grouped_query"));
        QCOMPARE(cellWord("choice", "norm.kind"), choiceName("norm.kind"));
        QCOMPARE(cellWord("token", "alibi"), QStringLiteral("alibi")); // a text is no id
        QCOMPARE(cellWord("fact", "position: alibi; L: 24 + 24"),
            QStringLiteral("position: %1; L: 24 + 24").arg(choiceText("position.kind", "alibi")));
        const NumberTable table = NumberTable::ofCsv("kinds", "kind,penalty_of_farthest\nalibi,1\n", cellWord);
        QCOMPARE(table.columnName(1), QStringLiteral("penalty of farthest"));
        QCOMPARE(table.shown(0, 0), choiceText("position.kind", "alibi"));
        QCOMPARE(table.exact(0, 0), QStringLiteral("alibi")); // as in its file
    }

    void theModelIsOne()
    {
        NumberTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        ShownRows rows;
        QAbstractItemModelTester shownTester(&rows, QAbstractItemModelTester::FailureReportingMode::QtTest);
        rows.setSourceModel(&model);
        for (NumberTable& table : someTables())
            model.setTable(std::move(table));
        QCOMPARE(model.columnCount(), 3);
        rows.search("gpt");
        QCOMPARE(rows.rowCount(), 1);
    }

    void numbersAreSortedAsNumbersAndWordsSearched()
    {
        TablePage page;
        page.show("Scores", someTables());
        auto* const table = page.findChild<QTableView*>();
        QCOMPARE(table->accessibleName(), QStringLiteral("Scores"));
        QCOMPARE(column(*table->model(), 0), QStringList({"the", " cat", "=1+1"}));
        table->sortByColumn(1, Qt::AscendingOrder);
        QCOMPARE(column(*table->model(), 0), QStringList({"=1+1", "the", " cat"})); // −2, 0.1, 10
        table->sortByColumn(-1, Qt::AscendingOrder);
        QCOMPARE(column(*table->model(), 0), QStringList({"the", " cat", "=1+1"}));
        auto* const search = page.findChild<QLineEdit*>();
        QTest::keyClicks(search, "CAT");
        QCOMPARE(table->model()->rowCount(), 1);
        search->setText("0.33333333"); // more digits than are shown
        QCOMPARE(column(*table->model(), 0), QStringList({"=1+1"}));
        search->setText("3 cat"); // words of one row, in whatever cells
        QCOMPARE(column(*table->model(), 0), QStringList({" cat"}));
        search->setText("cat 0.1");
        QCOMPARE(table->model()->rowCount(), 0);
        search->clear();
        auto* const part = page.findChild<QComboBox*>();
        part->setCurrentText("models");
        QCOMPARE(table->model()->rowCount(), 2);
        search->setText("2018 gpt"); // of two cells
        QCOMPARE(table->model()->rowCount(), 1);
        search->setText("gpt 1.25");
        QCOMPARE(table->model()->rowCount(), 0);
        search->clear();
        page.show("Scores", someTables()); // drawn anew
        QCOMPARE(part->currentText(), QStringLiteral("models"));
    }

    void aNumberIsWholeAfterRowsWereSortedOrSearched()
    {
        constexpr int rows = 300;
        std::vector<double> values(rows, 1);
        values[rows - 1] = 1.23456e-12; // far below those that the columns were measured for
        std::vector<NumberTable> tables;
        tables.emplace_back(NumberSet{"scores", {"row", "column"}, {rows, 1}, values, {{}, {}}});
        TablePage page;
        page.resize(400, 200);
        page.show("Scores", std::move(tables));
        const auto* const table = page.findChild<QTableView*>();
        const int least = table->fontMetrics().horizontalAdvance(table->model()->index(rows - 1, 1).data().toString());
        QVERIFY(table->columnWidth(1) < least);
        page.findChild<QTableView*>()->sortByColumn(1, Qt::AscendingOrder);
        const int sorted = table->columnWidth(1);
        QVERIFY2(sorted > least, qPrintable(QString("%1 of %2 px").arg(sorted).arg(least)));
        for (const char* text : {"nothing of this", ""}) {
            page.findChild<QLineEdit*>()->setText(text);
            QCOMPARE(table->columnWidth(1), sorted);
        }
    }

    void whatIsCopiedCanBePastedIntoASpreadsheet()
    {
        TablePage page;
        page.show("Scores", someTables());
        QCOMPARE(page.copied(),
            QStringLiteral("row\tx\ta b\nthe\t0.1\t-inf\n cat\t10\t3\n'=1+1\t-2\t%1\n").arg(QString::number(1.0 / 3, 'g', 16)));
        auto* const table = page.findChild<QTableView*>();
        table->sortByColumn(1, Qt::DescendingOrder);
        table->setSelectionMode(QAbstractItemView::ContiguousSelection);
        table->selectionModel()->select(
            QItemSelection(table->model()->index(0, 1), table->model()->index(1, 2)), QItemSelectionModel::ClearAndSelect);
        QSignalSpy copied(&page, &TablePage::copiedRows);
        page.findChild<QPushButton*>()->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("x\ta b\n10\t3\n0.1\t-inf\n"));
        QCOMPARE(copied.at(0).at(0).toInt(), 2);
        QTest::keySequence(table, QKeySequence::Copy); // the same by key
        QCOMPARE(copied.size(), 2);
    }

    void everyFigureWithNumbersHasThem()
    {
        const FigureData data{support::tinyRun(), nullptr, {.layer = 1, .head = 2, .query = 4, .key = 2}, {}};
        const FigureInfo* const attention = findFigure("attention");
        QVERIFY(attention);
        const std::vector<NumberTable> tables = figureTables(*attention, data);
        QVERIFY(!tables.empty());
        const auto pattern = data.a->trace->at("blocks.1.attn.pattern");
        bool isThere = false;
        for (const NumberTable& table : tables)
            if (table.rows() == 6 && table.columns() == 6)
                isThere |= table.number(4, 2) == double(pattern.at({2, 4, 2})) && table.columnName(2).contains("sat");
        QVERIFY(isThere);
        const auto weights
            = std::ranges::find_if(tables, [](const NumberTable& table) { return table.rows() == 6 && table.columns() == 6; });
        QVERIFY(weights->isMasked(0, 5) && !weights->isMasked(5, 0));
        QCOMPARE(weights->shown(0, 5), QStringLiteral("masked")); // not its weight of 0
        QCOMPARE(weights->copied(0, 5), QStringLiteral("masked"));
        QCOMPARE(weights->exact(0, 5), QStringLiteral("0")); // as files have it
        QVERIFY(figureTables(*attention, {}).empty());
    }

    void controlsTakeTheirOption()
    {
        QSlider slider;
        setControl(&slider, 7);
        QCOMPARE(slider.value(), 7);
        QPushButton button;
        button.setCheckable(true);
        setControl(&button, true);
        QVERIFY(button.isChecked());
        QObject other;
        setControl(&other, 1); // nothing
    }
};

QUIET_TEST_MAIN(TestTablePage)
#include "tst_table_page.moc"
