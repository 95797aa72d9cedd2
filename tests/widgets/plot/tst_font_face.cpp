// The faces of papers: each sets its own Latin letters, and Chinese never becomes boxes.

#include "widgets/plot/font_face.h"

#include "tests/widgets/support/quiet.h"
#include "widgets/plot/figure_style.h"

#include <QGlyphRun>
#include <QTextLayout>

using namespace widgets;

namespace {

/// The families that this text is drawn with.
QStringList facesOf(const QString& text, FontFace face, const QString& language)
{
    FigureStyle style;
    style.face = face;
    style.language = language;
    QTextLayout layout(text, figureFont(style, 10));
    layout.beginLayout();
    layout.createLine();
    layout.endLayout();
    QStringList families;
    for (const QGlyphRun& run : layout.glyphRuns()) {
        families << run.rawFont().familyName();
        if (run.glyphIndexes().contains(0))
            families << QStringLiteral("no glyph");
    }
    return families;
}

} // namespace

class TestFontFace : public QObject
{
    Q_OBJECT

private slots:
    void wordsLeadBack()
    {
        for (const FontFace face : fontFaces())
            QCOMPARE(*fontFaceOf(fontFaceWord(face)), face);
        QVERIFY(!fontFaceOf(QStringLiteral("helvetica")));
    }

    void everyFaceIsInstalledAndDrawsItsLetters()
    {
        const std::pair<FontFace, const char*> expected[]
            = {{FontFace::Inter, "Inter"}, {FontFace::Serif, "Liberation Serif"}, {FontFace::ComputerModern, "CMU Serif"}};
        for (const auto& [face, family] : expected) {
            QCOMPARE(missingPackage(face), QString());
            QCOMPARE(facesOf(QStringLiteral("attention 0.25"), face, QStringLiteral("en")), QStringList{QLatin1String(family)});
        }
        // A paper in Chinese has its Latin letters in the face that was requested.
        QCOMPARE(facesOf(QStringLiteral("QK"), FontFace::ComputerModern, QStringLiteral("zh_CN")), QStringList{"CMU Serif"});
    }

    void chineseHasChineseGlyphsInEveryFace()
    {
        for (const FontFace face : fontFaces())
            for (const char* language : {"en", "zh_CN"}) {
                const QStringList families = facesOf(QStringLiteral("注意力"), face, QLatin1String(language));
                QCOMPARE(families.size(), 1);
                QVERIFY2(familiesOf(face, Script::Han).contains(families.front()) && !families.front().contains("DejaVu"),
                    qPrintable(families.front()));
            }
    }
};

QUIET_TEST_MAIN(TestFontFace)
#include "tst_font_face.moc"
