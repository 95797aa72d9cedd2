#include "tests/support/without_qt/test.h"

#include <cstdarg>
#include <cstdio>
#include <memory>
#include <stdexcept>

namespace {

enum class Outcome
{
    Passed,
    Failed,
    Skipped
};

std::vector<std::string> s_columns;
std::vector<std::unique_ptr<QTest::Row>> s_rows; // a reference to one stays while others are added
const QTest::Row* s_row = nullptr;
Outcome s_outcome = Outcome::Passed;
std::string s_message;

class Runner
{
public:
    Runner(std::string test, const std::vector<QTest::Slot>& list)
        : m_test(std::move(test))
        , m_slots(list)
    {
    }

    void runSlot(const QTest::Slot& slot, const std::string& rowName)
    {
        s_columns.clear();
        s_rows.clear();
        call(std::string(slot.name) + "_data");
        if (s_columns.empty())
            runRow(slot, nullptr);
        for (const auto& row : s_rows)
            if (rowName.empty() || row->name == rowName)
                runRow(slot, row.get());
        s_rows.clear();
    }

    void runAll(const std::vector<std::string>& chosen)
    {
        const bool hasBegun = begin();
        for (const QTest::Slot& slot : m_slots) {
            const std::string name = slot.name;
            if (!hasBegun)
                break;
            if (name.ends_with("_data") || name == "init" || name == "cleanup" || name == "initTestCase"
                || name == "cleanupTestCase")
                continue;
            if (chosen.empty())
                runSlot(slot, {});
            for (const std::string& one : chosen)
                if (const std::size_t end = one.find(':'); one.substr(0, end) == name)
                    runSlot(slot, end == one.npos ? "" : one.substr(end + 1));
        }
        call("cleanupTestCase");
        std::printf("Totals: %d passed, %d failed, %d skipped\n", m_passed, m_failed, m_skipped);
    }

    int failed() const { return m_failed; }

private:
    /// Whether the test's own beginning passed, where it has one; without it no other slot means anything.
    bool begin()
    {
        s_outcome = Outcome::Passed;
        for (const QTest::Slot& slot : m_slots)
            if (std::string_view(slot.name) == "initTestCase")
                runRow(slot, nullptr);
        return s_outcome == Outcome::Passed;
    }

    void call(const std::string& name) const
    {
        for (const QTest::Slot& slot : m_slots)
            if (slot.name == name)
                slot.run();
    }

    void runRow(const QTest::Slot& slot, const QTest::Row* row)
    {
        s_row = row;
        s_outcome = Outcome::Passed;
        s_message.clear();
        try {
            call("init");
            if (s_outcome == Outcome::Passed)
                slot.run();
            call("cleanup");
        } catch (const std::exception& error) {
            QTest::fail(std::string("an exception: ") + error.what(), {"", 0});
        }
        const char* const words[] = {"PASS  ", "FAIL! ", "SKIP  "};
        ++(s_outcome == Outcome::Passed ? m_passed : s_outcome == Outcome::Failed ? m_failed : m_skipped);
        std::printf("%s : %s::%s(%s) %s\n", words[int(s_outcome)], m_test.c_str(), slot.name, row ? row->name.c_str() : "",
            s_message.c_str());
        std::fflush(stdout);
    }

    std::string m_test;
    const std::vector<QTest::Slot>& m_slots;
    int m_passed = 0, m_failed = 0, m_skipped = 0;
};

} // namespace

namespace QTest {

void addColumnNamed(const char* name) { s_columns.emplace_back(name); }

Row& newRow(const char* name)
{
    s_rows.push_back(std::make_unique<Row>(Row{name, {}}));
    return *s_rows.back();
}

Row& addRow(const char* pattern, ...)
{
    char name[1000];
    va_list arguments;
    va_start(arguments, pattern);
    std::vsnprintf(name, sizeof name, pattern, arguments);
    va_end(arguments);
    return newRow(name);
}

const std::any& cell(const char* column)
{
    const auto at = std::find(s_columns.begin(), s_columns.end(), column) - s_columns.begin();
    if (!s_row || at >= std::ssize(s_row->cells))
        throw std::logic_error(std::string("no value in the column ") + column);
    return s_row->cells[std::size_t(at)];
}

bool fail(const std::string& message, const Place& place)
{
    s_outcome = Outcome::Failed;
    s_message += message + "\n   Loc: [" + place.file + "(" + std::to_string(place.line) + ")]";
    return false;
}

void skip(const std::string& reason)
{
    s_outcome = Outcome::Skipped;
    s_message = reason;
}

bool currentTestFailed() { return s_outcome == Outcome::Failed; }

bool verify(bool isTrue, const char* statement, const QString& description, const Place& place)
{
    return isTrue || fail(std::string(statement) + " returned FALSE. " + description.toStdString(), place);
}

int run(const char* test, const std::vector<Slot>& list, const std::vector<std::string>& arguments)
{
    Runner runner(test, list);
    runner.runAll(arguments);
    return runner.failed();
}

} // namespace QTest
