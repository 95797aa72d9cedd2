// Which choices are in sight: those of the kind that runs; the rest folds out.

#include "tests/widgets/support/choice_rows.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/controls/disclosure.h"
#include "widgets/panels/choice_group.h"
#include "widgets/panels/choice_order.h"
#include "widgets/panels/choice_row.h"
#include "widgets/panels/variant_panel.h"

#include <QTest>

using namespace support;
using namespace widgets;

class TestChoiceGroups : public QObject
{
    Q_OBJECT

private slots:
    void parametersOfKindsNotInUseAreHidden()
    {
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup({"position.kind=rope"}));
        QVERIFY(!row(panel, "rope.base")->isHidden());
        QVERIFY(row(panel, "mask.window")->isHidden());
        panel.editor()->setSetup(support::tinySetup({"position.kind=none", "mask.kind=sliding_window"}));
        QVERIFY(row(panel, "rope.base")->isHidden());
        QVERIFY(!row(panel, "mask.window")->isHidden());
    }

    void parametersOfANestedKindShowOnlyWithIt()
    {
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup({"position.kind=rope"}));
        QVERIFY(!row(panel, "rope.scaling")->isHidden());
        QVERIFY(row(panel, "rope.factor")->isHidden());
        panel.editor()->setSetup(support::tinySetup({"position.kind=rope", "rope.scaling=yarn"}));
        QVERIFY(!row(panel, "rope.factor")->isHidden());
        QVERIFY(!row(panel, "rope.beta_fast")->isHidden());
        QVERIFY(row(panel, "rope.low_freq_factor")->isHidden());
        panel.editor()->setSetup(support::tinySetup({"position.kind=none", "rope.scaling=yarn"}));
        QVERIFY(row(panel, "rope.factor")->isHidden());
    }

    void everyChoiceOfAKindIsInSightAndTheRestFoldsOut()
    {
        VariantPanel panel;
        panel.resize(300, 600);
        panel.editor()->setSetup(support::tinySetup({"position.kind=rope"}));
        panel.show();
        int visible = 0;
        for (ChoiceRow* one : panel.findChildren<ChoiceRow*>())
            visible += one->isVisible() ? 1 : 0;
        QVERIFY2(visible >= 11 && visible <= 16, qPrintable(QString::number(visible)));
        QVERIFY(row(panel, "position.kind")->isVisible());
        QVERIFY(!row(panel, "rope.base")->isVisible());
        for (ChoiceGroup* group : panel.findChildren<ChoiceGroup*>())
            if (group->head() == row(panel, "position.kind"))
                group->findChild<Disclosure*>(QString(), Qt::FindDirectChildrenOnly)->click();
        QVERIFY(row(panel, "rope.base")->isVisible());
        choose(combo(panel, "mask.kind"), "sliding_window"); // what a new kind brings with it comes into sight
        QVERIFY(row(panel, "mask.window")->isVisible());
    }

    void whatTheModelMakesNothingOfFoldsUnderMore()
    {
        VariantPanel panel;
        panel.resize(300, 600);
        panel.editor()->setSetup(support::tinySetup({"position.kind=rope"}));
        panel.show();
        const QList<ChoiceGroup*> groups = panel.findChildren<ChoiceGroup*>();
        for (ChoiceGroup* group : groups)
            group->setOpen(true);
        for (const char* key : {"bias.head", "embedding.padding_id", "embedding.token_types", "score.soft_cap", "output.scale"})
            QVERIFY2(!row(panel, key)->isVisible(), key);
        for (const char* key : {"rope.base", "sizes.heads", "weights", "seed", "norm.placement"})
            QVERIFY2(row(panel, key)->isVisible(), key);

        const auto* const one = row(panel, "embedding.token_types");
        const auto ofOne = [&](const ChoiceGroup* group) { return group->isAncestorOf(one); };
        auto* const more = (*std::ranges::find_if(groups, ofOne))->findChild<Disclosure*>(QStringLiteral("more"));
        QVERIFY(more && more->isVisible());
        more->click();
        QVERIFY(one->isVisible());
        panel.editor()->setSetup(support::tinySetup({"position.kind=alibi"})); // stays open while the window lives
        QVERIFY(one->isVisible());
        more->click();
        QVERIFY(!one->isVisible());
        panel.editor()->setSetup(support::tinySetup({"embedding.token_types=2"}));
        QVERIFY(one->isVisible()); // in use now
    }

    void everyKeyThatTheModelHasIsOneFoldAway()
    {
        VariantPanel panel;
        panel.resize(300, 600);
        panel.editor()->setSetup(support::tinySetup());
        panel.show();
        for (ChoiceGroup* group : panel.findChildren<ChoiceGroup*>()) {
            group->setOpen(true);
            if (auto* more = group->findChild<Disclosure*>(QStringLiteral("more")); more->isVisible())
                more->click();
        }
        for (const core::ChoiceKey& key : core::choiceKeys())
            QCOMPARE(row(panel, key.id.c_str())->isVisible(), panel.editor()->isInUse(key));
    }

    void nothingIsLeftOfAHiddenChoice()
    {
        VariantPanel panel;
        panel.resize(300, 600);
        panel.editor()->setSetup(support::tinySetup({"position.kind=rope"}));
        panel.show();
        ChoiceGroup* const positions = qobject_cast<ChoiceGroup*>(row(panel, "position.kind")->parentWidget());
        QVERIFY(positions && positions->isVisible());
        positions->setOpen(true);
        panel.editor()->setHidden({"position.kind"});
        QVERIFY(!positions->isVisible());
        for (const core::ChoiceKey& key : core::choiceKeys())
            if (headOf(key) == "position.kind")
                QVERIFY2(!panel.editor()->isInUse(key), key.id.c_str());
        QVERIFY(row(panel, "norm.kind")->isVisible());
        QStringList sizes;
        for (const core::ChoiceKey& key : core::choiceKeys())
            if (key.id.starts_with("sizes."))
                sizes << QString::fromStdString(key.id);
        QWidget* const ofSizes = row(panel, "sizes.heads")->parentWidget()->parentWidget();
        QVERIFY(ofSizes->isVisible());
        panel.editor()->setHidden(sizes);
        QVERIFY(!ofSizes->isVisible());
        panel.editor()->setHidden({});
        QVERIFY(positions->isVisible() && ofSizes->isVisible());
    }
};

QUIET_TEST_MAIN(TestChoiceGroups)
#include "tst_choice_groups.moc"
