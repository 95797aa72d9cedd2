// Blocks of tokens beside another mask: which side they see.

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/views/heads_cache/figure.h"
#include "widgets/views/shared/figure_pages.h"

#include <QTest>

using namespace widgets;

class TestBlocksPage : public QObject
{
    Q_OBJECT

private slots:
    /// Blocks hide later tokens in a decoder, whatever stands beside them: said where that differs.
    void besideAMaskThatLooksAheadBlocksSayTheirSide()
    {
        const auto caption = [](const std::vector<std::string>& choices) {
            const RunPtr run = support::tinyRun("The cat sat on the mat", choices);
            const FigureData data{run, nullptr, {.layer = 1, .query = 3}, {{showOption.name(), "blocks"}}};
            return headsCacheFigure.caption(support::fulfilled(headsCacheFigure, data));
        };
        QVERIFY(caption({"mask.kind=bidirectional"}).startsWith("Blocks hide later tokens"));
        QVERIFY(!caption({}).contains("hide later tokens"));
    }
};

QUIET_TEST_MAIN(TestBlocksPage)
#include "tst_blocks_page.moc"
