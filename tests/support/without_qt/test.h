#pragma once

// Qt Test where there is no Qt, as far as the tests of core use it: rows of data, comparisons, and slots listed by
// list_slots.cmake in place of moc. What is printed has the form of Qt's.

#include "tests/support/without_qt/files.h"
#include "tests/support/without_qt/strings.h"

#include <any>
#include <chrono>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <random>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <typeinfo>

namespace QTest {

struct Slot
{
    const char* name;
    std::function<void()> run;
};

struct Row
{
    std::string name;
    std::vector<std::any> cells;
    template <class T>
    Row& operator<<(const T& value)
    {
        if constexpr (std::is_convertible_v<T, const char*> && !std::is_same_v<T, QString>)
            cells.emplace_back(QString(value));
        else
            cells.emplace_back(value);
        return *this;
    }
};

void addColumnNamed(const char* name);
template <class>
void addColumn(const char* name)
{
    addColumnNamed(name);
}
Row& newRow(const char* name);
Row& addRow(const char* pattern, ...);
const std::any& cell(const char* column); // of the row that runs
template <class T>
T fetch(const char* column)
{
    if (const T* const value = std::any_cast<T>(&cell(column)))
        return *value;
    throw std::logic_error(std::string("the column ") + column + " has a value of another type");
}

struct Place
{
    const char* file;
    int line;
};
/// Returns false, and the test has failed.
bool fail(const std::string& message, const Place& place);
void skip(const std::string& reason);
bool currentTestFailed();
bool verify(bool isTrue, const char* statement, const QString& description, const Place& place);

template <class T>
bool isNear(T a, T b)
{
    if (std::isnan(a) || std::isnan(b) || std::isinf(a) || std::isinf(b))
        return (std::isnan(a) && std::isnan(b)) || a == b;
    return std::abs(a - b) * T(sizeof(T) == 4 ? 1e5 : 1e12) <= std::min(std::abs(a), std::abs(b)); // as qFuzzyCompare()
}

template <class A, class B>
bool isSame(const A& a, const B& b)
{
    if constexpr (std::is_floating_point_v<A> && std::is_same_v<A, B>)
        return isNear(a, b);
    else if constexpr (std::is_convertible_v<A, const char*> && std::is_convertible_v<B, const char*>)
        return std::strcmp(a, b) == 0;
    else
        return a == b;
}

template <class T>
std::string shown(const T& value)
{
    std::ostringstream text;
    text.precision(std::numeric_limits<double>::max_digits10);
    if constexpr (requires { text << value; })
        text << value;
    else if constexpr (requires {
                           value.begin() != value.end();
                           text << *value.begin();
                       })
        for (const auto& one : value)
            text << one << ' ';
    else
        text << "(cannot be shown)";
    return text.str();
}

template <class A, class B>
bool compare(const A& actual, const B& expected, const char* statement, const Place& place)
{
    return isSame(actual, expected)
        || fail(std::string(statement) + "\n   Actual  : " + shown(actual) + "\n   Expected: " + shown(expected), place);
}

/// Runs of `list` the slots that `arguments` name (SLOT or SLOT:ROW), or all. Returns how many failed.
int run(const char* test, const std::vector<Slot>& list, const std::vector<std::string>& arguments);

namespace Internal {
template <class>
void callInitMain()
{
}
} // namespace Internal

/// Looks for `timeout` ms, as Qt does, whether a condition holds.
template <class Condition>
bool qWaitFor(Condition condition, int timeout = 5000)
{
    using namespace std::chrono;
    for (const auto end = steady_clock::now() + milliseconds(timeout); !condition() && steady_clock::now() < end;)
        std::this_thread::sleep_for(milliseconds(10));
    return condition();
}

} // namespace QTest

class QObject
{
public:
    virtual ~QObject() = default;
    virtual const char* testName() const = 0;
    virtual std::vector<QTest::Slot> testSlots() = 0;
};

namespace QTest {
inline int qExec(QObject* test, int argc, char** argv)
{
    return run(test->testName(), test->testSlots(), {argv + 1, argv + argc});
}
} // namespace QTest

#define Q_OBJECT                                                                                                                 \
public:                                                                                                                          \
    const char* testName() const override;                                                                                       \
    std::vector<QTest::Slot> testSlots() override;                                                                               \
                                                                                                                                 \
private:
#define slots
#define Q_DECLARE_METATYPE(Type)
#define Q_ASSERT(condition) ((condition) ? void() : std::abort())

#define qInfo(...) (std::printf(__VA_ARGS__), std::printf("\n"))
#define qFatal(...) (std::fprintf(stderr, __VA_ARGS__), std::abort())

#define QTEST_PLACE                                                                                                              \
    QTest::Place { __FILE__, __LINE__ }
#define QVERIFY2(condition, description)                                                                                         \
    do {                                                                                                                         \
        if (!QTest::verify(bool(condition), #condition, description, QTEST_PLACE))                                               \
            return;                                                                                                              \
    } while (false)
#define QVERIFY(condition) QVERIFY2(condition, "")
#define QCOMPARE(actual, expected)                                                                                               \
    do {                                                                                                                         \
        if (!QTest::compare(actual, expected, #actual " = " #expected, QTEST_PLACE))                                             \
            return;                                                                                                              \
    } while (false)
#define QFAIL(message)                                                                                                           \
    do {                                                                                                                         \
        QTest::fail(message, QTEST_PLACE);                                                                                       \
        return;                                                                                                                  \
    } while (false)
#define QSKIP(reason)                                                                                                            \
    do {                                                                                                                         \
        QTest::skip(reason);                                                                                                     \
        return;                                                                                                                  \
    } while (false)
#define QVERIFY_THROWS_EXCEPTION(Type, ...)                                                                                      \
    do {                                                                                                                         \
        bool isThrown = false;                                                                                                   \
        try {                                                                                                                    \
            __VA_ARGS__;                                                                                                         \
        } catch (const Type&) {                                                                                                  \
            isThrown = true;                                                                                                     \
        }                                                                                                                        \
        if (!QTest::verify(isThrown, #__VA_ARGS__ " throws " #Type, "", QTEST_PLACE))                                            \
            return;                                                                                                              \
    } while (false)
#define QVERIFY_EXCEPTION_THROWN(expression, Type) QVERIFY_THROWS_EXCEPTION(Type, expression)
#define QTRY_VERIFY(condition)                                                                                                   \
    do {                                                                                                                         \
        QTest::qWaitFor([&] { return bool(condition); });                                                                        \
        QVERIFY(condition);                                                                                                      \
    } while (false)
#define QFETCH(Type, name) Type name = QTest::fetch<std::remove_cv_t<Type>>(#name)

#define QTEST_SET_MAIN_SOURCE_PATH
#define QTEST_MAIN_WRAPPER // tests/support/test_program.h says what a main is
#define QTEST_GUILESS_MAIN(Test) QTEST_MAIN_WRAPPER(Test, )
#define QTEST_APPLESS_MAIN(Test) QTEST_MAIN_WRAPPER(Test, )

class QRandomGenerator
{
public:
    explicit QRandomGenerator(quint32 seed)
        : m_engine(seed)
    {
    }
    quint32 bounded(quint32 end) { return quint32(m_engine() % end); }

private:
    std::mt19937 m_engine;
};

class QElapsedTimer
{
public:
    void start() { m_start = std::chrono::steady_clock::now(); }
    long long elapsed() const
    {
        return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - m_start).count();
    }

private:
    std::chrono::steady_clock::time_point m_start;
};
