// Token strip, inspector, prompt line, read-out.

#include "core/files/library/model_files.h"
#include "core/run/forward.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/controls/text_label.h"
#include "widgets/panels/inspector.h"
#include "widgets/figure/error_text.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/step_scrubber.h"
#include "widgets/panels/token_strip.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/outlined_style.h"
#include "widgets/views/shared/read_out.h"

#include <QHelpEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QStyleOption>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <limits>

using namespace widgets;

class TestPanels : public QObject
{
    Q_OBJECT

    RunPtr m_run = support::tinyRun();

private slots:
    void clickOnATokenIsTheQueryAndWithShiftTheKey()
    {
        SelectionModel selection;
        TokenStrip strip(&selection);
        strip.setRun(m_run);
        strip.resize(600, strip.sizeHint().height());
        strip.show();
        QWidget* chips = strip.widget();
        QTest::keyClick(chips, Qt::Key_Home);
        QCOMPARE(selection.pinned().query, 0);
        QTest::keyClick(chips, Qt::Key_Right);
        QCOMPARE(selection.pinned().query, 1);
        QTest::mouseClick(chips, Qt::LeftButton, Qt::ShiftModifier, QPoint(14, 14));
        QCOMPARE(selection.pinned().key, 0);
        QCOMPARE(selection.pinned().query, 1);
        QTest::mouseClick(chips, Qt::LeftButton, {}, QPoint(14, 14));
        QCOMPARE(selection.pinned().query, 0);
        QTest::keyClick(chips, Qt::Key_Escape);
        QCOMPARE(selection.pinned().query, -1);
        strip.setRun(nullptr);
        QTest::keyClick(chips, Qt::Key_Right);
        QCOMPARE(selection.pinned().query, -1);
    }

    /// Of two texts both are seen; those of the source are before the others, and no click selects one of them.
    void theSourceStandsBeforeTheTarget()
    {
        const core::ModelPtr model = core::openModel("translator");
        const core::SetupPtr setup = core::configure(model, {});
        const core::ForwardInput input{
            .ids = model->tokenizer->encode("The cat sleeps"), .decoderIds = model->tokenizer->encode("猫")};
        const auto run = std::make_shared<RunResult>(RunResult{core::forward(*setup, input), setup});
        SelectionModel selection;
        TokenStrip strip(&selection);
        strip.setRun(run);
        strip.resize(600, strip.sizeHint().height());
        strip.show();
        const auto tipAt = [&](const QPoint& at) {
            QHelpEvent asks(QEvent::ToolTip, at, strip.widget()->mapToGlobal(at));
            QCoreApplication::sendEvent(strip.widget(), &asks);
            return strip.widget()->toolTip();
        };
        QVERIFY2(tipAt({14, 14}).contains("source"), qPrintable(tipAt({14, 14})));
        QTest::mouseClick(strip.widget(), Qt::LeftButton, {}, QPoint(14, 14));
        QCOMPARE(selection.pinned().query, -1);
        const QPoint last(strip.widget()->width() - 14, 14);
        QVERIFY2(!tipAt(last).contains("source"), qPrintable(tipAt(last)));
        QTest::mouseClick(strip.widget(), Qt::LeftButton, {}, last);
        QCOMPARE(selection.pinned().query, int(streamTokens(*run->trace).size()) - 1);
        // A key of the other text is no token of this one.
        selection.pin({.query = 0, .key = 0});
        QVERIFY(strip.widget()->accessibleDescription().contains("key"));
        strip.setPart(core::AttentionPart::Cross, {-1, 1});
        QVERIFY(!strip.widget()->accessibleDescription().contains("key"));
    }

    void aLongTextMovesNothing()
    {
        SelectionModel selection;
        TokenStrip strip(&selection);
        strip.resize(300, 40);
        strip.setRun(support::tinyRun("The cat"));
        strip.show();
        const int shortText = strip.sizeHint().height();
        QString text;
        for (int i = 0; i < 40; ++i)
            text += QStringLiteral("The cat sat on the mat. ");
        strip.setRun(support::tinyRun(text.toStdString()));
        QVERIFY(strip.horizontalScrollBar()->maximum() > 0);
        QCOMPARE(strip.sizeHint().height(), shortText);
    }

