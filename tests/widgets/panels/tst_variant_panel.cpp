#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/panels/choice_row.h"
#include "widgets/panels/variant_panel.h"

#include <QAbstractItemModel>
#include <QComboBox>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

using namespace widgets;

class TestVariantPanel : public QObject
{
    Q_OBJECT

    static ChoiceRow* row(const VariantPanel& panel, const char* key)
    {
        for (ChoiceRow* row : panel.findChildren<ChoiceRow*>())
            if (row->key().id == key)
                return row;
        return nullptr;
    }

    static QComboBox* combo(const VariantPanel& panel, const char* key)
    {
        return qobject_cast<QComboBox*>(row(panel, key)->control());
    }

    static void choose(QComboBox* box, const char* word)
    {
        box->setCurrentIndex(box->findData(QString::fromLatin1(word)));
        emit box->activated(box->currentIndex());
    }

private slots:
    void listsEveryKeyAndEveryKind()
    {
        VariantPanel panel;
        for (const core::ChoiceKey& key : core::choiceKeys()) {
            QVERIFY2(row(panel, key.id.c_str()), key.id.c_str());
            if (key.type != core::ChoiceType::Word)
                continue;
            const QComboBox* box = combo(panel, key.id.c_str());
            QCOMPARE(std::size_t(box->count()), key.words.size());
            for (const std::string& word : key.words)
                QVERIFY2(box->findData(QString::fromStdString(word)) >= 0, word.c_str());
        }
    }

    void showsWhatRuns()
    {
        VariantPanel panel;
        panel.setSetup(support::tinySetup({"norm.placement=sandwich"}));
        QCOMPARE(combo(panel, "norm.placement")->currentData().toString(), QStringLiteral("sandwich"));
        QVERIFY(combo(panel, "norm.final")->currentIndex() >= 0);
        QCOMPARE(qobject_cast<QSpinBox*>(row(panel, "sizes.layers")->control())->value(), 3);
    }

    void choosingAKindEmitsExactlyOneChange()
    {
        VariantPanel panel;
        panel.setSetup(support::tinySetup());
        QSignalSpy changes(&panel, &VariantPanel::choicesChanged);
        choose(combo(panel, "norm.placement"), "post");
        QTest::qWait(150); // and none follows
        QCOMPARE(changes.count(), 1);
        const auto said = changes.front().front().value<core::Choices>();
        QCOMPARE(said.value("norm.placement").get<std::string>(), std::string("post"));
        QCOMPARE(said.value("sizes.layers").get<int>(), 3); // what was said before stays

        choose(combo(panel, "norm.placement"), "post"); // the same again is no change
        QCOMPARE(changes.count(), 1);
    }

    void manyStepsOfANumberAreOneChange()
    {
        VariantPanel panel;
        panel.setSetup(support::tinySetup());
        QSignalSpy changes(&panel, &VariantPanel::choicesChanged);
        auto* layers = qobject_cast<QSpinBox*>(row(panel, "sizes.layers")->control());
        for (int i = 0; i < 4; ++i)
            layers->stepUp();
        QCOMPARE(changes.count(), 0);
        QTRY_COMPARE(changes.count(), 1);
        QCOMPARE(changes.front().front().value<core::Choices>().value("sizes.layers").get<int>(), 7);
    }

    void setSetupEmitsNothing()
    {
        VariantPanel panel;
        QSignalSpy changes(&panel, &VariantPanel::choicesChanged);
        panel.setSetup(support::tinySetup({"position.kind=alibi"}));
        panel.setSetup(support::tinySetup({"position.kind=rope"}));
        QTest::qWait(150);
        QCOMPARE(changes.count(), 0);
    }

    void parametersOfKindsNotInUseAreHidden()
    {
        VariantPanel panel;
        panel.setSetup(support::tinySetup({"position.kind=rope"}));
        QVERIFY(!row(panel, "rope.base")->isHidden());
        QVERIFY(row(panel, "mask.window")->isHidden());
        panel.setSetup(support::tinySetup({"position.kind=none", "mask.kind=sliding_window"}));
        QVERIFY(row(panel, "rope.base")->isHidden());
        QVERIFY(!row(panel, "mask.window")->isHidden());
    }

    void aChoiceThatCannotRunIsDisabledWithItsReason()
    {
        VariantPanel panel;
        panel.setSetup(support::tinySetup({"norm.placement=post"}));
        const QComboBox* layout = combo(panel, "block.layout");
        const QModelIndex parallel = layout->model()->index(layout->findData(QStringLiteral("parallel_two_norms")), 0);
        QVERIFY(!(parallel.flags() & Qt::ItemIsEnabled));
        QVERIFY(!parallel.data(Qt::ToolTipRole).toString().isEmpty());
        panel.setSetup(support::tinySetup({"norm.placement=pre"}));
        QVERIFY(layout->model()->index(parallel.row(), 0).flags() & Qt::ItemIsEnabled);
    }

    void resetTakesBackWhatWasSaid()
    {
        VariantPanel panel;
        panel.setSetup(support::tinySetup({"norm.placement=post"}));
        QSignalSpy changes(&panel, &VariantPanel::choicesChanged);
        row(panel, "norm.placement")->findChild<QToolButton*>()->click();
        QCOMPARE(changes.count(), 1);
        QVERIFY(!changes.front().front().value<core::Choices>().has("norm.placement"));
    }
};

QUIET_TEST_MAIN(TestVariantPanel)
#include "tst_variant_panel.moc"
