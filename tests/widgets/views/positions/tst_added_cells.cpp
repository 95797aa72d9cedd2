// What each kind of positions adds to a score, below the losses of longer texts: the numbers of the engine, in the picture and in
// its table.

#include "widgets/views/positions/added_cells.h"

#include "core/files/library/model_files.h"
#include "core/run/forward.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/figure/figure_numbers.h"
#include "widgets/views/positions/figure.h"
#include "widgets/views/shared/figure_pages.h"

#include <QTest>

#include <cmath>

using namespace widgets;

class TestAddedCells : public QObject
{
    Q_OBJECT

    FigureData m_data;

    NumberSet partOf(const QString& name, QSizeF size = {1280, 720}) const
    {
        FigureStyle style;
        style.size = size;
        for (NumberSet& set : figureNumbers(positionsFigure, m_data, style))
            if (set.name == name)
                return std::move(set);
        return {};
    }

private slots:
    void initTestCase()
    {
        const core::ModelPtr model = core::openModel("main");
        const core::SetupPtr setup = core::configure(model, {});
        const auto trace = core::forward(*setup, {.ids = model->tokenizer->encode("The cat sat on the mat")});
        for (const core::TokenId id : trace->ids)
            trace->tokens.push_back(model->tokenizer->tokenText(id));
        m_data = {std::make_shared<RunResult>(RunResult{trace, setup}), nullptr, {.layer = 1, .head = 2, .query = 3},
            {{showOption.name(), QStringLiteral("loss")}}};
        m_data = support::fulfilled(positionsFigure, m_data);
    }

    void reachTwiceAsFarAsTheTraining()
    {
        const NumberSet alibi = partOf(QStringLiteral("added in position-alibi"));
        QCOMPARE(alibi.values.size(), std::size_t(2 * 256));
        QCOMPARE(float(alibi.values[2 * 200 + 1]), float(-200 * std::pow(2.0, -2.0 * 3))); // head 2
        QVERIFY(!partOf(QStringLiteral("added in main")).values.empty());
    }

    void aTableEndsAtItsLastRow()
    {
        QCOMPARE(partOf(QStringLiteral("added in position-learned")).values.size(), std::size_t(2 * 128));
    }

    void noPositionsHaveNoPart() { QVERIFY(partOf(QStringLiteral("added in position-none")).values.empty()); }

    void theTableHasThem()
    {
        QVERIFY(positionsFigure.table(m_data).contains(QStringLiteral("position-alibi,alibi,1,1,,,2,200,")));
    }

    void aSmallPageKeepsTheLosses()
    {
        QVERIFY(partOf(QStringLiteral("added in position-alibi"), {600, 260}).values.empty());
        QVERIFY(!partOf(QStringLiteral("position-alibi"), {600, 260}).values.empty());
    }
};

QUIET_TEST_MAIN(TestAddedCells)
#include "tst_added_cells.moc"