    void linksFollowTheTheme()
    {
        const QString words = QStringLiteral("<a href=\"1\">All heads</a>");
        const auto picture = [&](TextLabel& label) {
            label.resize(120, 24);
            return label.grab().toImage();
        };
        TextLabel before(TextRole::Body);
        before.setText(words);
        picture(before); // laid out in the colours of now
        setCurrentTheme(ThemeId::Dark);
        QCoreApplication::processEvents();
        TextLabel after(TextRole::Body);
        after.setText(words);
        QCOMPARE(picture(before), picture(after));
        setCurrentTheme(ThemeId::Light);
    }

    void inspectorSaysWhatTheTensorHolds()
    {
        SelectionModel selection;
        selection.pin({.layer = 1, .head = 2, .query = 4, .key = 1});
        Inspector inspector(&selection);
        inspector.setRun(m_run);
        inspector.showTensor(QStringLiteral("blocks.1.attn.scores"));
        QCOMPARE(inspector.tensorName(), QStringLiteral("blocks.1.attn.scores"));
        QCOMPARE(
            inspector.valueText(QStringLiteral("masked")), QString::number(4 * 15)); // above the diagonal of 6 × 6, four heads
        const float value = m_run->trace->at("blocks.1.attn.scores").at({2, 4, 1});
        QCOMPARE(inspector.valueText(QStringLiteral("value")), formatNumber(double(value), 4));
        selection.pin({.layer = 1, .head = 2, .query = 1, .key = 4});
        QCOMPARE(inspector.valueText(QStringLiteral("value")), maskedText());

        static const QRegularExpression size("[0-9]+");
        for (const core::TraceEntry& entry : m_run->trace->entries()) {
            inspector.showTensor(QString::fromStdString(entry.name()));
            QCOMPARE(inspector.tensorName(), QString::fromStdString(entry.name()));
            const QString shape = inspector.valueText(QStringLiteral("shape"));
            std::vector<core::Index> sizes;
            for (auto one = size.globalMatch(shape); one.hasNext();)
                sizes.push_back(one.next().captured().toLongLong());
            QVERIFY2(std::ranges::equal(sizes, entry.tensor.shape()), qPrintable(inspector.tensorName() + ": " + shape));
        }
    }

    void inspectorShowsAChangedNumberAndCountsWhatIsNone()
    {
        SelectionModel selection;
        Inspector inspector(&selection);
        inspector.setRun(m_run);
        inspector.showTensor(QStringLiteral("embed"));
        const QString before = inspector.valueText(QStringLiteral("max"));
        QVERIFY(inspector.valueText(QStringLiteral("nan")).isEmpty());
        inspector.setRun(support::withNumber(m_run, "embed", 5, 77));
        QVERIFY(inspector.valueText(QStringLiteral("max")) != before);
        inspector.setRun(support::withNumber(m_run, "embed", 5, std::numeric_limits<float>::quiet_NaN()));
        QCOMPARE(inspector.valueText(QStringLiteral("nan")), QStringLiteral("1"));
        inspector.setRun(nullptr);
        QVERIFY(inspector.valueText(QStringLiteral("max")).isEmpty());
    }

    void inspectorFollowsTheLayerAndFindsByName()
    {
        SelectionModel selection;
        Inspector inspector(&selection);
        inspector.setRun(m_run);
        inspector.showTensor(QStringLiteral("blocks.0.attn.q"));
        selection.pin({.layer = 2});
        QCOMPARE(inspector.tensorName(), QStringLiteral("blocks.2.attn.q"));
        inspector.showTensor(QStringLiteral("blocks.1.mlp.out"));
        QCOMPARE(selection.pinned().layer, 1);
        inspector.findChild<QLineEdit*>()->setText(QStringLiteral("attn.z"));
        QCOMPARE(inspector.findChild<QListWidget*>()->count(), 0); // nobody looks
        inspector.show();
        QCOMPARE(inspector.findChild<QListWidget*>()->count(), 3); // of every layer
    }

