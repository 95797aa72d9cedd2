#include "core/text/normalizer.h"

#include <QString>
#include <QTest>

using namespace core;

/// The normal forms, compared with those of Qt.
class TestUnicodeForms : public QObject
{
    Q_OBJECT

private slots:
    void formsEqualThoseOfQt_data();
    void formsEqualThoseOfQt();
};

void TestUnicodeForms::formsEqualThoseOfQt_data()
{
    QTest::addColumn<bool>("isComposed");
    QTest::addColumn<bool>("isCompatible");
    for (const bool composed : {true, false})
        for (const bool compatible : {true, false})
            QTest::addRow("NF%s%s", compatible ? "K" : "", composed ? "C" : "D") << composed << compatible;
}

void TestUnicodeForms::formsEqualThoseOfQt()
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

QTEST_GUILESS_MAIN(TestUnicodeForms)
#include "tst_unicode_forms.moc"
