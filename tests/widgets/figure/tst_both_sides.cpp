// One picture of A and B: each is named, shortened, and what both say is said once.

#include "widgets/figure/both_sides.h"

#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/shown_panels.h"

#include <QTest>

using namespace widgets;

class TestBothSides : public QObject
{
    Q_OBJECT

    inline static QString s_ofA, s_ofB;

private slots:
    void eachIsNamed_data()
    {
        QTest::addColumn<int>("mode");
        for (const SlotMode mode : {SlotMode::SideBySide, SlotMode::All, SlotMode::Delta})
            QTest::addRow("%d", int(mode)) << int(mode);
    }
    void eachIsNamed()
    {
        QFETCH(int, mode);
        FigureInfo info = {};
        info.comparing = Comparing::Overlay;
        info.difference = Difference::Any;
        info.caption = [](const FigureData&) { return captionOfBoth(s_ofA, s_ofB); };
        FigureData data{support::tinyRun("The cat"), support::tinyRun("The cat", {"norm.placement=post"}), {}, {}};
        data.mode = SlotMode(mode);
        const auto captions = [&](const char* a, const char* b) {
            s_ofA = QString::fromLatin1(a);
            s_ofB = QString::fromLatin1(b);
            return Captions(shownPanels(info, data));
        };
        const Captions both = captions("One. And more.", "Two. And more.");
        QCOMPARE(both.text(), QStringLiteral("A: One. And more. B: Two. And more."));
        QCOMPARE(both.ofSides(1), QStringList({"A: One.", "B: Two."}));
        QCOMPARE(captions("One. And more.", "One. Not more.").ofSides(1), QStringList("A and B: One."));
        QCOMPARE(captions("", "Two.").text(), QStringLiteral("B: Two."));
        QCOMPARE(captions("", "").text(), QString());
    }

    void anotherCaptionIsOneText() { QCOMPARE(partsOfBoth(QStringLiteral("One. Two.")), QStringList("One. Two.")); }
};

QUIET_TEST_MAIN(TestBothSides)
#include "tst_both_sides.moc"
