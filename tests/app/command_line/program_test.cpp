#include "tests/app/command_line/program_test.h"

#include "tests/test_data.h"

#include <QDir>
#include <QProcess>

QString golden(const QString& name) { return QString(TEST_DATA) + "/golden/" + name; }

void copyModel(const QString& from, const QString& to, const QString& file, const std::function<void(QByteArray&)>& change)
{
    QDir().mkpath(to);
    for (const QFileInfo& entry : QDir(from).entryInfoList(QDir::Files)) {
        QFile source(entry.filePath());
        QVERIFY(source.open(QIODevice::ReadOnly));
        QByteArray bytes = source.readAll();
        if (entry.fileName() == file)
            change(bytes);
        QFile target(to + "/" + entry.fileName());
        QVERIFY(target.open(QIODevice::WriteOnly));
        target.write(bytes);
    }
}

QByteArray readAll(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

ProgramTest::Result ProgramTest::run(const QStringList& arguments, const QByteArray& input)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        environment.remove(name);
    environment.insert("CUTAWAY_DATA_DIR", path("data"));
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(m_folder.path());
    process.start(CUTAWAY, arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(120'000) || process.exitStatus() != QProcess::NormalExit)
        return {-1, {}, "crashed or hung: " + process.readAllStandardError()};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}
