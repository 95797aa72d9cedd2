#include "core/text/unicode.h"

#include <QString>
#include <QTest>

using namespace core;

class TestUnicode : public QObject
{
    Q_OBJECT

private slots:
    void everyCodePointComesBack();
    void brokenBytesBecomeReplacementCharacters_data();
    void brokenBytesBecomeReplacementCharacters();
    void brokenBytesAreShownOneByOne();
};

void TestUnicode::everyCodePointComesBack()
{
    for (char32_t code = 0; code <= 0x10FFFF; ++code) {
        std::string text;
        appendUtf8(text, code);
        const DecodedChar decoded = decodeChar(text, 0);
        if (code >= 0xD800 && code <= 0xDFFF) {
            QCOMPARE(decoded.bytes, std::size_t(0));
        } else {
            QCOMPARE(decoded.code, code);
            QCOMPARE(decoded.bytes, text.size());
        }
    }
}

void TestUnicode::brokenBytesBecomeReplacementCharacters_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("text");
    QTest::newRow("whole") << QByteArray("a猫") << QString("a猫");
    QTest::newRow("lone continuation") << QByteArray("a\x80z") << QString("a\uFFFDz");
    QTest::newRow("cut after two of three") << QByteArray("\xE7\x8C") << QString("\uFFFD");
    QTest::newRow("cut after three of four") << QByteArray("\xF0\x9F\x98!") << QString("\uFFFD!");
    QTest::newRow("overlong") << QByteArray("\xC0\xAF") << QString("\uFFFD\uFFFD");
    QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << QString("\uFFFD\uFFFD\uFFFD");
    QTest::newRow("beyond the last") << QByteArray("\xF4\x90\x80\x80") << QString("\uFFFD\uFFFD\uFFFD\uFFFD");
}

void TestUnicode::brokenBytesBecomeReplacementCharacters()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(lossyUtf8(bytes.toStdString())), text);
    QCOMPARE(firstInvalidByte(bytes.toStdString()).has_value(), text.contains(QChar(QChar::ReplacementCharacter)));
}

void TestUnicode::brokenBytesAreShownOneByOne() { QCOMPARE(shownBytes("a\xE7\x8C"), std::string("a<0xE7><0x8C>")); }

QTEST_GUILESS_MAIN(TestUnicode)
#include "tst_unicode.moc"
