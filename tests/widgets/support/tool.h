#pragma once

// Tool: programs of others that read our files: poppler-utils, librsvg2-bin, libxml2-utils. A test that needs one fails where
// it is missing; `./dev setup` installs them.

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

namespace support {

struct ToolResult
{
    int exitCode = -1;
    QByteArray out, err;
};

inline ToolResult runTool(const QString& tool, const QStringList& arguments)
{
    if (QStandardPaths::findExecutable(tool).isEmpty()) {
        QTest::qFail(qPrintable(tool + " is needed by this test: ./dev setup"), __FILE__, __LINE__);
        return {};
    }
    QProcess process;
    process.start(tool, arguments);
    process.waitForFinished(120'000);
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

inline QString written(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        QTest::qFail(qPrintable("cannot write " + path), __FILE__, __LINE__);
    return path;
}

} // namespace support
