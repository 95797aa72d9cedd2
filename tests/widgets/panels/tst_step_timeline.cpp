// The pass operation by operation: what is shown is a function of the step alone.

#include "widgets/panels/step_timeline.h"

#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/panels/step_track.h"
#include "widgets/run/tensor_place.h"
#include "widgets/views/shared/view.h"

#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <set>

using namespace widgets;

class TestStepTimeline : public QObject
{
    Q_OBJECT

    RunPtr m_run = support::tinyRun(QStringLiteral("The cat sat").toStdString(), {"position.kind=rope"});

    /// All that a step shows.
    static QStringList shown(const StepTimeline& timeline, const SelectionModel& selection)
    {
        return {timeline.placeText(), timeline.sentenceText(), QString::number(selection.pinned().layer),
            QString::number(selection.pinned().step)};
    }

private slots:
    void stepsAreTheTensorsInTheOrderOfComputation()
    {
        const std::vector<PassStep> steps = passSteps(*m_run->trace);
        QCOMPARE(steps.front().tensor, QStringLiteral("embed"));
        QCOMPARE(steps.back().tensor, QStringLiteral("log_z"));
        const auto at = [&](const QString& name) {
            const auto found
                = std::find_if(steps.begin(), steps.end(), [&](const PassStep& step) { return step.tensor == name; });
            return found == steps.end() ? -1 : int(found - steps.begin());
        };
        int before = -1;
        for (const char* name : {"blocks.1.attn.q", "blocks.1.attn.rot_q", "blocks.1.attn.scores", "blocks.1.attn.pattern",
                 "blocks.1.attn.z", "blocks.1.attn.out", "blocks.1.resid_mid", "blocks.1.mlp.post", "blocks.1.resid_post"}) {
            QVERIFY2(at(QString::fromLatin1(name)) > before, name);
            before = at(QString::fromLatin1(name));
        }
        QCOMPARE(at(QStringLiteral("blocks.1.resid_pre")), -1); // the stream as the block before left it
        QCOMPARE(steps[std::size_t(at(QStringLiteral("logits")))].layer, 2);
        QCOMPARE(steps.front().layer, 0);
    }

    void forwardThenBackwardIsTheSame()
    {
        SelectionModel selection;
        selection.pin({.layer = 1, .head = 2, .query = 2, .key = 1});
        StepTimeline timeline(&selection);
        timeline.setRun(m_run);
        timeline.setActive(true);
        std::vector<QStringList> forward;
        for (int i = 0; i < int(timeline.steps().size()); ++i, timeline.moveBy(1))
            forward.push_back(shown(timeline, selection));
        QCOMPARE(timeline.step(), int(timeline.steps().size()) - 1); // the end is the end
        for (int i = int(timeline.steps().size()) - 1; i >= 0; --i, timeline.moveBy(-1))
            QCOMPARE(shown(timeline, selection), forward[std::size_t(i)]);
        QCOMPARE(timeline.step(), 0);
        timeline.setStep(40);
        QCOMPARE(shown(timeline, selection), forward[40]); // and the same when one jumps
        QCOMPARE(selection.pinned().query, 2); // the place is the person's
    }

    void aStepSelectsItsLayerAndSaysItsTensor()
    {
        SelectionModel selection;
        StepTimeline timeline(&selection);
        QSignalSpy spy(&timeline, &StepTimeline::stepShown);
        timeline.setRun(m_run);
        timeline.setStep(3);
        QCOMPARE(spy.count(), 0); // nobody asked for it yet
        timeline.setActive(true);
        for (int i = 0; i < int(timeline.steps().size()); ++i) {
            timeline.setStep(i);
            QCOMPARE(spy.back().front().toString(), timeline.steps()[std::size_t(i)].tensor);
            QVERIFY(spy.back()[1].toStringList().isEmpty()); // pages stay unless wanted
            const int block = splitName(timeline.steps()[std::size_t(i)].tensor).first;
            if (block >= 0)
                QCOMPARE(selection.pinned().layer, block);
        }
        timeline.setActive(false);
        QCOMPARE(selection.pinned().step, -1);
    }

