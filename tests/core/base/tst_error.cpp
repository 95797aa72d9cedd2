#include "core/base/error.h"

#include <QTest>

using core::Error;
using core::ErrorKind;

class TestError : public QObject
{
    Q_OBJECT
private slots:
    void readsAsOneLine_data();
    void readsAsOneLine();
    void takesTheFileLate();
};

void TestError::readsAsOneLine_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<QString>("found");
    QTest::addColumn<QString>("line");
    QTest::newRow("all") << "a.json"
                         << "key"
                         << "1"
                         << "2"
                         << "a.json: key: wrong (expected 1, found 2)";
    QTest::newRow("no file") << ""
                             << "key"
                             << "1"
                             << ""
                             << "key: wrong (expected 1)";
    QTest::newRow("only found") << "a"
                                << ""
                                << ""
                                << "2"
                                << "a: wrong (found 2)";
    QTest::newRow("bare") << ""
                          << ""
                          << ""
                          << ""
                          << "wrong";
    QTest::newRow("control characters") << "a\nb"
                                        << "\x1b[31m"
                                        << ""
                                        << ""
                                        << "a\\x0ab: \\x1b[31m: wrong";
}

void TestError::readsAsOneLine()
{
    QFETCH(QString, file);
    QFETCH(QString, where);
    QFETCH(QString, expected);
    QFETCH(QString, found);
    QFETCH(QString, line);
    const Error error(
        {ErrorKind::BadInput, file.toStdString(), where.toStdString(), "wrong", expected.toStdString(), found.toStdString()});
    QCOMPARE(QString::fromUtf8(error.what()), line);
}

void TestError::takesTheFileLate()
{
    const Error error({ErrorKind::BadInput, "", "byte 3", "wrong", "", ""});
    QCOMPARE(QString::fromUtf8(error.inFile("x.json").what()), QString("x.json: byte 3: wrong"));
    QCOMPARE(QString::fromUtf8(error.inFile("x.json").inFile("y.json").what()), QString("x.json: byte 3: wrong"));
}

QTEST_GUILESS_MAIN(TestError)
#include "tst_error.moc"
