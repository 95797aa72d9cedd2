#include "tests/support/test_program.h"

#include <QByteArray>
#include <QFileInfo>

#include <cstdio>
#include <map>
#include <string>

namespace {

std::map<std::string, tests::Run>& list()
{
    static std::map<std::string, tests::Run> tests;
    return tests;
}

} // namespace

bool tests::addTest(const char* file, Run run)
{
    return list().emplace(QFileInfo(QString::fromUtf8(file)).completeBaseName().toStdString(), run).second;
}

/// PROGRAM [TEST] [ARGUMENTS OF QTEST]: without TEST, the only one there is.
int main(int argc, char** argv)
{
    auto chosen = argc > 1 ? list().find(argv[1]) : list().end();
    if (chosen != list().end()) {
        // Each test keeps a name of its own, which Qt takes for settings and temporary folders.
        static QByteArray name = QByteArray(argv[0]).replace("_tests", QByteArray("_") + argv[1]);
        argv[1] = name.data();
        ++argv;
        --argc;
    } else if (list().size() == 1) {
        chosen = list().begin();
    }
    if (chosen != list().end())
        return chosen->second(argc, argv);
    std::fprintf(stderr, "%s: expected the name of a test:\n", argv[0]);
    for (const auto& [test, run] : list())
        std::fprintf(stderr, "  %s\n", test.c_str());
    return 2;
}
