#include "core/base/program_folder.h"

#include <QCoreApplication>
#include <QDir>
#include <QTest>

class TestProgramFolder : public QObject
{
    Q_OBJECT
private slots:
    void itIsWhereThisTestLies()
    {
        QCOMPARE(QString::fromStdString(core::programFolder()), QCoreApplication::applicationDirPath());
    }

    void whatIsSharedLiesBesideIt()
    {
        const QString folder = QDir(QCoreApplication::applicationDirPath()).filePath("../share/cutaway/models");
        QCOMPARE(QString::fromStdString(core::sharedFolder("models")), QDir::cleanPath(folder));
    }
};

QTEST_GUILESS_MAIN(TestProgramFolder)
#include "tst_program_folder.moc"
