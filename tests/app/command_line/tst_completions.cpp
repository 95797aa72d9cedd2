// What the completions offer: bash runs its own, zsh and fish are read. That every command and option is in them is
// tests/house/check_install.sh.

#include "tests/app/command_line/program_test.h"

#include <QJsonArray>
#include <QProcess>
#include <QStandardPaths>

class TestCompletions : public ProgramTest
{
    Q_OBJECT

    QString bashOffers(const QString& line);

private slots:
    void bashOffersWhatFits_data();
    void bashOffersWhatFits();
    void everyShellKnowsTheValues_data();
    void everyShellKnowsTheValues();
    void helpIsInTheLanguageAskedFor();
    void anotherShellIsRefused();
};

/// What bash offers for a line: its words are between blanks, the last one may be empty.
QString TestCompletions::bashOffers(const QString& line)
{
    write("completions", run({"completions", "bash"}).out);
    QStringList words = line.split(' ');
    for (QString& word : words)
        word = "'" + word + "'";
    QProcess bash;
    bash.setWorkingDirectory(m_folder.path()); // whose files are offered, too
    bash.start("bash",
        {"--norc", "-c",
            "source \"$0\"; COMP_WORDS=(" + words.join(' ') + "); COMP_CWORD=" + QString::number(words.size() - 1)
                + "; _cutaway \"$1\"; printf '%s' \"${COMPREPLY[*]}\"",
            path("completions"), CUTAWAY});
    return bash.waitForFinished(60000) ? QString::fromUtf8(bash.readAllStandardOutput()) : "bash does not end";
}

void TestCompletions::bashOffersWhatFits_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("offered");
    QTest::newRow("a command") << "cutaway tok"
                               << "tokenize";
    QTest::newRow("an option of the window") << "cutaway --th"
                                             << "--theme";
    QTest::newRow("an option of a command") << "cutaway export --uncl"
                                            << "";
    QTest::newRow("another") << "cutaway export --unl"
                             << "--unlocked";
    QTest::newRow("words of an option") << "cutaway export --theme d"
                                        << "dark";
    QTest::newRow("joined by =") << "cutaway export --theme = p"
                                 << "projector";
    QTest::newRow("one of several") << "cutaway export --format svg,pn"
                                    << "svg,png";
    QTest::newRow("a key") << "cutaway info --set norm.ki"
                           << "norm.kind=";
    QTest::newRow("what is behind its =") << "cutaway info --set norm.kind = rm"
                                          << "rms_norm";
    QTest::newRow("an option of a figure") << "cutaway export --option show = overla"
                                           << "";
    QTest::newRow("its values") << "cutaway export --option show = placem"
                                << "placements";
    QTest::newRow("a word of a command") << "cutaway list conc"
                                         << "concepts";
    QTest::newRow("a page") << "cutaway --view atl"
                            << "atlas";
    QTest::newRow("a model") << "cutaway info untrained-gpt2"
                             << "untrained-gpt2-small";
    QTest::newRow("nothing for a text") << "cutaway export --text "
                                        << "";
}

void TestCompletions::bashOffersWhatFits()
{
    if (QStandardPaths::findExecutable("bash").isEmpty())
        QSKIP("there is no bash");
    QFETCH(QString, line);
    QTEST(bashOffers(line), "offered");
}

void TestCompletions::everyShellKnowsTheValues_data()
{
    QTest::addColumn<QString>("shell");
    for (const char* shell : {"bash", "zsh", "fish"})
        QTest::newRow(shell) << shell;
}

void TestCompletions::everyShellKnowsTheValues()
{
    QFETCH(QString, shell);
    const Result result = run({"completions", shell});
    QCOMPARE(result.exitCode, 0);
    const Result figures = run({"list", "figures", "--json"});
    QVERIFY(figures.json().array().size() > 10);
    for (const QJsonValue& figure : figures.json().array())
        QVERIFY2(result.out.contains(figure["id"].toString().toUtf8()), qPrintable(figure["id"].toString()));
    for (const char* word : {"light dark high_contrast projector", "en zh_CN", "norm.kind=rms_norm", "rope.base=", "paper-1col", "svg pdf png"})
        QVERIFY2(result.out.contains(word), word);
}

void TestCompletions::helpIsInTheLanguageAskedFor()
{
    QVERIFY(run({"completions", "fish"}).out.contains("the text to run on"));
    QVERIFY(!run({"completions", "fish", "--lang", "zh_CN"}).out.contains("the text to run on"));
    QVERIFY(run({"manual", "--lang", "zh_CN"}).out.contains("\n.SH 命令\n"));
}

void TestCompletions::anotherShellIsRefused()
{
    const Result result = run({"completions", "tcsh"});
    QCOMPARE(result.exitCode, 1);
    QVERIFY(result.err.contains("expected bash, zsh, fish, found tcsh"));
}

QTEST_GUILESS_MAIN(TestCompletions)
#include "tst_completions.moc"
