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

    void theEnvironmentIsReadInAnyLetters()
    {
        qputenv("CUTAWAY_TEST", "/folder/猫 é");
        QCOMPARE(core::environment("CUTAWAY_TEST"), std::string("/folder/猫 é"));
        qunsetenv("CUTAWAY_TEST");
        QCOMPARE(core::environment("CUTAWAY_TEST"), std::string());
    }

    void theHomeHasItsNameOfEitherSystem()
    {
        const QByteArray before = qgetenv("HOME");
        qputenv("HOME", "/folder/person");
        qputenv("USERPROFILE", "C:/people/person");
        QCOMPARE(core::homeFolder(), std::string("/folder/person"));
        qunsetenv("HOME");
        QCOMPARE(core::homeFolder(), std::string("C:/people/person"));
        qunsetenv("USERPROFILE");
        qputenv("HOME", before);
    }
};

QTEST_GUILESS_MAIN(TestProgramFolder)
#include "tst_program_folder.moc"
