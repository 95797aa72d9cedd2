// Heads that align: the sentence below the lines of the bundled translator says what its heads do, and a button opens the best.

#include "core/analysis/attention_masks.h"
#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/plot/cell_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/run/selection_model.h"
#include "widgets/views/attention/aligned_heads.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/part_place.h"
#include "widgets/views/attention/view.h"

#include <QPushButton>
#include <QTest>

using namespace widgets;

namespace {

/// The bundled translator on a sentence and the beginning of its translation.
RunPtr translation()
{
    static const RunPtr run = [] {
        const core::ModelPtr model = core::openModel("translator");
        const core::SetupPtr setup = core::configure(model, {});
        const core::ForwardInput input{.ids = model->tokenizer->encode("The cat sleeps on the sofa."),
            .sequenceStarts = {},
            .decoderIds = model->tokenizer->encode("猫在沙发上")};
        const auto trace = core::forward(*setup, input);
        trace->tokens.clear();
        trace->decoderTokens.clear();
        for (const core::TokenId id : input.ids)
            trace->tokens.push_back(model->tokenizer->tokenText(id));
        for (const core::TokenId id : input.decoderIds)
            trace->decoderTokens.push_back(model->tokenizer->tokenText(id));
        return std::make_shared<RunResult>(RunResult{trace, setup});
    }();
    return run;
}

FigureData dataOf(int layer, int head)
{
    return support::fulfilled(attentionAlignmentFigure,
        {translation(), nullptr, {.layer = layer, .head = head}, {{stackOption.name(), QStringLiteral("cross")}}});
}

} // namespace

class TestAlignedHeads : public QObject
{
    Q_OBJECT

private slots:
    void theSentenceSaysWhetherAHeadAligns()
    {
        const RunPtr run = translation();
        const FigureData first = dataOf(1, 2);
        const AlignedHeads* const found = alignedHeadsOf(first);
        QVERIFY(found);
        const auto& [pairs, heads] = *found;
        QCOMPARE(heads.size(), std::size_t(8));
        const core::AlignedHead* const best = core::bestAligned(heads);
        for (const core::AlignedHead& one : heads) {
            const FigureData data = dataOf(int(one.layer), int(one.head));
            const QString said = attentionAlignmentFigure.caption(data);
            QVERIFY2(said.contains(formatPercent(one.share())), qPrintable(said));
            QCOMPARE(said.contains(QStringLiteral("no head aligns better")), &one == best);
            QCOMPARE(said.contains(QStringLiteral("does not align")), one.share() < 0.5);
            const core::Aligned here
                = core::alignedIn(core::patternOf(*run->trace, core::blockName(one.layer, "cross_attn.pattern"), int(one.head)),
                    run->trace->decoderTokens, run->trace->tokens, pairs);
            QVERIFY2(said.contains(QStringLiteral("%1 of %2 tokens look").arg(here.looked).arg(here.tokens)), qPrintable(said));
        }
    }

    void theButtonOpensTheHeadThatAlignsBest()
    {
        const FigureData data = dataOf(0, 0);
        const core::AlignedHead best = *core::bestAligned(alignedHeadsOf(data)->heads);
        SelectionModel selection;
        AttentionView view(&selection, nullptr);
        view.resize(900, 640);
        view.show();
        support::answer(view);
        view.setRun(translation(), nullptr);
        QVERIFY(view.restore(QStringLiteral("attention_alignment"), {}));
        auto* const button = view.findChild<QPushButton*>(QStringLiteral("best_head"));
        QVERIFY(button && !button->isHidden());
        button->click();
        QCOMPARE(core::Index(selection.pinned().layer), best.layer);
        QCOMPARE(core::Index(selection.pinned().head), best.head);
        QVERIFY(button->isHidden());
    }

    /// Where nobody chose a head, the page opens at the one that aligns best; a head that was chosen stays.
    void thePageOpensAtTheHeadThatAlignsBest()
    {
        const FigureData data = dataOf(0, 0);
        const core::AlignedHead best = *core::bestAligned(alignedHeadsOf(data)->heads);
        for (const bool isChosen : {false, true}) {
            SelectionModel selection;
            selection.pin({.isHeadChosen = isChosen});
            AttentionView view(&selection, nullptr);
            view.resize(900, 640);
            view.show();
            support::answer(view);
            view.setRun(translation(), nullptr);
            QVERIFY(view.restore(QStringLiteral("attention_alignment"), {}));
            QCoreApplication::processEvents();
            QCOMPARE(selection.pinned().layer, isChosen ? 0 : int(best.layer));
            QCOMPARE(selection.pinned().head, isChosen ? 0 : int(best.head));
        }
    }

    void aClickMarksATokenOfTheSource()
    {
        SelectionModel selection;
        AttentionView view(&selection, nullptr);
        view.resize(1100, 640);
        view.show();
        support::answer(view);
        view.setRun(translation(), nullptr);
        QVERIFY(view.restore(QStringLiteral("attention_alignment"), {}));
        for (const char* map : {"alignment", "weights"}) {
            const int source = map == QLatin1String("weights") ? 2 : 4;
            emit view.plot()->cellClicked(QLatin1String(map), 1, source, Qt::NoModifier);
            QCOMPARE(selection.pinned().query, 1);
            QCOMPARE(selection.pinned().key, -1); // that is of the target
            const FigureData now = view.figureData();
            QCOMPARE(now.options.value(sourceKeyOption.name()).toInt(), source);
            QCOMPARE(view.plot()->cellMap(QLatin1String(map))->pinned(), (Cell{1, source}));
        }
    }
};

QUIET_TEST_MAIN(TestAlignedHeads)
#include "tst_aligned_heads.moc"
