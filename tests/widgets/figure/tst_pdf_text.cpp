#include "widgets/figure/pdf_text.h"

#include "tests/widgets/support/quiet.h"

using namespace widgets;

class TestPdfText : public QObject
{
    Q_OBJECT

private slots:
    void radicalsBecomeTheirCharacters();
    void tablesAreRepairedInPlace();
    void onlyTablesAreTouched();
    void hostileAttachmentsAreHarmless();
};

void TestPdfText::radicalsBecomeTheirCharacters()
{
    QCOMPARE(unifiedIdeograph(0x2f12), char16_t(u'力'));
    QCOMPARE(unifiedIdeograph(0x2f0a), char16_t(u'入'));
    QCOMPARE(unifiedIdeograph(0x2e85), char16_t(u'亻')); // compatibility decomposition does not know this one
    QCOMPARE(unifiedIdeograph(u'力'), char16_t(u'力'));
    QCOMPARE(unifiedIdeograph(u'A'), char16_t(u'A'));
}

void TestPdfText::tablesAreRepairedInPlace()
{
    QByteArray pdf = "begincmap\n1 beginbfchar\n<2F12> <2F12>\nendbfchar\n2 beginbfrange\n<0001> <0003> [<6CE8> <2F0A> <2f12> ]\n"
                     "<0004> <0004> <2F24>\nendbfrange\nendcmap";
    const QByteArray expected
        = "begincmap\n1 beginbfchar\n<2F12> <529b>\nendbfchar\n2 beginbfrange\n<0001> <0003> [<6CE8> <5165> <529b> ]\n"
          "<0004> <0004> <5927>\nendbfrange\nendcmap";
    QCOMPARE(repairPdfText(pdf), 4);
    QCOMPARE(pdf, expected);
}

void TestPdfText::onlyTablesAreTouched()
{
    const QByteArray before = "<0001> <2F12>\nbegincmap\n<2F12> <2F12>\nendcmap\n<2F12>\nbegincmap\n1 beginbfchar\n<0001> <2F12>";
    QByteArray pdf = before;
    QCOMPARE(repairPdfText(pdf), 0);
    QCOMPARE(pdf, before);
}

void TestPdfText::hostileAttachmentsAreHarmless()
{
    for (const QByteArray& pdf :
        {QByteArray("/EF <</F "), QByteArray("\n9 0 obj\nFlateDecode stream\nxx\nendstream /EF <</F 9 0 R>>"),
            QByteArray("/EF <</F 99999999999999999999 0 R>>"), QByteArray("\n1 0 obj\nstream\n/EF <</F 1 0 R\nendstream")}) {
        if (pdf.contains("xx"))
            QTest::ignoreMessage(QtWarningMsg, "qUncompress: Input data is corrupted");
        QVERIFY(pdfAttachment(pdf, 1000).isEmpty());
    }
    QByteArray bomb = qCompress(QByteArray(30'000'000, ' ')).mid(4);
    bomb = "\n1 0 obj\n<</Filter /FlateDecode>>\nstream\n" + bomb + "\nendstream\n/EF <</F 1 0 R>>";
    QVERIFY(pdfAttachment(bomb, 1000).isEmpty());
}

QUIET_TEST_MAIN(TestPdfText)
#include "tst_pdf_text.moc"
