#pragma once

// Tests of a room share one program: QTEST_MAIN and its like put a test on the program's list instead of making a main(), and
// tests/support/test_program.cpp runs the one that is asked for. Read before every test, with the precompiled headers.

#include <QTest>

namespace tests {

using Run = int (*)(int argc, char** argv);

/// Puts the test in `file` (its __FILE__) on the list of this program. Returns true.
bool addTest(const char* file, Run run);

} // namespace tests

#define TEST_PROGRAM(Test, ...)                                                                                                  \
    static int run##Test(int argc, char** argv) { __VA_ARGS__ }                                                                  \
    [[maybe_unused]] static const bool hasTest##Test = tests::addTest(__FILE__, run##Test);

// What Qt's macros for tests end in (qtest.h).
#undef QTEST_MAIN_WRAPPER
#define QTEST_MAIN_WRAPPER(Test, ...)                                                                                            \
    TEST_PROGRAM(Test, QTest::Internal::callInitMain<Test>(); __VA_ARGS__ Test test; QTEST_SET_MAIN_SOURCE_PATH return QTest::qExec(&test, argc, argv);)
