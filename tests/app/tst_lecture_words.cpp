// What docs/lecture.md and docs/lecture.zh-CN.md quote is there: each word and number is read from the real window, step by step;
// and what they say to do by hand ends on the picture of its step.

#include "app/base/languages.h"
#include "app/session/planned_steps.h"
#include "app/window/page_tabs.h"

#include "core/files/library/model_files.h"
#include "tests/app/support/presented_window.h"
#include "widgets/panels/choice_row.h"
#include "widgets/panels/mask_painter.h"
#include "widgets/plot/cell_plottable.h"
#include "widgets/plot/plot.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTabBar>
#include <QTest>

#include <algorithm>
#include <utility>

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

/// A text of Markdown on one line, as it is read.
QString unmarked(QString text)
{
    static const QRegularExpression link(R"(\[([^\]]+)\]\([^)]*\))"), marks("[*`]");
    return text.replace(link, "\\1").remove(marks).simplified();
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

/// "By hand (…): …": what comes after the colon; empty: the step has no such line.
QString byHand(const WrittenStep& step)
{
    static const QRegularExpression line(R"((?:By hand|手动)[^:：]*[:：](.*))");
    return line.match(step.text).captured(1);
}

} // namespace

class TestLectureWords : public QObject, support::PresentedWindow
{
    Q_OBJECT
private slots:
    void init() { app::setLanguage("en"); }
    void everyWordThatIsQuotedStandsInTheWindow_data();
    void everyWordThatIsQuotedStandsInTheWindow();
    void theHandsComeToThePictureOfTheStep_data();
    void theHandsComeToThePictureOfTheStep();

private:
    QString titleOnScreen() const;
    void follow(const QString& words);
    bool isDrawer(const QString& word) const;
    void openPage(const QString& title);
    void clickSmallMap(int layer, int head);
    void choose(widgets::ChoiceRow& row, const QString& value);
    void paintCell(int query, int key);
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
        const QString& notes = planned.steps[i - 1].notes;
        if (notes.isEmpty() && (text.contains("Say:") || text.contains(QStringLiteral("说："))))
            miss("notes");
        for (const QString& note : notes.split('\n', Qt::SkipEmptyParts))
            if (!unmarked(text).contains(note, Qt::CaseInsensitive))
                miss(note);
        const QString picture = plain(view()->captionText()) + '\n' + words.join('\n');
        for (const QString& number : quoted(text, "`([^`]+)`"))
            if (!stands(number, picture))
                miss(number);
    }
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(" | ")));
}

void TestLectureWords::openPage(const QString& title)
{
    auto* const tabs = m_window->findChild<app::PageTabs*>();
    for (int i = 0; i < tabs->count(); ++i)
        if (tabs->textAt(i) == title)
            emit tabs->chosen(i);
    settle();
    QCOMPARE(titleOnScreen(), title);
}

void TestLectureWords::clickSmallMap(int layer, int head)
{
    const widgets::CellPlottable* const wall = view()->plot()->cellMap(QStringLiteral("wall"));
    QVERIFY2(wall, view()->figure().id);
    const widgets::Cell cell{wall->rows() - 1 - layer, head}; // depth goes upwards
    QTest::mouseClick(view()->plot(), Qt::LeftButton, {}, wall->cellRect(cell).center().toPoint());
    settle();
}

void TestLectureWords::choose(widgets::ChoiceRow& row, const QString& value)
{
    if (auto* const menu = qobject_cast<QComboBox*>(row.control())) {
        const int place = menu->findText(value);
        QVERIFY2(place >= 0, qPrintable(value));
        menu->setCurrentIndex(place);
        emit menu->activated(place);
    } else {
        QAbstractButton* wanted = nullptr;
        for (auto* const button : row.control()->findChildren<QAbstractButton*>())
            if (plain(button->text()) == value)
                wanted = button;
        QVERIFY2(wanted, qPrintable(value));
        wanted->click();
    }
    settle();
}

