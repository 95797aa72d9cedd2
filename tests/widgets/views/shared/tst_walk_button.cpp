// The button that opens the planned steps from the original Transformer to LLaMA: whose words it opens.

#include "tests/widgets/support/quiet.h"
#include "widgets/views/shared/walk_button.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QTest>

using namespace widgets;

class TestWalkButton : public QObject
{
    Q_OBJECT

    const QLocale m_before;

private slots:
    void cleanup() { QLocale::setDefault(m_before); }

    void itsFileHasPlannedStepsInTheLanguageInForce_data()
    {
        QTest::addColumn<QString>("locale");
        QTest::addColumn<QString>("file");
        QTest::newRow("English") << "en_US" << "llama.en.json";
        QTest::newRow("Chinese") << "zh_CN" << "llama.zh_CN.json";
        QTest::newRow("a language without one") << "fr_FR" << "llama.en.json";
    }
    void itsFileHasPlannedStepsInTheLanguageInForce()
    {
        QFETCH(QString, locale);
        QLocale::setDefault(QLocale(locale));
        QFile file(WalkButton::file());
        QTEST(file.fileName().section(QLatin1Char('/'), -1), "file");
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
        const QJsonObject steps = QJsonDocument::fromJson(file.readAll()).object();
        QVERIFY(steps.value(QStringLiteral("steps")).toArray().size() > 3);
    }
};

QUIET_TEST_MAIN(TestWalkButton)
#include "tst_walk_button.moc"
