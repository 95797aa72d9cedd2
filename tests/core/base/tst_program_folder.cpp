#include "core/base/program_folder.h"

#include <QCoreApplication>
#include <QTest>

class TestProgramFolder : public QObject
{
    Q_OBJECT
private slots:
    void itIsWhereThisTestLies()
    {
        QCOMPARE(QString::fromStdString(core::programFolder()), QCoreApplication::applicationDirPath());
    }
};

QTEST_GUILESS_MAIN(TestProgramFolder)
#include "tst_program_folder.moc"
