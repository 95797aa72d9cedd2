// A question at a place: Enter takes what is in its field, Esc changes nothing, and it says itself to a screen reader.

#include "widgets/controls/pointed_question.h"

#include "tests/widgets/support/quiet.h"

#include <QLineEdit>
#include <QPointer>
#include <QTest>

namespace {

class Question : public widgets::PointedQuestion
{
public:
    Question(QWidget* window, QString* taken)
        : PointedQuestion(QStringLiteral("How many?"), QStringLiteral("A number."), window)
        , m_field(new QLineEdit(this))
        , m_taken(taken)
    {
        setField(m_field);
    }
    QLineEdit* field() const { return m_field; }

private:
    void take() override { *m_taken = m_field->text(); }

    QLineEdit* m_field;
    QString* m_taken;
};

} // namespace

class TestPointedQuestion : public QObject
{
    Q_OBJECT

private slots:
    void enterTakesAndEscapeDoesNot()
    {
        for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Escape}) {
            QWidget window;
            window.show();
            QString taken;
            const QPointer<Question> question = new Question(&window, &taken);
            question->ask(window.mapToGlobal(QPoint(5, 5)));
            QVERIFY(question->isVisible());
            QCOMPARE(question->field()->accessibleName(), QStringLiteral("How many?"));
            QCOMPARE(question->field()->accessibleDescription(), QStringLiteral("A number."));
            QTest::keyClicks(question->field(), QStringLiteral("12"));
            QTest::keyClick(question->field(), key);
            QTRY_VERIFY(!question);
            QCOMPARE(taken, key == Qt::Key_Return ? QStringLiteral("12") : QString());
        }
    }
};

QUIET_TEST_MAIN(TestPointedQuestion)
#include "tst_pointed_question.moc"