void TestLectureWords::paintCell(int query, int key)
{
    auto* const table = m_window->findChild<widgets::MaskPainter*>();
    QVERIFY(table && table->isVisible());
    QTest::mouseClick(table, Qt::LeftButton, {}, table->cellRect(query, key).center().toPoint());
    settle();
}

/// Does what the words say, in their order: **page**, a small map of a head, Ctrl+D, *choice* and its *value*, a number as a key.
void TestLectureWords::follow(const QString& words)
{
    static const QRegularExpression deed(
        R"(\*\*([^*]+)\*\*|(?:small map of |点 )L(\d) H(\d)|Ctrl\+(\w)|(?:then|再按) (\d)|\*([^*]+)\*)");
    enum Deed
    {
        Page = 1,
        Layer,
        Head,
        Letter,
        Digit,
        Word
    };
    widgets::ChoiceRow* row = nullptr;
    for (auto match = deed.globalMatch(words); match.hasNext();) {
        const QRegularExpressionMatch one = match.next();
        const auto key = [&](Deed which) { return Qt::Key(one.captured(which).at(0).unicode()); };
        const QString word = one.captured(Word);
        const QList<widgets::ChoiceRow*> rows = m_window->findChildren<widgets::ChoiceRow*>();
        const auto named = std::ranges::find(rows, word, &widgets::ChoiceRow::name);
        if (!one.captured(Page).isEmpty())
            openPage(one.captured(Page));
        else if (!one.captured(Layer).isEmpty() && view()->plot()->cellMap(QStringLiteral("wall"))) // once: then it has the page
            clickSmallMap(one.captured(Layer).toInt(), one.captured(Head).toInt());
        else if (!one.captured(Letter).isEmpty())
            press(key(Letter), Qt::ControlModifier);
        else if (!one.captured(Digit).isEmpty())
            press(key(Digit));
        else if (named != rows.end())
            row = *named;
        else if (row && !word.isEmpty() && !isDrawer(word))
            choose(*std::exchange(row, nullptr), word);
    }
}

/// Whether a drawer has this word.
bool TestLectureWords::isDrawer(const QString& word) const
{
    for (const QTabBar* tabs : m_window->findChildren<QTabBar*>())
        for (int i = 0; i < tabs->count(); ++i)
            if (plain(tabs->tabText(i)) == word)
                return true;
    return false;
}

void TestLectureWords::theHandsComeToThePictureOfTheStep_data() { everyWordThatIsQuotedStandsInTheWindow_data(); }

void TestLectureWords::theHandsComeToThePictureOfTheStep()
{
    QFETCH(QString, language);
    QFETCH(QString, document);
    constexpr std::size_t ofMask = 5, ofWeights = 11, last = 12; // the last goes on from where the one before it ends
    app::setLanguage(language);
    widgets::setCurrentTheme(widgets::ThemeId::Projector);
    const auto back = qScopeGuard([] { widgets::setCurrentTheme(widgets::ThemeId::Light); });
    const std::vector<WrittenStep> written = writtenSteps(document);
    open(QString::fromStdString(core::defaultModel()));
    press(Qt::Key_F5);
    QStringList sentences{QString()};
    while (std::size_t(sentences.size()) <= last) {
        press(Qt::Key_PageDown);
        sentences << view()->captionText();
    }
    for (const std::size_t step : {ofMask, ofWeights, last}) {
        if (step != last)
            open(QString::fromStdString(core::defaultModel()));
        const widgets::Selection at = m_window->selection()->pinned(); // of the text: “dog” and “chair”
        QVERIFY2(!byHand(written[step]).isEmpty(), qPrintable(written[step].title));
        follow(byHand(written[step]));
        if (step == ofMask)
            paintCell(at.query, at.key);
        QCOMPARE(QString(view()->figure().id), QStringLiteral("attention"));
        QCOMPARE(plain(view()->captionText()), plain(sentences[qsizetype(step)]));
    }
}

QTEST_MAIN(TestLectureWords)
#include "tst_lecture_words.moc"