    void promptIsChosenOnceAText()
    {
        PromptLine prompt;
        QSignalSpy chosen(&prompt, &PromptLine::textChosen);
        prompt.setText(QStringLiteral("The cat"));
        QCOMPARE(chosen.count(), 0);
        auto* edit = prompt.findChild<QLineEdit*>();
        QTest::keyClicks(edit, QStringLiteral(" sat"));
        QCOMPARE(chosen.count(), 0); // still typing
        QTRY_COMPARE(chosen.count(), 1);
        QCOMPARE(chosen.front().front().toString(), QStringLiteral("The cat sat"));
        QTest::keyClick(edit, Qt::Key_Return);
        QCOMPARE(chosen.count(), 2); // Enter runs again
    }

    void aTitledExampleIsGivenByItsPlace()
    {
        PromptLine prompt;
        QSignalSpy examples(&prompt, &PromptLine::exampleChosen);
        QSignalSpy texts(&prompt, &PromptLine::textChosen);
        prompt.setExamples({QStringLiteral("one"), QString(), QStringLiteral("two")},
            {QStringLiteral("First"), QString(), QStringLiteral("Second")});
        const QList<QAction*> actions = prompt.findChild<QMenu*>()->actions();
        QVERIFY(actions[1]->isSeparator());
        actions[2]->trigger();
        QCOMPARE(examples.count(), 1);
        QCOMPARE(examples.front().front().toInt(), 2);
        QCOMPARE(prompt.text(), QStringLiteral("two"));
        QCOMPARE(texts.count(), 0);
    }

    void theHintGoesWithItsText()
    {
        PromptLine prompt;
        prompt.setText(QStringLiteral("The cat"));
        prompt.setHint(QStringLiteral("Look here."));
        QTest::keyClicks(prompt.findChild<QLineEdit*>(), QStringLiteral("s"));
        QVERIFY(prompt.hint().isEmpty());
    }

    void theScrubberEndsAtTheFinishedModel()
    {
        StepScrubber scrubber;
        QVERIFY(scrubber.isHidden());
        QSignalSpy chosen(&scrubber, &StepScrubber::stepChosen);
        scrubber.setSteps({0, 600, 1100}, 4400);
        QVERIFY(!scrubber.isHidden());
        QCOMPARE(scrubber.step(), -1L);
        scrubber.setStep(600);
        QCOMPARE(scrubber.step(), 600L);
        QCOMPARE(chosen.count(), 0);
        auto* slider = scrubber.findChild<QSlider*>();
        QTest::keyClick(slider, Qt::Key_Right);
        QTest::keyClick(slider, Qt::Key_End);
        QTest::keyClick(slider, Qt::Key_Home);
        QCOMPARE(chosen.count(), 3);
        QCOMPARE(chosen[0].front().value<long>(), 1100L);
        QCOMPARE(chosen[1].front().value<long>(), -1L);
        QCOMPARE(chosen[2].front().value<long>(), 0L);
    }

    void aClickOnTheScrubberGoesToItsPlace()
    {
        OutlinedStyle style;
        StepScrubber scrubber;
        scrubber.setSteps({0, 100, 200, 300, 400, 500, 600, 700, 800, 900}, 4400);
        auto* slider = scrubber.findChild<QSlider*>();
        slider->setStyle(&style);
        scrubber.show();
        QSignalSpy chosen(&scrubber, &StepScrubber::stepChosen);
        QTest::mouseClick(slider, Qt::LeftButton, {}, slider->rect().center());
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(scrubber.step(), 500L);
    }

    void anItemOfAMenuHasRoomForTheMarkOfItsLetter()
    {
        OutlinedStyle style;
        QStyleOptionMenuItem item;
        item.font.setPixelSize(40);
        const auto width = [&](const char* text) {
            item.text = QString::fromUtf8(text);
            return style.sizeFromContents(QStyle::CT_MenuItem, &item, QSize(300, 40)).width();
        };
        QCOMPARE(width("这个数从哪里来？(&F)") - width("这个数从哪里来？(F)"),
            QFontMetrics(item.font).horizontalAdvance(QLatin1Char('&')));
    }

