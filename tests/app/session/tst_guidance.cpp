// The text that a model opens with: its own examples, or the one that a person wrote.

#include "app/session/guidance.h"

#include "app/base/languages.h"
#include "tests/widgets/support/quiet.h"

#include <QTest>

using app::Guidance;
using app::RunRequest;

class TestGuidance : public QObject
{
    Q_OBJECT

private slots:
    void init() { app::setLanguage("en"); }

    void anExampleGivesWayToThoseOfTheModel()
    {
        Guidance guidance;
        RunRequest slot;
        guidance.begin(QStringLiteral("main"), slot, false);
        guidance.take(*guidance.guide.at(2), slot);
        guidance.isTextDefault = false; // it was chosen
        const std::string chosen = slot.text;
        guidance.begin(QStringLiteral("translator"), slot, false);
        QVERIFY(slot.text != chosen && !slot.targetText.empty() && slot.targetText != slot.text);
        const std::string foreign = slot.text;
        guidance.begin(QStringLiteral("main"), slot, false);
        QVERIFY(slot.text != foreign && slot.targetText.empty());
        QVERIFY(guidance.prompt && guidance.prompt->text == slot.text && guidance.isHeadDue);
    }

    void aSiblingKeepsTheText()
    {
        Guidance guidance;
        RunRequest slot;
        guidance.begin(QStringLiteral("main"), slot, false);
        const std::string opening = slot.text;
        guidance.begin(QStringLiteral("layernorm"), slot, false); // what is compared is the model
        QCOMPARE(slot.text, opening);
        guidance.begin(QStringLiteral("untrained"), slot, false); // which knows no words
        QVERIFY(slot.text != opening);
        RunRequest first;
        guidance.begin(QStringLiteral("layernorm"), first, false);
        QVERIFY(!first.text.empty());
    }

    void aPersonsTextStaysWhereItCan()
    {
        Guidance guidance;
        RunRequest slot;
        guidance.begin(QStringLiteral("main"), slot, false);
        slot.text = "The dog sees the cat";
        guidance.isTextDefault = false;
        guidance.begin(QStringLiteral("encoder"), slot, false);
        QCOMPARE(slot.text, std::string("The dog sees the cat"));
        guidance.begin(QStringLiteral("translator"), slot, true); // beside another, which has it too
        QCOMPARE(slot.text, std::string("The dog sees the cat"));
        guidance.begin(QStringLiteral("translator"), slot, false); // which has no second text to it
        QVERIFY(slot.text != "The dog sees the cat" && !slot.targetText.empty());
    }
};

QUIET_TEST_MAIN(TestGuidance)
#include "tst_guidance.moc"
