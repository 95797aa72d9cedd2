#include "widgets/plot/strong_type.h"

#include "tests/widgets/support/quiet.h"
#include "widgets/plot/figure_style.h"

#include <QImage>
#include <QPainter>

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

private:
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