    void tokensLeftOutAreShownButCannotBeChosen()
    {
        SelectionModel selection;
        TokenStrip strip(&selection);
        auto run = std::make_shared<RunResult>(*m_run);
        run->leftOut = {" left", " out"};
        strip.setRun(m_run);
        const int before = strip.sizeHint().width();
        strip.setRun(run);
        QVERIFY(strip.sizeHint().width() > before);
        strip.resize(strip.sizeHint());
        strip.show();
        QTest::keyClick(strip.widget(), Qt::Key_End);
        QCOMPARE(selection.pinned().query, int(m_run->trace->tokens.size()) - 1);
        QTest::mouseClick(strip.widget(), Qt::LeftButton, {}, QPoint(strip.widget()->width() - 14, 14));
        QCOMPARE(selection.pinned().query, int(m_run->trace->tokens.size()) - 1);
    }

    void heightOfALabelFollowsItsTextAndWidth()
    {
        TextLabel label(TextRole::Body);
        label.setFlowing();
        const QString words = QStringLiteral("<b>One</b> sentence of many words that needs more than one line of this width. ");
        label.setText(words);
        const auto asQt = [&](int width) { return label.QLabel::heightForWidth(width); };
        const int low = label.heightForWidth(300);
        QCOMPARE(low, asQt(300));
        QCOMPARE(label.heightForWidth(150), asQt(150));
        label.setText(words + words);
        QCOMPARE(label.heightForWidth(300), asQt(300));
        QVERIFY(label.heightForWidth(300) > low);
        label.setContentsMargins(0, 20, 0, 0);
        QCOMPARE(label.heightForWidth(300), asQt(300));
        label.setFont(QFont(label.font().family(), 30));
        QCOMPARE(label.heightForWidth(300), asQt(300));
        QCOMPARE(label.minimumSizeHint().width(), 0);
    }

    void errorTextHasAllParts()
    {
        const QString text
            = errorText({.file = "m.gguf", .where = "header", .problem = "too short", .expected = "24 bytes", .found = "3"});
        for (const char* part : {"m.gguf", "header", "too short", "24 bytes", "3"})
            QVERIFY2(text.contains(QString::fromLatin1(part)), part);
    }

    void aPartOfACharacterIsNamedAsOnTheAxes()
    {
        const RunPtr run = support::tinyRun("鱻");
        QCOMPARE(quotedToken(*run->trace, 0), QStringLiteral("“鱻₁”"));
        QCOMPARE(quotedToken(*run->trace, 1), QStringLiteral("“鱻₂”"));
        QCOMPARE(quotedToken(*run->trace, 99), QStringLiteral("?"));
    }

    void readOutHasTheWeightOfTheTrace()
    {
        const float weight = m_run->trace->at("blocks.1.attn.pattern").at({2, 4, 1});
        QVERIFY(readOut(m_run, {.layer = 1, .head = 2, .query = 4, .key = 1}).contains(formatNumber(double(weight))));
        QVERIFY(readOut(nullptr, {}).isEmpty());
        QVERIFY(!readOut(m_run, {.layer = 99, .head = 99, .query = 99, .key = 99}).isEmpty());
    }

    void readOutSaysWhatIsMaskedAndSpeaksOfTheTensor()
    {
        const Selection later{.layer = 1, .head = 2, .query = 1, .key = 4};
        const QString text = readOut(m_run, later);
        QVERIFY2(text.endsWith(QStringLiteral("masked: a later token")), qPrintable(text));
        QVERIFY(readOut(m_run, later, QStringLiteral("blocks.1.attn.scores")).endsWith(QStringLiteral("masked: a later token")));
        QVERIFY(readOut(m_run, later, QStringLiteral("blocks.1.attn.scores_content")).contains(QStringLiteral("score ")));
        const QString vector = readOut(m_run, later, QStringLiteral("blocks.1.resid_post"));
        QVERIFY2(
            vector.startsWith(QStringLiteral("L1 · token 1 ")) && !vector.contains(QStringLiteral("key")), qPrintable(vector));
        QVERIFY(readOut(m_run, later, QStringLiteral("logits")).startsWith(QStringLiteral("token 1 ")));
        const RunPtr alibi = support::tinyRun("The cat sat on the mat", {"position.kind=alibi"}); // no score by itself
        const QString bias = readOut(alibi, {.layer = 1, .head = 2, .query = 4, .key = 1}, QStringLiteral("blocks.1.attn.bias"));
        QVERIFY2(bias.contains(QStringLiteral("bias ")) && !bias.contains(QStringLiteral("score")), qPrintable(bias));
    }
};

QUIET_TEST_MAIN(TestPanels)
#include "tst_panels.moc"
