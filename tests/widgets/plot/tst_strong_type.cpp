#include "widgets/plot/strong_type.h"

#include "tests/widgets/support/quiet.h"
#include "widgets/plot/figure_style.h"

#include <QImage>
#include <QPainter>

#include <algorithm>
#include <vector>

using namespace widgets;

class TestStrongType : public QObject
{
    Q_OBJECT

private slots:
    void strongWordsHaveMoreInk_data()
    {
        QTest::addColumn<bool>("chinese");
        QTest::addColumn<QString>("text");
        QTest::newRow("Chinese") << true << "注意力";
        QTest::newRow("Latin in a Chinese face") << true << "softmax";
        QTest::newRow("English") << false << "softmax";
        QTest::newRow("Chinese token on an English page") << false << "猫";
        QTest::newRow("both") << false << "cat 猫";
    }

    void strongWordsHaveMoreInk()
    {
        QFETCH(bool, chinese);
        QFETCH(QString, text);
        FigureStyle style;
        style.language = chinese ? "zh_CN" : "en";
        for (const QFont& font :
            {fontOf(TextRole::Body, themeOf(ThemeId::Light), chinese ? Script::Han : Script::Latin), figureFont(style, 12)}) {
            const double plain = inkOf(font, text), bold = inkOf(strong(font, text), text);
            QVERIFY2(bold > 1.06 * plain, qPrintable(QStringLiteral("%1 against %2").arg(bold).arg(plain)));
        }
    }

    void anIKeepsItsDotInBoldChineseType()
    {
        FigureStyle style;
        style.language = "zh_CN";
        for (const double factor : {1.0, 1.25, 1.5})
            for (const double points : {9.0, 10.0, 10.5, 12.0}) {
                QFont body = fontOf(TextRole::Body, themeOf(ThemeId::Light), Script::Han);
                body.setPointSizeF(points * factor);
                QFont section = fontOf(TextRole::Section, themeOf(ThemeId::Light), Script::Han);
                section.setPointSizeF(points * factor);
                const QFont ofFigure = figureFont(style, points * factor, QFont::DemiBold);
                QFont words = body; // of a text in which they are marked
                words.setBold(true);
                for (const QFont& font : {strong(body, "i"), words, section, ofFigure})
                    QVERIFY2(hasGapUnderDot(font), qPrintable(font.toString()));
            }
    }

private:
    /// Whether a row between the dot of an i and its stem is clearly brighter than both.
    static bool hasGapUnderDot(const QFont& font)
    {
        QImage page(60, 80, QImage::Format_Grayscale8);
        page.fill(Qt::white);
        QPainter painter(&page);
        painter.setFont(font);
        painter.drawText(QPoint(20, 60), "i");
        painter.end();
        std::vector<int> darkest;
        for (int y = 0; y < page.height(); ++y)
            darkest.push_back(*std::min_element(page.constScanLine(y), page.constScanLine(y) + page.width()));
        constexpr std::size_t endOfStem = 57; // the baseline is at 60
        int dot = 255;
        for (std::size_t y = 0; y < endOfStem; ++y) {
            if (darkest[y] > dot + 60)
                return true;
            dot = std::min(dot, darkest[y]);
        }
        return false;
    }

    static double inkOf(QFont font, const QString& text)
    {
        font.setPointSizeF(40);
        QImage page(1200, 200, QImage::Format_Grayscale8);
        page.fill(Qt::white);
        QPainter painter(&page);
        painter.setFont(font);
        painter.drawText(page.rect(), Qt::AlignCenter, text);
        painter.end();
        double ink = 0;
        for (int y = 0; y < page.height(); ++y)
            for (int x = 0; x < page.width(); ++x)
                ink += 255 - page.constScanLine(y)[x];
        return ink;
    }
};

QUIET_TEST_MAIN(TestStrongType)
#include "tst_strong_type.moc"
