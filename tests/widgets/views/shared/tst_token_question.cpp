// Any token of the vocabulary is named by its text or its id; what is none is refused with what it is, and the question stays open.

#include "widgets/views/shared/token_question.h"

#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"

#include <QLineEdit>
#include <QPointer>
#include <QSignalSpy>
#include <QTest>

using namespace widgets;

class TestTokenQuestion : public QObject
{
    Q_OBJECT

private slots:
    void whatIsNoTokenIsRefusedWhereItWasTyped()
    {
        const core::SetupPtr setup = support::tinyRun("The cat sat on the mat")->setup;
        QWidget window;
        window.show();
        const QPointer<TokenQuestion> question = new TokenQuestion(QStringLiteral("Which?"), setup, &window);
        QSignalSpy chosen(question, &TokenQuestion::chosen);
        question->ask(window.mapToGlobal(QPoint(5, 5)));
        const auto enter = [&](const QString& text) {
            question->field()->setText(text);
            QTest::keyClick(question->field(), Qt::Key_Return);
            return question ? question->note() : QString();
        };
        QVERIFY2(enter("no token of this").contains("is not one token of this model: “"), qPrintable(question->note()));
        QCOMPARE(question->field()->text(), QStringLiteral("no token of this"));
        const QString last = QString::number(setup->config.vocabulary - 1);
        QCOMPARE(enter("#1000000"), QStringLiteral("The vocabulary of this model has the ids #0 to #%1.").arg(last));
        QVERIFY(chosen.isEmpty() && question->isVisible());
        enter(QLatin1Char('#') + last);
        QTRY_VERIFY(!question);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(tokenOf(*setup, chosen[0][0].toString()), core::TokenId(setup->config.vocabulary - 1));
    }

    void aTokenIsSaidSoThatItIsReadAgain()
    {
        const core::SetupPtr setup = support::tinyRun("The cat sat on the mat")->setup;
        for (core::TokenId id = 0; id < std::min(400, int(setup->config.vocabulary)); ++id)
            QCOMPARE(tokenOf(*setup, QString::fromStdString(saidToken(*setup, id))), id);
    }
};

QUIET_TEST_MAIN(TestTokenQuestion)
#include "tst_token_question.moc"
