// What docs/lecture.md and docs/lecture.zh-CN.md quote is there: each word and number is read from the real window, step by step.

#include "app/base/languages.h"
#include "app/session/planned_steps.h"
#include "app/window/page_tabs.h"

#include "core/files/library/model_files.h"
#include "tests/app/support/presented_window.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QRegularExpression>
#include <QTest>

using app::MainWindow;

namespace {

/// One step of a lecture as it is written.
struct WrittenStep
{
    QString title; // "### 7 · Pre, Post, Sandwich"
    QString text; // up to the next heading
};

/// After what is before the first step, which has no title.
std::vector<WrittenStep> writtenSteps(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    std::vector<WrittenStep> steps(1);
    bool isStep = true;
    for (const QString& line : QString::fromUtf8(file.readAll()).split('\n')) {
        if (line.startsWith('#')) {
            isStep = line.startsWith("### ") || (isStep && steps.size() == 1);
            if (line.startsWith("### "))
                steps.push_back({line.section(QStringLiteral(" · "), 1), {}});
        } else if (isStep) {
            steps.back().text += line + '\n';
        }
    }
    return steps;
}

/// What is between these marks: **page**, *word*, `number`.
QStringList quoted(const QString& text, const QString& pattern)
{
    QStringList found;
    for (auto match = QRegularExpression(pattern).globalMatch(text); match.hasNext();)
        found << match.next().captured(1);
    return found;
}

/// As it is read: without tags, the letters of shortcuts and spaces that do not break.
QString plain(QString text)
{
    static const QRegularExpression spaces(R"([\x{a0}\x{2009}\x{202f}])");
    static const QRegularExpression tags("<[^>]*>"), letter(R"(\(&\w\))");
    return text.remove(tags).remove(letter).remove('&').replace(spaces, " ").trimmed();
}

/// Every word on the controls and labels of the window, visible or behind another page, panel or menu.
QStringList wordsOf(const MainWindow& window)
{
    QStringList words;
    for (const QAction* action : window.findChildren<QAction*>())
        words << plain(action->text());
    for (const QMenu* menu : window.findChildren<QMenu*>()) // "File › Save session"
        for (const QAction* action : menu->actions())
            words << plain(menu->title()) + " › " + plain(action->text());
    for (const QLabel* label : window.findChildren<QLabel*>())
        words << plain(label->text());
    for (const QAbstractButton* button : window.findChildren<QAbstractButton*>())
        words << plain(button->text());
    for (const QComboBox* box : window.findChildren<QComboBox*>())
        for (int i = 0; i < box->count(); ++i)
            words << box->itemText(i);
    for (const QTabBar* tabs : window.findChildren<QTabBar*>())
        for (int i = 0; i < tabs->count(); ++i)
            words << plain(tabs->tabText(i));
    return words;
}

/// Whether the number or words are there, not as a part of a longer number.
bool stands(const QString& words, const QString& text)
{
    const QString pattern = R"((?<![\d.,×]))" + QRegularExpression::escape(words) + R"((?![\d×]|[.,]\d))";
    return QRegularExpression(pattern).match(text).hasMatch();
}

} // namespace

class TestLectureWords : public QObject, support::PresentedWindow
{
    Q_OBJECT
private slots:
    void init() { app::setLanguage("en"); }
    void everyWordThatIsQuotedStandsInTheWindow_data();
    void everyWordThatIsQuotedStandsInTheWindow();

private:
    QString titleOnScreen() const;
};

/// Of the page that is open.
QString TestLectureWords::titleOnScreen() const
{
    const auto* const tabs = m_window->findChild<app::PageTabs*>();
    return tabs->textAt(tabs->currentIndex());
}

void TestLectureWords::everyWordThatIsQuotedStandsInTheWindow_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("document");
    QTest::newRow("en") << "en" << LECTURE_FOLDER "/lecture.md";
    QTest::newRow("zh_CN") << "zh_CN" << LECTURE_FOLDER "/lecture.zh-CN.md";
}

void TestLectureWords::everyWordThatIsQuotedStandsInTheWindow()
{
    QFETCH(QString, language);
    QFETCH(QString, document);
    open(QString::fromStdString(core::defaultModel()));
    m_window->setLanguage(language);
    settle();
    const std::vector<WrittenStep> written = writtenSteps(document);
    const app::PlannedSteps planned = app::readPlannedSteps(app::lectureFile(language));
    QCOMPARE(written.size(), planned.steps.size() + 1);
    press(Qt::Key_F5);
    QStringList missing;
    for (std::size_t i = 0; i < written.size(); ++i) {
        const QString& text = written[i].text;
        const auto miss = [&](const QString& words) { missing << QStringLiteral("%1: %2").arg(i).arg(words); };
        if (i > 0) {
            press(Qt::Key_PageDown);
            QCOMPARE(written[i].title, planned.steps[i - 1].title);
            QCOMPARE(m_window->presenter()->at(), int(i) - 1);
        }
        const QStringList words = wordsOf(*m_window);
        for (const QString& word : quoted(text, R"((?<!\*)\*([^*]+)\*(?!\*))"))
            if (!words.contains(word))
                miss(word);
        if (i == 0)
            continue;
        for (const QString& page : quoted(text, R"(\*\*([^*]+)\*\*)"))
            if (page != titleOnScreen())
                miss(page);
        const QString picture = plain(view()->captionText()) + '\n' + words.join('\n');
        for (const QString& number : quoted(text, "`([^`]+)`"))
            if (!stands(number, picture))
                miss(number);
    }
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(" | ")));
}

QTEST_MAIN(TestLectureWords)
#include "tst_lecture_words.moc"
