// The tabs of the window keep what they measured: whatever changes, they are as wide as those of a new strip.

#include "app/window/tab_strip.h"

#include "tests/widgets/support/quiet.h"

#include <QTest>

#include <memory>

using app::TabStrip;

class TestTabStrip : public QObject
{
    Q_OBJECT

    static std::unique_ptr<TabStrip> stripOf(const QStringList& words, int width, bool dense = false)
    {
        auto strip = std::make_unique<TabStrip>();
        strip->setDense(dense);
        strip->resize(width, 40);
        for (const QString& word : words)
            strip->addTab(word);
        return strip;
    }

    static QList<QSize> sizes(const TabStrip& strip)
    {
        QList<QSize> all;
        for (int i = 0; i < strip.count(); ++i)
            all << strip.minimumTabSizeHint(i);
        return all;
    }

    const QStringList m_words{"Flow", "Attention", "Residual stream", "Output"};

private slots:
    void otherWordsAreMeasuredAgain()
    {
        const auto strip = stripOf(m_words, 900);
        const QList<QSize> before = sizes(*strip);
        const QStringList words{"Flow", QString::fromUtf8("注意力"), "Residual stream and its branches", "Output"};
        for (int i = 0; i < words.size(); ++i)
            strip->setTabText(i, words[i]);
        QCOMPARE(sizes(*strip), sizes(*stripOf(words, 900)));
        QVERIFY(sizes(*strip) != before);
        strip->removeTab(1);
        QCOMPARE(sizes(*strip), sizes(*stripOf({words[0], words[2], words[3]}, 900)));
    }

    void otherTypeIsMeasuredAgain()
    {
        const auto strip = stripOf(m_words, 900);
        const QList<QSize> before = sizes(*strip);
        strip->setDense(true);
        QCOMPARE(sizes(*strip), sizes(*stripOf(m_words, 900, true)));
        QVERIFY(sizes(*strip) != before);
    }

    void aWordThatTheEdgeCutsSaysSo()
    {
        const auto strip = stripOf(m_words, 170);
        strip->show();
        strip->setCurrentIndex(2);
        QVERIFY(strip->tabRect(1).left() < 0 && strip->tabRect(1).right() > 0);
        QVERIFY2(strip->shownText(1).startsWith(QChar(0x2026)), qPrintable(strip->shownText(1)));
        QCOMPARE(strip->shownText(2), m_words[2]);
        strip->setCurrentIndex(0);
        QCOMPARE(strip->shownText(0), m_words[0]);
        strip->resize(900, 40);
        for (int i = 0; i < strip->count(); ++i)
            QCOMPARE(strip->shownText(i), m_words[i]);
    }

    void wordsBecomeSmallerWhereTheyDoNotFit()
    {
        const auto strip = stripOf(m_words, 900);
        const auto widthOfAll = [&](int room) {
            strip->resize(room, 40);
            int width = 0;
            for (const QSize& size : sizes(*strip))
                width += size.width();
            return width;
        };
        const int smallest = widthOfAll(1), ordinary = widthOfAll(900);
        const auto longerBy = [&] { return sizes(*strip)[2].width() - sizes(*strip)[0].width(); }; // the words, not the room
        const int atOrdinary = longerBy();
        strip->resize(1, 40);
        QVERIFY(longerBy() < 0.9 * atOrdinary);
        for (const int room : {900, ordinary, (smallest + ordinary) / 2, smallest + 10, ordinary, 900}) {
            QVERIFY(widthOfAll(room) <= room);
            QCOMPARE(sizes(*strip), sizes(*stripOf(m_words, room)));
        }
    }
};

QUIET_TEST_MAIN(TestTabStrip)
#include "tst_tab_strip.moc"
