// The words of interventions: in a list each is told from the others, and short ones say the place and what happens there.

#include "core/trace/direction.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/figure/intervention_text.h"
#include "widgets/panels/intervention_panel.h"
#include "widgets/panels/intervention_row.h"

#include <QLabel>
#include <QTest>

using namespace widgets;

class TestInterventionWords : public QObject
{
    Q_OBJECT

private slots:
    /// Two long lines are whole, and of two texts what differs is said.
    void whatDiffersInTwoLinesIsSeen()
    {
        core::Intervention cup{.at = "blocks.2.resid_pre", .op = core::InterventionOp::Add, .value = {{}, {1.f}}}, chair = cup;
        const std::string begins = "Repeat: red dog chair cup. Again: red ";
        core::setDirection(cup, {core::DirectionKind::Difference, begins + "dog", begins + "cup"});
        core::setDirection(chair, {core::DirectionKind::Difference, begins + "dog", begins + "chair"});
        InterventionPanel panel;
        panel.show({cup, chair}, {}, {});
        panel.resize(280, 400);
        panel.QWidget::show();
        QStringList said;
        for (int i = 0; i < 2; ++i) {
            const auto* const words = panel.row(i)->findChild<QLabel*>(QStringLiteral("words"));
            QVERIFY(words->height() >= words->heightForWidth(words->width()));
            QVERIFY2(words->toolTip().contains(QString::fromStdString(begins)), qPrintable(words->toolTip()));
            said << words->text();
        }
        QCOMPARE(said[0], QStringLiteral("L2 resid_pre + (“…Again: red dog” − “…Again: red cup”)"));
        QCOMPARE(said[1], QStringLiteral("L2 resid_pre + (“…Again: red dog” − “…Again: red chair”)"));
    }

    void theWordsOfAList()
    {
        const auto said = [](const char* json) { return interventionsText(core::parseJson(json, "")); };
        QCOMPARE(
            said(R"([{"at":"blocks.1.attn.z[2]","op":"zero","strength":0.5}])"), QStringLiteral("L1 H2 z → 0 (strength 0.50)"));
        QCOMPARE(said(R"([{"at":"blocks.1.mlp_out","op":"set","value":[1, 2],"source":{"texts":"capitals"}}])"),
            QStringLiteral("L1 mlp_out → mean over “capitals”"));
        QCOMPARE(
            said(R"([{"at":"blocks.1.mlp_out","op":"set","value":2,"source":{"text":"The capital of Spain is a large town"}}])"),
            QStringLiteral("L1 mlp_out → value in “The capital of Spain is a lar…”"));
        QCOMPARE(said(R"([{"at":"blocks.*.mlp_out","op":"scale","value":2}])"), QStringLiteral("blocks.*.mlp_out × 2"));
        QVERIFY(said(R"([{"at":"a","op":"zero"},{"at":"b","op":"zero"},{"at":"c","op":"zero"},{"at":"d","op":"zero"}])")
                    .endsWith("and 1 more"));
        QVERIFY(interventionsText({}).isEmpty());
    }
};

QUIET_TEST_MAIN(TestInterventionWords)
#include "tst_intervention_words.moc"
