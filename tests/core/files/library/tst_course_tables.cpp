// The tables of the course: every cell is that of the table they were made of, in its columns and order, and where a fact is
// another, that one is known with its source.

#include "core/files/library/course_tables.h"

#include "core/files/library/replica.h"
#include "tests/core/support/temporary_files.h"
#include "tests/test_data.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <ranges>
#include <set>

using namespace core;

namespace {

/// The lines of a table, the head first; a line that begins with # is a comment. No cell has a comma.
QVector<QStringList> linesOf(const char* name)
{
    QFile file(QStringLiteral(TEST_DATA "/atlas/%1").arg(QLatin1String(name)));
    QVector<QStringList> lines;
    if (file.open(QIODevice::ReadOnly))
        for (const QString& line : QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts))
            if (!line.startsWith('#'))
                lines << line.trimmed().split(',');
    return lines;
}

QStringList words(const std::vector<std::string>& cells)
{
    QStringList list;
    for (const std::string& cell : cells)
        list << QString::fromStdString(cell);
    return list;
}

std::string readProblem(const std::string& content)
{
    const TemporaryFolder folder;
    try {
        readCourseTables(folder.write("course.json", content), atlas());
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

} // namespace

class TestCourseTables : public QObject
{
    Q_OBJECT
private slots:
    void everyCellIsThatOfTheTable_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("rows");
        QTest::newRow("large") << "large"
                               << "published_models.csv" << 28;
        QTest::newRow("llama") << "llama"
                               << "llama_family.csv" << 10;
    }

    void everyCellIsThatOfTheTable()
    {
        QFETCH(QString, id);
        QFETCH(QString, file);
        QFETCH(int, rows);
        const QVector<QStringList> lines = linesOf(file.toLatin1());
        const CourseTable* const table = findCourseTable(id.toStdString());
        QVERIFY(table);
        QCOMPARE(lines.size(), qsizetype(rows + 1));
        QCOMPARE(words(table->columns), lines.front());
        QCOMPARE(int(table->rows.size()), rows);
        for (int i = 0; i < rows; ++i)
            QCOMPARE(words(table->rows[std::size_t(i)].cells), lines[i + 1]);
    }

    /// The comparison has rows of the large table.
    void theComparisonHasItsFourRows()
    {
        const CourseTable *const table = findCourseTable("deepseek"), *const large = findCourseTable("large");
        QVERIFY(table && large);
        std::vector<std::string> columns = large->columns; // and what the course says of the mixtures
        columns.insert(columns.end(), {"experts", "cache"});
        QCOMPARE(table->columns, columns);
        QStringList names;
        for (const CourseRow& row : table->rows) {
            names << QString::fromStdString(row.cells.front());
            const auto same = std::ranges::find(large->rows, row.model, &CourseRow::model);
            QVERIFY(same != large->rows.end());
            QCOMPARE(row.cells.size(), columns.size());
            QVERIFY(std::ranges::equal(row.cells | std::views::take(large->columns.size()), same->cells));
        }
        QCOMPARE(names, (QStringList{"LLaMA-3.1", "DeepSeek", "DeepSeek-V2", "DeepSeek-V3"}));
    }

    void everyRowIsAModelAtThatPlace()
    {
        for (const CourseTable& table : courseTables()) {
            std::set<std::string> ids;
            for (std::size_t i = 0; i < table.rows.size(); ++i) {
                const AtlasModel* const model = findAtlasModel(table.rows[i].model);
                QVERIFY(model && ids.insert(model->id).second);
                QCOMPARE(model->tables.at(table.id), int(i) + 1);
            }
        }
    }

    /// All that differs, and nothing else: every other cell that can be compared is the fact.
    void whatDiffersIsKnown()
    {
        QStringList found;
        int same = 0;
        for (const CourseTable& table : courseTables())
            for (const CourseRow& row : table.rows)
                for (std::size_t i = 0; i < table.columns.size(); ++i) {
                    const AtlasModel& model = *findAtlasModel(row.model);
                    const std::string fact = courseDifference(table.columns[i], row.cells[i], model);
                    same += fact.empty() && !courseFact(table.columns[i], model).empty();
                    if (fact.empty())
                        continue;
                    QVERIFY2(!model.source.empty(), row.model.c_str());
                    found << QString::fromStdString(
                        table.id + ' ' + row.model + ' ' + table.columns[i] + ": " + row.cells[i] + " -> " + fact);
                }
        found.sort();
        QCOMPARE(found,
            (QStringList{"deepseek deepseek-v2 cache: 512 -> 512 + 64", "deepseek deepseek-v2 experts: 162 -> 160 + 2",
                "deepseek deepseek-v3 cache: 512 -> 512 + 64", "deepseek deepseek-v3 experts: 257 -> 256 + 1",
                "large gemma-7b activation: GELU -> GEGLU", "large gemma-7b parameters: 7B -> 8.54B",
                "large glm-130b norm: DeepNorm -> LayerNorm", "large glm-130b placement: post -> DeepNorm",
                "large t5-11b L: 24 -> 24 + 24"}));
        QVERIFY2(same > 330, qPrintable(QString::number(same)));
    }

    void everyFaultOfTheFileIsNamed()
    {
        const std::string head = R"({"format": 1, "tables": [{"id": "x", "columns": ["model", "L"], "rows": [)";
        QVERIFY(readProblem(head + R"({"model": "gpt2", "cells": ["GPT-2", "12"]}]}]})").empty());
        QVERIFY(readProblem(head + R"({"model": "gpt9", "cells": ["GPT-9", "12"]}]}]})").find("gpt9") != std::string::npos);
        QVERIFY(readProblem(head + R"({"model": "gpt2", "cells": ["GPT-2"]}]}]})").find("rows[0].cells") != std::string::npos);
        QVERIFY(!readProblem(R"({"format": 2, "tables": []})").empty());
    }
};

QTEST_APPLESS_MAIN(TestCourseTables)
#include "tst_course_tables.moc"
