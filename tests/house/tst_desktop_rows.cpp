// docs/desktop.md names tests that are there, one at least for each of its forty rows; CITATION.cff is of this version.

#include "tests/test_data.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

namespace {

const QString root = QStringLiteral(TEST_DATA "/../../");

QString textOf(const QString& path)
{
    QFile file(root + path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

class TestDesktopRows : public QObject
{
    Q_OBJECT

private slots:
    void eachExpectationHasATest()
    {
        static const QRegularExpression row("^\\| (\\d+) \\|"), named("`([a-z_/]+\\.cpp)::(\\w+)`"),
            script("`(tools/\\w+\\.sh)`"),
            house("`(house/\\w+)`"); // a script that is a test by itself
        int rows = 0;
        for (const QString& line : textOf("docs/desktop.md").split('\n')) {
            const QRegularExpressionMatch number = row.match(line);
            if (!number.hasMatch())
                continue;
            QCOMPARE(number.captured(1).toInt(), ++rows);
            int tests = 0;
            for (auto test = named.globalMatch(line); test.hasNext(); ++tests) {
                const QRegularExpressionMatch one = test.next();
                const QString claim = QStringLiteral("void %1()").arg(one.captured(2));
                QVERIFY2(textOf("tests/" + one.captured(1)).contains(claim), qPrintable(one.captured(0) + " is not there"));
            }
            for (auto test = house.globalMatch(line); test.hasNext(); ++tests) {
                const QString name = test.next().captured(1);
                QVERIFY2(textOf("tests/house/tests.cmake").contains("add_test(NAME " + name + ' '), qPrintable(name));
            }
            QVERIFY2(tests > 0, qPrintable(line));
            for (auto path = script.globalMatch(line); path.hasNext();) {
                const QString name = path.next().captured(1);
                QVERIFY2(QFile::exists(root + name), qPrintable(name));
            }
        }
        QCOMPARE(rows, 40);
    }

    void theCitationIsOfThisVersion()
    {
        static const QRegularExpression version("project\\(cutaway VERSION ([0-9.]+)");
        const QString now = version.match(textOf("CMakeLists.txt")).captured(1);
        QVERIFY(!now.isEmpty());
        QVERIFY(textOf("CITATION.cff").contains("\nversion: " + now + "\n"));
    }
};

QTEST_GUILESS_MAIN(TestDesktopRows)
#include "tst_desktop_rows.moc"
