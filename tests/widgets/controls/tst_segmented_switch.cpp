// The words of a switch: in little room they are smaller, all of them alike.

#include "widgets/controls/segmented_switch.h"
#include "widgets/plot/theme.h"

#include <QAbstractButton>
#include <QImage>
#include <QPainter>
#include <QSet>
#include <QTest>

#include <algorithm>

using namespace widgets;

class TestSegmentedSwitch : public QObject
{
    Q_OBJECT

    /// Rows of pixels that its letters take.
    static int heightOfLetters(QAbstractButton& button)
    {
        const QImage image = button.grab(button.rect().adjusted(1, 1, -1, -1)).toImage();
        int rows = 0;
        for (int y = 1; y + 1 < image.height(); ++y) {
            bool hasInk = false;
            for (int x = 1; x + 1 < image.width(); ++x)
                hasInk |= qGray(image.pixel(x, y)) < 160;
            rows += hasInk;
        }
        return rows;
    }

private slots:
    void wordsAreOfOneSize()
    {
        const QStringList ids{"a", "b", "c", "d"};
        QWidget window;
        SegmentedSwitch words(ids, &window);
        const QStringList letters{"mm", "mmmmmmmmmmmm", "mmm", "mmmmmmmmmmmmmmmmmm"};
        for (int i = 0; i < ids.size(); ++i) {
            words.setLabel(ids[i], letters[i], letters[i]);
            words.button(ids[i])->setFocusPolicy(Qt::NoFocus); // no frame around its letters
        }
        window.resize(900, 60);
        window.show();
        const int whole = words.sizeHint().width();
        int smaller = 0, ordinary = 0;
        for (int room = whole; room > 150; room -= 7) {
            words.setRoom(room);
            words.resize(room, words.sizeHint().height());
            QCoreApplication::sendPostedEvents();
            QCoreApplication::processEvents();
            QSet<int> heights;
            for (const QString& id : ids)
                if (words.button(id)->isVisible())
                    heights << heightOfLetters(*words.button(id));
            const auto [least, most] = std::ranges::minmax(heights);
            QVERIFY2(most - least <= 1, qPrintable(QStringLiteral("%1: %2 to %3").arg(room).arg(least).arg(most))); // of one pixel's edge
            ordinary = std::max(ordinary, most);
            smaller += most < ordinary;
        }
        QVERIFY(smaller > 3);
    }
};

QTEST_MAIN(TestSegmentedSwitch)
#include "tst_segmented_switch.moc"
