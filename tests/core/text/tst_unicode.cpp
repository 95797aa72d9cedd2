#include "core/text/normalizer.h"
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
    void formsEqualThoseOfQt_data();
    void formsEqualThoseOfQt();
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

void TestUnicode::formsEqualThoseOfQt_data()
{
    QTest::addColumn<bool>("isComposed");
    QTest::addColumn<bool>("isCompatible");
    for (const bool composed : {true, false})
        for (const bool compatible : {true, false})
            QTest::addRow("NF%s%s", compatible ? "K" : "", composed ? "C" : "D") << composed << compatible;
}

void TestUnicode::formsEqualThoseOfQt()
{
    QFETCH(bool, isComposed);
    QFETCH(bool, isCompatible);
    const normalizers::UnicodeForm form{isComposed, isCompatible};
    const QString::NormalizationForm same = isCompatible
        ? (isComposed ? QString::NormalizationForm_KC : QString::NormalizationForm_KD)
        : (isComposed ? QString::NormalizationForm_C : QString::NormalizationForm_D);
    // Each character between marks of two classes in the wrong order. The forms are those of Unicode 9, which the tokenizers
    // library has: later characters have neither class nor decomposition there.
    for (char32_t code = 1; code < 0x2FA20; ++code) {
        if (code >= 0xD800 && code <= 0xDFFF)
            continue;
        const char32_t codes[] = {code, 0x301, 0x323, code};
        const QString text = QString::fromUcs4(codes, 4);
        if (QChar::unicodeVersion(code) == QChar::Unicode_Unassigned || QChar::unicodeVersion(code) > QChar::Unicode_9_0)
            continue;
        QCOMPARE(QString::fromStdString(form.apply(text.toStdString())), text.normalized(same));
    }
}

QTEST_GUILESS_MAIN(TestUnicode)
#include "tst_unicode.moc"
