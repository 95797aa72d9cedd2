// The line over a picture: the title keeps its words as long as it can, and is not cut down to a word beside a path.

#include "widgets/controls/title_line.h"

#include "widgets/controls/elided_label.h"
#include "widgets/controls/text_label.h"

#include <QTest>

#include <memory>

using namespace widgets;

class TestTitleLine : public QObject
{
    Q_OBJECT

    static QLabel* titleOf(const TitleLine& line) { return line.findChild<ElidedLabel*>(); }

    static std::unique_ptr<TitleLine> shown(int width, const QString& path)
    {
        auto line = std::make_unique<TitleLine>(nullptr);
        line->setTitle("Which tokens does this head look at?");
        line->breadcrumb()->setText(path);
        line->breadcrumb()->setVisible(!path.isEmpty());
        line->resize(width, line->sizeHint().height());
        line->show();
        return line;
    }

private slots:
    void theTitleIsWholeWhereThereIsRoom()
    {
        const auto line = shown(900, "All heads › Layer 2 › Head 1");
        QVERIFY(titleOf(*line)->isVisible());
        QVERIFY(titleOf(*line)->width() >= titleOf(*line)->fontMetrics().horizontalAdvance(line->title()));
    }

    void withoutRoomThePathSaysEnough()
    {
        QVERIFY(!titleOf(*shown(230, "All heads › Layer 2 › Head 1 › “dog” → “chair”"))->isVisible());
        QVERIFY(titleOf(*shown(150, {}))->isVisible()); // there is nothing else
    }
};

QTEST_MAIN(TestTitleLine)
#include "tst_title_line.moc"