    void pagesGoAlongWhenWanted()
    {
        SelectionModel selection;
        StepTimeline timeline(&selection);
        timeline.setRun(m_run);
        timeline.setActive(true);
        QSignalSpy spy(&timeline, &StepTimeline::stepShown);
        timeline.findChildren<QToolButton*>().back()->click();
        QVERIFY(!spy.isEmpty());
        std::set<QString> known;
        for (const ViewInfo& view : allViews())
            known.insert(QString::fromLatin1(view.id));
        for (int i = 0; i < int(timeline.steps().size()); ++i) {
            timeline.setStep(i);
            const QStringList views = spy.back()[1].toStringList();
            QVERIFY2(std::any_of(views.begin(), views.end(), [&](const QString& id) { return known.count(id) > 0; }),
                qPrintable(timeline.steps()[std::size_t(i)].tensor));
        }
    }

    void keysAreThoseOfAPlayer()
    {
        SelectionModel selection;
        StepTimeline timeline(&selection);
        timeline.setRun(m_run);
        const auto press = [&](Qt::Key key) { return timeline.handleKey(QKeyEvent(QEvent::KeyPress, key, Qt::NoModifier)); };
        QVERIFY(!press(Qt::Key_Space)); // not shown: the key is somebody else's
        timeline.setActive(true);
        QVERIFY(press(Qt::Key_End));
        QCOMPARE(timeline.step(), int(timeline.steps().size()) - 1);
        QVERIFY(press(Qt::Key_Home));
        QCOMPARE(timeline.step(), 0);
        QVERIFY(press(Qt::Key_Space));
        QVERIFY(timeline.isPlaying());
        QVERIFY(press(Qt::Key_Space));
        QVERIFY(!timeline.isPlaying());
        QVERIFY(!press(Qt::Key_A));
        timeline.setStep(int(timeline.steps().size()) - 1);
        timeline.setPlaying(true); // from the end it begins again
        QCOMPARE(timeline.step(), 0);
        timeline.setActive(false);
        QVERIFY(!timeline.isPlaying());
    }

    void anotherRunKeepsTheOperation()
    {
        SelectionModel selection;
        StepTimeline timeline(&selection);
        timeline.setRun(m_run);
        timeline.setActive(true);
        while (timeline.steps()[std::size_t(timeline.step())].tensor != QLatin1String("blocks.1.attn.pattern"))
            timeline.moveBy(1);
        const RunPtr other = support::tinyRun("The cat sat", {"position.kind=alibi"}); // no rotation: fewer steps before it
        timeline.setRun(other);
        QCOMPARE(timeline.steps()[std::size_t(timeline.step())].tensor, QStringLiteral("blocks.1.attn.pattern"));
        timeline.setRun(nullptr);
        QVERIFY(timeline.steps().empty());
    }

    void everyTensorHasALabel()
    {
        for (const std::vector<std::string>& choices :
            {std::vector<std::string>{}, {"feed_forward.kind=mixture"}, {"attention.kind=latent", "position.kind=rope"},
                {"norm.placement=post"}, {"feed_forward.kind=gated", "score.sinks=true"}}) {
            const RunPtr run = support::tinyRun("The cat", choices);
            for (const PassStep& step : passSteps(*run->trace)) {
                QVERIFY2(!stepSentence(step.tensor).isEmpty(), qPrintable(step.tensor));
                QVERIFY(!stepLabel(step.tensor).isEmpty());
            }
        }
        QCOMPARE(stepLabel(QStringLiteral("blocks.3.unheard_of")), QStringLiteral("unheard_of"));
        QCOMPARE(stepLabel(QStringLiteral("encoder.blocks.0.attn.pattern")), QStringLiteral("softmax"));
    }

    void clicksOnTheTrackJump()
    {
        SelectionModel selection;
        StepTimeline timeline(&selection);
        timeline.setRun(m_run);
        timeline.setActive(true);
        timeline.resize(900, 70);
        timeline.show();
        auto* track = timeline.findChild<StepTrack*>();
        QTest::mouseClick(track, Qt::LeftButton, {}, QPoint(track->width() - 3, 8));
        QCOMPARE(timeline.step(), int(timeline.steps().size()) - 1);
        QTest::mouseClick(track, Qt::LeftButton, {}, QPoint(3, 8));
        QCOMPARE(timeline.step(), 0);
    }
};

QUIET_TEST_MAIN(TestStepTimeline)
#include "tst_step_timeline.moc"
