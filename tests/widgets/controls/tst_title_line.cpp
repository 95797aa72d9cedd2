// The line over a picture: the title keeps its words as long as it can, and is not cut down to a word beside a path.

#include "widgets/controls/title_line.h"

#include "widgets/controls/elided_label.h"
#include "widgets/controls/text_label.h"

#include <QLayout>
#include <QTest>

#include <memory>

using namespace widgets;

class TestTitleLine : public QObject
{
    Q_OBJECT

    static QLabel* titleOf(const TitleLine& line) { return line.findChild<ElidedLabel*>(); }

    /// Of this width in a window of its own, which would be as wide as the line likes.
    struct Shown
    {
        std::unique_ptr<QWidget> window = std::make_unique<QWidget>();
        TitleLine* line = new TitleLine(window.get());
    };
    static Shown shown(int width, const QString& path)
    {
        Shown result;
        result.line->setTitle("Which tokens does this head look at?");
        result.line->breadcrumb()->setText(path);
        result.line->breadcrumb()->setVisible(!path.isEmpty());
        result.line->resize(width, result.line->sizeHint().height());
        result.window->show();
        return result;
    }

private slots:
    void theTitleIsWholeWhereThereIsRoom()
    {
        const Shown wide = shown(900, "All heads › Layer 2 › Head 1");
        QVERIFY(titleOf(*wide.line)->isVisible());
        QVERIFY(titleOf(*wide.line)->width() >= titleOf(*wide.line)->fontMetrics().horizontalAdvance(wide.line->title()));
    }

    void withoutRoomThePathSaysEnough()
    {
        QVERIFY(!titleOf(*shown(400, "All heads › Layer 2 › Head 1 › “dog” → “chair”").line)->isVisible());
        QVERIFY(titleOf(*shown(150, {}).line)->isVisible()); // there is nothing else
    }

    void toAnAudienceTheTitleSaysMoreThanThePath()
    {
        const Shown one = shown(400, "All heads › Layer 2 › Head 1 › “dog” → “chair”");
        one.line->setTitleFirst(true);
        const QLabel* const title = titleOf(*one.line);
        QVERIFY(title->isVisible());
        QVERIFY(title->width() >= title->fontMetrics().horizontalAdvance(one.line->title()));
        QCoreApplication::sendPostedEvents();
        QVERIFY(!one.line->breadcrumb()->isVisible() && !one.line->breadcrumb()->isHidden()); // no view has hidden it
        one.line->resize(900, one.line->height()); // with room for both
        QCoreApplication::sendPostedEvents();
        QVERIFY(title->isVisible() && one.line->breadcrumb()->isVisible() && one.line->breadcrumb()->width() > 100);
        one.line->resize(400, one.line->height());
        one.line->setTitleFirst(false);
        QVERIFY(!title->isVisible());
    }

    void aPathThatIsNewsIsWholeToAnAudienceToo()
    {
        for (int width = 320; width < 900; width += 20) {
            const Shown one = shown(width, "step 1,234 of 3,200 · 8,780 tokens/s · 35 s left");
            one.line->setSubtitle("Each point is measured before the update of its step.");
            one.line->setPathStays(true);
            one.line->setTitleFirst(true);
            QCoreApplication::sendPostedEvents();
            const QWidget* const path = one.line->breadcrumb();
            QVERIFY2(path->isVisible() && path->width() >= path->sizeHint().width(), qPrintable(QString::number(width)));
        }
    }

    void forAnAudienceAPathLeavesTheTitleItsType()
    {
        const double ordinary = fontOf(TextRole::Section, currentTheme()).pointSizeF();
        int paths = 0;
        for (int width = 400; width < 900; width += 5) {
            const Shown one = shown(width, "All heads › Layer 2 › Head 1 › “dog” → “chair”");
            one.line->setTitleFirst(true);
            QCoreApplication::sendPostedEvents();
            const QLabel* const title = titleOf(*one.line);
            QVERIFY(title->isVisible());
            if (!one.line->breadcrumb()->isVisible())
                continue;
            ++paths;
            QVERIFY2(title->font().pointSizeF() > 0.88 * ordinary, qPrintable(QString::number(width)));
        }
        QVERIFY(paths > 0);
    }

    /// What is under the mouse is said in the path: longer words push nothing over what is at the end.
    void longerWordsOfAPathMakeRoom()
    {
        const Shown one = shown(1100, "Layer 0");
        auto* const guest = new QLabel("same 11 tokens · 78 of 78 weight tensors shared", one.line);
        auto* const end = new QLabel("‹ Feed-forward   Residual stream ›", one.line);
        one.line->setGuest(guest);
        one.line->setEnd(end);
        guest->show();
        end->show();
        QTest::qWait(20);
        QVERIFY(guest->geometry().right() < end->geometry().left());
        one.line->breadcrumb()->setText("L0 · “dog” · E1: logit −0.03758, p 0.1624, gate 0, and more of it");
        QTRY_VERIFY(one.line->breadcrumb()->width() >= one.line->breadcrumb()->sizeHint().width());
        QVERIFY2(guest->geometry().right() < end->geometry().left(),
            qPrintable(QStringLiteral("%1 %2").arg(guest->geometry().right()).arg(end->geometry().left())));
        QVERIFY(end->geometry().right() <= one.line->width());
    }

