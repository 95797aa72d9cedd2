#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "tests/widgets/views/feed_forward/drawn_feed_forward.h"
#include "widgets/views/feed_forward/width_drawing.h"

#include <QTest>

using namespace support;
using namespace widgets;

class TestWidthPage : public QObject
{
    Q_OBJECT
private slots:
    /// An area is so many weights on either side.
    void theMatricesOfBothSidesHaveOneScale()
    {
        const auto runOf = [](const char* kind) {
            return tinyRun("The cat sat on the mat", {std::string("feed_forward.kind=") + kind, "sizes.d_ff=24"});
        };
        FigureData data{runOf("gated"), runOf("plain"), {.layer = 1, .query = 4, .dim = 3}, showing("width")};
        data.mode = SlotMode::SideBySide;
        Plot plot;
        drawFeedForward(plot, fulfilled(feedForwardFigure, data), {1500, 640});
        std::vector<double> heights; // of matrices of one d_model
        for (const QCPLayoutElement* element : plot.plotLayout()->elements(true))
            if (const auto* one = qobject_cast<const WidthDrawing*>(element))
                heights.push_back(one->places(0).front().height());
        QCOMPARE(heights.size(), std::size_t(2));
        QCOMPARE(heights[0], heights[1]);
    }
};

QUIET_TEST_MAIN(TestWidthPage)
#include "tst_width_page.moc"
