// A choice in the line of a page: its kinds stand alike wherever it is.

#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/controls/text_label.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/panels/choice_words.h"
#include "widgets/panels/page_switch.h"
#include "widgets/panels/page_switches.h"
#include "widgets/panels/variant_panel.h"
#include "widgets/plot/theme.h"

#include <QAbstractButton>
#include <QSet>
#include <QTest>

#include <map>

using namespace widgets;

class TestPageSwitch : public QObject
{
    Q_OBJECT
private slots:
    void kindsAreInOneOrderOnEveryPage()
    {
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup({"position.kind=rope"}));
        PageSwitches strip(panel.editor());
        strip.show();
        QStringList before;
        for (const char* family : {"position.kind", "position.kind=alibi", "position.kind=none", "position.kind=sinusoidal"}) {
            strip.setFamilies({QString::fromLatin1(family)});
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            strip.resize(3000, strip.sizeHint().height());
            std::map<int, QString> places;
            for (const QAbstractButton* one : strip.findChild<PageSwitch*>()->findChildren<QAbstractButton*>())
                if (one->isVisible())
                    places[one->x()] = one->objectName();
            QStringList order;
            for (const auto& [x, id] : places)
                order << id;
            QVERIFY(order.size() > 5);
            if (!before.isEmpty())
                QCOMPARE(order, before);
            before = order;
        }
    }

    void largeTypeHasFewerWordsAndNoSmallerOnes()
    {
        const QStringList ids{"Sinusoidal", "Learned", "Transformer-XL", "RoPE"};
        SegmentedSwitch words(ids);
        for (const QString& id : ids)
            words.setLabel(id, id);
        QVERIFY(words.widthOf(ids, SegmentedSwitch::Words::Small) < words.widthOf(ids, SegmentedSwitch::Words::Brief));
        setTypeFactor(1.5);
        QCOMPARE(words.widthOf(ids, SegmentedSwitch::Words::Small), words.widthOf(ids, SegmentedSwitch::Words::Brief));
        words.setRoom(words.widthOf(ids, SegmentedSwitch::Words::Brief) - 5);
        QVERIFY(!words.button("Sinusoidal")->isHidden() && words.button("RoPE")->isHidden());
        setTypeFactor(1);
    }

    void qkNormStandsWithItsName() // its kinds are norms, and not those of the layer
    {
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup());
        PageSwitches strip(panel.editor());
        strip.setFamilies({"score.qk_norm", "weights"});
        strip.show();
        const auto* const one = strip.findChild<PageSwitch*>(QStringLiteral("page:score.qk_norm"));
        for (const int width : {370, 600, 4000})
            QVERIFY((strip.resize(width, 30), one->findChild<TextLabel*>()->isVisible()));
    }

    void narrowWordsAreBriefAndNoTwoAreAlike_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QStringList>("words"); // key and kind, with what it is called
        QTest::newRow("en") << "en"
                            << QStringList{"position.kind rope RoPE", "position.kind shaw Shaw", "position.kind t5_buckets T5",
                                   "attention.kind latent MLA", "norm.kind batch_norm BatchNorm",
                                   "activation.kind gelu_tanh GELU (tanh)", "norm.placement deep_norm DeepNorm"};
    }
    void narrowWordsAreBriefAndNoTwoAreAlike()
    {
        QFETCH(QString, language);
        QFETCH(QStringList, words);
        setCurrentLanguage(language);
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup());
        for (const core::ChoiceKey& key : core::choiceKeys()) {
            const QStringList ids = wordIds(key);
            QSet<QString> brief;
            for (const QString& id : ids)
                brief << briefWord(*panel.editor(), key, id);
            QVERIFY2(brief.size() == ids.size() && !brief.contains(QString()), key.id.c_str());
        }
        for (const QString& one : std::as_const(words)) {
            const core::ChoiceKey& key = *core::findChoiceKey(one.section(' ', 0, 0).toStdString());
            QCOMPARE(briefWord(*panel.editor(), key, one.section(' ', 1, 1)), one.section(' ', 2));
        }
        PageSwitches strip(panel.editor());
        strip.setFamilies({"position.kind"});
        strip.show();
        strip.resize(strip.minimumSizeHint()); // every kind is there, whole
        for (const QString& id : wordIds(*core::findChoiceKey("position.kind"))) {
            const auto* const button = strip.findChild<QAbstractButton*>(id);
            QVERIFY(button->isVisible() && button->parentWidget()->rect().contains(button->geometry()));
            QVERIFY(button->width() >= 0.7 * button->minimumSizeHint().width());
        }
        QVERIFY(strip.findChild<QAbstractButton*>("rope")->toolTip().startsWith(
            wordText(*panel.editor(), *core::findChoiceKey("position.kind"), "rope").label));
        setCurrentLanguage(QStringLiteral("en"));
    }

    void briefWordsNeedNoLessRoomWhole()
    {
        SegmentedSwitch words({QStringLiteral("pre"), QStringLiteral("post")}, nullptr);
        words.setLabel(QStringLiteral("pre"), QStringLiteral("Before the branch (Pre)"));
        words.setLabel(QStringLiteral("post"), QStringLiteral("After the sum (Post)"));
        words.setBrief(QStringLiteral("pre"), QStringLiteral("Pre"));
        words.setBrief(QStringLiteral("post"), QStringLiteral("Post"));
        const QSize whole = words.sizeHint();
        words.setRoom(words.widthOf(words.ids(), SegmentedSwitch::Words::Brief));
        QCOMPARE(words.findChild<QAbstractButton*>(QStringLiteral("pre"))->text(), QStringLiteral("Pre"));
        QCOMPARE(words.sizeHint(), whole);
    }
};

QUIET_TEST_MAIN(TestPageSwitch)
#include "tst_page_switch.moc"