    void besideAPathTheTitleIsWholeOrNotThere()
    {
        bool isSmaller = false;
        for (int width = 400; width < 900; width += 5) {
            const Shown one = shown(width, "All heads › Layer 2 › Head 1 › “dog” → “chair”");
            const QLabel* const title = titleOf(*one.line);
            if (title->isVisible())
                QVERIFY2(title->width() >= title->fontMetrics().horizontalAdvance(one.line->title()),
                    qPrintable(QString::number(width)));
            isSmaller
                |= title->isVisible() && title->font().pointSizeF() < fontOf(TextRole::Section, currentTheme()).pointSizeF();
        }
        QVERIFY(isSmaller); // where it has less room
    }

    void theSubtitleIsOfWholeSentences()
    {
        const auto subtitleAt = [](int width) {
            const Shown one = shown(width, {});
            one.line->setSubtitle("Each row is a query. Its weights sum to 1, and the cells behind the diagonal are masked.");
            const QLabel* subtitle = one.line->findChildren<ElidedLabel*>().at(1);
            return subtitle->isVisible() ? subtitle->text() : QString();
        };
        QVERIFY(subtitleAt(1400).endsWith("masked."));
        QCOMPARE(subtitleAt(620), QString("Each row is a query."));
        QCOMPARE(subtitleAt(440), QString("Each row is a query.")); // in smaller type
        QCOMPARE(subtitleAt(330), QString());
    }

    void ratherAllOfItInSmallerTypeThanAPart()
    {
        const QString whole = "Each row is a query. Its weights sum to 1, and the cells behind the diagonal are masked.";
        const double ordinary = fontOf(TextRole::Body, currentTheme()).pointSizeF();
        int smaller = 0;
        for (int width = 600; width < 1400; width += 10) {
            const Shown one = shown(width, {});
            one.line->setSubtitle(whole);
            const QLabel* const subtitle = one.line->findChildren<ElidedLabel*>().at(1);
            QFont least = subtitle->font();
            least.setPointSizeF(0.8 * ordinary);
            const bool hasRoom = subtitle->x() + QFontMetrics(least).horizontalAdvance(whole) < width - 2 * space::l;
            if (!subtitle->isVisible() || subtitle->x() == 0)
                continue;
            QVERIFY2(!hasRoom || subtitle->text() == whole, qPrintable(QString::number(width)));
            smaller += subtitle->text() == whole && subtitle->font().pointSizeF() < ordinary;
        }
        QVERIFY(smaller > 5);
    }

    void whatTheSubtitleLeavesOutIsMarked()
    {
        const QString whole = "Each row is a query. Its weights sum to 1, and the cells behind the diagonal are masked.";
        for (const int width : {1400, 660, 480, 380}) {
            const Shown one = shown(width, {});
            one.line->setSubtitle(whole);
            const auto* const rest = one.line->findChild<TextLabel*>("restOfSubtitle");
            const QLabel* const subtitle = one.line->findChildren<ElidedLabel*>().at(1);
            const bool isAll = subtitle->isVisible() && subtitle->text() == whole;
            QCOMPARE(isAll, width == 1400);
            QCOMPARE(rest->isVisible(), !isAll && subtitle->isVisible()); // alone it says nothing
            one.line->layout()->activate();
            QVERIFY(!rest->isVisible() || rest->geometry().right() <= width);
            QVERIFY(!rest->isVisible() || rest->x() - subtitle->geometry().right() <= 2 * space::m);
            QCOMPARE(one.line->toolTip(), whole);
            one.line->setSubtitle({});
            QVERIFY(!rest->isVisible());
        }
    }

    void widthsAreThoseOfTheFont()
    {
        TextWidths widths;
        QFont large;
        large.setPointSizeF(large.pointSizeF() * 2);
        for (int again = 0; again < 2; ++again)
            for (const QFont& font : {QFont(), large})
                for (const char* words : {"a query", "a key"})
                    QCOMPARE(widths.of(font, words), QFontMetrics(font).horizontalAdvance(words));
    }

    void aLineEndsAtAWholePart()
    {
        const QFontMetrics metrics{QFont()};
        TextWidths widths;
        const QString all = QStringLiteral("same 11 tokens · trained separately: no weight is shared · differs: Norm placement");
        const auto within = [&](const char* shown) {
            return clausesWithin(all, {}, metrics.horizontalAdvance(QString::fromUtf8(shown)) + 10, widths);
        };
        QCOMPARE(within("same 11 tokens · trained separately: no weight is shared · differs"),
            QStringLiteral("same 11 tokens · trained separately: no weight is shared"));
        QCOMPARE(within("same 11 tokens · trained sep"), QStringLiteral("same 11 tokens"));
        QCOMPARE(within("same 11"), all);
        const auto cut = [&](const QString& words, const QString& room) {
            return clausesWithin(words, {}, metrics.horizontalAdvance(room) + 4, widths);
        };
        const QString product = QStringLiteral("SiLU(x) = x · σ(x), dashed its slope; diamonds: neuron 3");
        QCOMPARE(cut(product, product.left(40)), QStringLiteral("SiLU(x) = x · σ(x), dashed its slope"));
        QCOMPARE(cut(product, product.left(20)), product); // rather all of it, smaller, than another formula
        const QString quoted = QStringLiteral("从 “。” 到 “.”。第二句");
        QCOMPARE(cut(quoted, quoted.left(12)), QStringLiteral("从 “。” 到 “.”。"));
    }
};

QTEST_MAIN(TestTitleLine)
#include "tst_title_line.moc"
