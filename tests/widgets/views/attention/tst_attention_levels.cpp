// All heads and one of them: what opens, and which attention the status line is about.

#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/part_place.h"
#include "widgets/views/attention/view.h"
#include "widgets/views/shared/read_out.h"

#include <QTest>

#include <memory>

using namespace widgets;
using Level = AttentionView::Level;

class TestAttentionLevels : public QObject
{
    Q_OBJECT

    RunPtr m_run = support::tinyRun(), m_translation = translation();

    /// Of two stacks, on one text for both.
    static RunPtr translation()
    {
        const core::SetupPtr setup = support::tinySetup({"topology=encoder_decoder"});
        core::ForwardInput input;
        input.ids = input.decoderIds = setup->model->tokenizer->encode("The cat sat on the mat");
        const auto trace = core::forward(*setup, input);
        trace->tokens.clear();
        for (const core::TokenId id : input.ids)
            trace->tokens.push_back(setup->model->tokenizer->tokenText(id));
        trace->decoderTokens = trace->tokens;
        return std::make_shared<RunResult>(RunResult{trace, setup});
    }

    static std::unique_ptr<AttentionView> makeView(SelectionModel& selection, const RunPtr& run)
    {
        auto view = std::make_unique<AttentionView>(&selection, nullptr);
        view->resize(900, 640);
        view->show();
        support::answer(*view);
        view->setRun(run, nullptr);
        return view;
    }

    static void click(AttentionView& view, const QString& map, Cell cell)
    {
        QTest::mouseClick(view.plot(), Qt::LeftButton, {}, view.plot()->cellMap(map)->cellRect(cell).center().toPoint());
    }

private slots:
    void aHeadOpensAtItsMapsWhateverWasLookedAtLast()
    {
        SelectionModel selection;
        const auto view = makeView(selection, m_run);
        for (int way = 0; way < 3; ++way) {
            view->setLevel(Level::Head);
            view->setStage(QStringLiteral("width"));
            QCOMPARE(QLatin1String(view->figure().id), QLatin1String("attention_width"));
            view->setLevel(Level::Wall);
            if (way == 0)
                click(*view, QStringLiteral("wall"), {0, 3});
            else if (way == 1)
                view->lookCloser();
            else
                QTest::keyClick(view->plot(), Qt::Key_Return);
            QCOMPARE(QLatin1String(view->figure().id), QLatin1String("attention"));
        }
    }

    void theWallOfAnotherStackIsNotOfTheDecodersWeights()
    {
        SelectionModel selection;
        const auto view = makeView(selection, m_translation);
        selection.pin({.layer = 1, .head = 2, .query = 2, .key = 1, .isHeadChosen = true});
        view->restore(QStringLiteral("attention_wall"), {});
        QCOMPARE(view->markedTensor(), QString());
        view->restore(QStringLiteral("attention_wall"), {{partOption.name(), QStringLiteral("cross")}});
        QCOMPARE(view->markedTensor(), QStringLiteral("blocks.1.cross_attn.pattern"));
        const QString said = readOut(m_translation, selection.pinned(), view->markedTensor());
        QVERIFY2(said.startsWith("L1 H2") && !said.contains("weight"), qPrintable(said));
    }
};

QUIET_TEST_MAIN(TestAttentionLevels)
#include "tst_attention_levels.moc"
