// A language is a file: with one more translation beside the program's, made here of every English text in brackets and two
// fifths longer, the program speaks it everywhere, without a change of the sources. What is shown without brackets is a text that
// nobody can translate; what is cut, squeezed or covered has no room for a language of long words.

#include "app/base/languages.h"

#include "app/window/main_window.h"

#include "tests/app/support/readable_window.h"
#include "widgets/figure/sentences.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/theme.h"
#include "widgets/views/shared/figure_view.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QMenuBar>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace {

const QString language = QStringLiteral("eo");

QString readAll(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Two fifths of its letters, in words of eight at most.
QString longer(QString text)
{
    static const QRegularExpression noLetters(
        "&amp;|&lt;[^&]*&gt;|%[0-9nL]+"); // letters with an underline, marks, places of numbers
    QString added;
    for (qsizetype letters = text.remove(noLetters).size() * 2 / 5; letters > 0; letters -= 8)
        added += (letters > 8 || !added.isEmpty() ? " " : "") + QString(std::min<qsizetype>(letters, 8), '~');
    return added;
}

/// The translation file of `language`: each text of the Chinese one in brackets instead of its translation.
QString bracketed(QString ts)
{
    ts.replace("language=\"zh_CN\"", "language=\"" + language + "\"");
    static const QRegularExpression message(
        "<source>(.*?)</source>(.*?)<translation[^>]*>.*?</translation>", QRegularExpression::DotMatchesEverythingOption);
    QString result;
    qsizetype done = 0;
    for (auto found = message.globalMatch(ts); found.hasNext();) {
        const QRegularExpressionMatch one = found.next();
        const QString text = "⟦" + one.captured(1) + longer(one.captured(1)) + "⟧";
        const bool isCounted = one.captured(0).contains("<numerusform>");
        result += ts.mid(done, one.capturedStart() - done) + "<source>" + one.captured(1) + "</source>" + one.captured(2)
            + (isCounted
                    ? "<translation><numerusform>" + text + "</numerusform><numerusform>" + text + "</numerusform></translation>"
                    : "<translation>" + text + "</translation>");
        done = one.capturedEnd();
    }
    return result + ts.mid(done);
}

/// Texts on a widget and on everything in it that is visible, and of its menus.
QStringList textsOf(const QWidget& window)
{
    QStringList texts;
    for (const QLabel* label : window.findChildren<QLabel*>())
        if (label->isVisible())
            texts << label->text();
    for (const QAbstractButton* button : window.findChildren<QAbstractButton*>())
        if (button->isVisible())
            texts << button->text();
    for (const QAction* action : window.findChildren<QAction*>())
        if (!action->isSeparator() && action->menu() == nullptr)
            texts << action->text();
    texts.removeDuplicates();
    return texts;
}

} // namespace

class TestLanguages : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

private slots:
    void initTestCase()
    {
        QFile ts(m_folder.filePath("cutaway_" + language + ".ts"));
        QVERIFY(ts.open(QIODevice::WriteOnly));
        ts.write(bracketed(readAll(TRANSLATION)).toUtf8());
        ts.close();
        QProcess tool;
        tool.start(LRELEASE, {"-silent", ts.fileName(), "-qm", m_folder.filePath("cutaway_" + language + ".qm")});
        QVERIFY(tool.waitForFinished(60000) && tool.exitCode() == 0);
        QDir::addSearchPath("i18n", m_folder.path());
    }
    void cleanup() { app::setLanguage("en"); }

    void aFileBesideTheOthersIsALanguage()
    {
        QCOMPARE(app::languages(), QStringList({"en", language, "zh_CN"}));
        QVERIFY(app::isLanguage(language) && !app::isLanguage("de"));
        QCOMPARE(QString::fromStdString(app::languageWords()), QString("en, eo, zh_CN"));
    }

    void eachIsCalledByItsOwnName()
    {
        QCOMPARE(app::languageName("en"), QString("English"));
        QCOMPARE(app::languageName("zh_CN"), QString::fromUtf8("简体中文"));
        QCOMPARE(app::languageName(language), ownName());
        QCOMPARE(app::languageSign("zh_CN"), QString::fromUtf8("中"));
        QVERIFY(app::plainSentence("zh_CN").startsWith(QString::fromUtf8("猫")));
    }

    void numbersAndSentencesFollowTheLanguage()
    {
        QCOMPARE(widgets::formatPercent(0.1234), QString::fromUtf8("12.3\u00a0%"));
        QCOMPARE(widgets::joinedSentences({"One.", "", "Two."}), QString("One. Two."));
        const app::Speaking speaking("zh_CN");
        QCOMPARE(widgets::formatPercent(0.1234), QString::fromUtf8("12.3%"));
        QCOMPARE(widgets::joinedSentences({"一。", "二。"}), QString::fromUtf8("一。二。"));
        QCOMPARE(widgets::currentScript(), widgets::Script::Han);
    }

    void theWindowSpeaksItEverywhere()
    {
        app::setLanguage(language);
        const auto window
            = std::make_unique<app::MainWindow>(app::MainWindow::Start{.model = "main", .view = "norm", .remembers = false});
        window->resize(1366, 738);
        window->show();
        QTRY_VERIFY_WITH_TIMEOUT(window->run() && !window->isComputing(), 60000);
        int spoken = 0;
        QStringList silent;
        static const QRegularExpression word("[A-Za-z]{3,}");
        for (const QString& text : textsOf(*window)) {
            spoken += text.contains(QString::fromUtf8("⟦"));
            if (!text.contains(QString::fromUtf8("⟦")) && text.contains(word) && !isNotTranslated(text))
                silent << text;
        }
        QVERIFY2(spoken > 80, qPrintable(QString::number(spoken)));
        QVERIFY2(silent.isEmpty(), qPrintable(silent.join("\n")));
    }

    void longerWordsHaveTheirRoom()
    {
        app::setLanguage(language);
        app::MainWindow window({.model = "main", .remembers = false});
        window.resize(1366, 738);
        window.show();
        QStringList faults;
        for (const widgets::ViewInfo& page : widgets::allViews()) {
            QVERIFY(window.showView(page.id));
            support::settle(window);
            for (const QString& fault : support::faultsAround(window))
                faults << QLatin1String(page.id) + ": " + fault;
        }
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
    }

    void theMenuHasEachOnce()
    {
        const auto window = std::make_unique<app::MainWindow>(app::MainWindow::Start{.model = "main", .remembers = false});
        QStringList named;
        for (const QAction* action : window->findChildren<QAction*>())
            if (app::isLanguage(action->data().toString()))
                named << action->text();
        QCOMPARE(named, QStringList({"English", ownName(), QString::fromUtf8("简体中文")}));
    }

private:
    static QString ownName() { return "⟦English" + longer("English") + "⟧"; }

    /// Names of models and of tensors, and the examples, whose words come with the model.
    static bool isNotTranslated(const QString& text)
    {
        if (text.contains(QLatin1Char('\t')))
            return true;
        static const QRegularExpression name("^[a-z][a-z0-9_.-]*$");
        return name.match(text).hasMatch() || text.startsWith("✓ transformers ") || app::languages().contains(text) || text == app::languageName("en");
    }
};

QTEST_MAIN(TestLanguages)
#include "tst_languages.moc"
