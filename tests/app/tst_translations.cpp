// Every sentence of the program in Chinese: none missing, none unfinished, none left in English by mistake.

#include "core/experiments/text_set.h"
#include "core/model/choices.h"

#include "app/base/error_text.h"
#include "app/base/languages.h"
#include "widgets/figure/text_set_words.h"
#include "widgets/views/training/races.h"

#include <QDir>
#include <QFile>
#include <QMap>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <algorithm>

class TestTranslations : public QObject
{
    Q_OBJECT
private slots:
    void everySentenceOfTheSourcesIsInTheFile();
    void noChineseSentenceIsUnfinishedOrEmpty();
    void noChineseSentenceEqualsItsEnglishUnlessTheGlossarySaysSo();
    void everyTermHasItsChineseWord();
    void wordsThatAreNotEnglishDoNotOccur();
    void placeholdersAreKept();
    void chineseIsApartFromLatin();
    void everyLabelOfAChoiceIsTranslated();
    void wordsInTheBracketsOfAnErrorAreTranslated();
    void eachBundledSetOfTextsHasItsWord();
    void lanesAreCalledAsInTheTitleOfTheirRace();
    void bothLanguagesHaveTheirPlurals();
};

namespace {

struct Message
{
    QString context, source, comment, translation;
    bool isUnfinished = false;
    QString key() const { return context + "\n" + source + "\n" + comment; }
};

QList<Message> readTs(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    QXmlStreamReader xml(&file);
    QList<Message> messages;
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == u"name")
            context = xml.readElementText();
        else if (xml.name() == u"message")
            messages.append({context, {}, {}, {}});
        else if (xml.name() == u"source")
            messages.last().source = xml.readElementText();
        else if (xml.name() == u"comment")
            messages.last().comment = xml.readElementText();
        else if (xml.name() == u"translation") {
            messages.last().isUnfinished = xml.attributes().value("type") == u"unfinished";
            messages.last().translation = xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
        }
    }
    if (xml.hasError())
        qFatal("%s: %s", qPrintable(path), qPrintable(xml.errorString()));
    return messages;
}

const QString folder = QString(SOURCE_FOLDER) + "/resources/translations";

QList<Message> chinese() { return readTs(folder + "/cutaway_zh_CN.ts"); }

/// The lines of one list of the glossary.
QStringList glossary(const QString& list)
{
    QFile file(folder + "/glossary.txt");
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no glossary");
    QStringList lines;
    QString name;
    for (const QString& line : QString::fromUtf8(file.readAll()).split('\n')) {
        if (line.startsWith('[') && line.endsWith(']'))
            name = line.sliced(1, line.size() - 2);
        else if (name == list && !line.isEmpty() && !line.startsWith("# "))
            lines += line;
    }
    return lines;
}

/// A line of the list "terms": "English = Chinese|Chinese (not: wrong, wrong)".
struct Term
{
    QString english;
    QStringList chinese, wrong;

    bool holds(const QString& translation) const
    {
        const auto occurs = [&](const QString& word) { return translation.contains(word, Qt::CaseInsensitive); };
        return std::any_of(chinese.begin(), chinese.end(), occurs) && std::none_of(wrong.begin(), wrong.end(), occurs);
    }
};

QList<Term> terms()
{
    static const QRegularExpression pattern("^(.+?) = (.+?)(?: \\(not: (.+)\\))?$");
    QList<Term> all;
    for (const QString& line : glossary("terms")) {
        const QRegularExpressionMatch match = pattern.match(line);
        if (!match.hasMatch())
            qFatal("not a term: %s", qPrintable(line));
        all.append({match.captured(1), match.captured(2).split('|'), match.captured(3).split(", ", Qt::SkipEmptyParts)});
    }
    return all;
}

/// Where English has the term as a word, alone or in the plural.
QRegularExpression wordPattern(const QString& term)
{
    return QRegularExpression(
        "\\b" + QRegularExpression::escape(term) + "(?:s|es)?\\b", QRegularExpression::CaseInsensitiveOption);
}

/// A sentence on one line, without its words of code: `list figures`, {figure}, norm.kind=rms_norm.
QString withoutCode(const QString& sentence)
{
    static const QRegularExpression code("`[^`]*`|\\{[a-z]+\\}|\\w+[=.][\\w*]\\S*");
    return sentence.simplified().replace(code, " ");
}

} // namespace

void TestTranslations::everySentenceOfTheSourcesIsInTheFile()
{
    QTemporaryDir output;
    QProcess cmake;
    cmake.start(
        CMAKE, {"-DSOURCE=" SOURCE_FOLDER, "-DLUPDATE=" LUPDATE, "-DOUTPUT=" + output.path(), "-P", folder + "/update.cmake"});
    QVERIFY(cmake.waitForFinished(120'000));
    QVERIFY2(cmake.exitCode() == 0, cmake.readAllStandardError().constData());
    QStringList known;
    for (const Message& message : chinese())
        known += message.key();
    const QList<Message> found = readTs(output.filePath("cutaway_zh_CN.ts"));
    QVERIFY(found.size() > 300);
    QStringList missing;
    for (const Message& message : found)
        if (!known.contains(message.key()))
            missing += message.context + ": " + message.source;
    QVERIFY2(missing.isEmpty(), qPrintable("run the target update_translations and translate: " + missing.join(" | ")));
}

void TestTranslations::noChineseSentenceIsUnfinishedOrEmpty()
{
    QStringList bad;
    for (const Message& message : chinese())
        if (message.isUnfinished || message.translation.isEmpty())
            bad += message.context + ": " + message.source;
    QVERIFY2(bad.isEmpty(), qPrintable(bad.join(" | ")));
}

void TestTranslations::noChineseSentenceEqualsItsEnglishUnlessTheGlossarySaysSo()
{
    const QStringList allowed = glossary("same in both");
    QVERIFY(!allowed.isEmpty());
    QStringList bad;
    for (const Message& message : chinese())
        if (message.translation == message.source && !allowed.contains(message.source))
            bad += message.context + ": " + message.source;
    QVERIFY2(bad.isEmpty(), qPrintable(bad.join(" | ")));
}

void TestTranslations::everyTermHasItsChineseWord()
{
    QStringList exceptions;
    for (const QString& line : glossary("exceptions"))
        exceptions += line.section(" # ", 0, 0);
    QStringList unused = exceptions, bad;
    const QList<Message> messages = chinese();
    QVERIFY(!terms().isEmpty());
    for (const Term& term : terms()) {
        const QRegularExpression word = wordPattern(term.english);
        for (const Message& message : messages) {
            if (!withoutCode(message.source).contains(word) || term.holds(message.translation))
                continue;
            const QString place = term.english + " @ " + message.source.simplified();
            unused.removeAll(place);
            if (!exceptions.contains(place))
                bad += place + " -> " + message.translation;
        }
    }
    QVERIFY2(bad.isEmpty(), qPrintable(bad.join("\n")));
    QVERIFY2(unused.isEmpty(), qPrintable("exceptions that nothing needs: " + unused.join("\n")));
}

void TestTranslations::wordsThatAreNotEnglishDoNotOccur()
{
    const QStringList lines = glossary("not in English");
    QVERIFY(!lines.isEmpty());
    QStringList bad;
    for (const Message& message : chinese())
        for (const QString& line : lines)
            if (message.source.contains(wordPattern(line.section(" = ", 0, 0))))
                bad += message.source + " (write: " + line.section(" = ", 1) + ")";
    QVERIFY2(bad.isEmpty(), qPrintable(bad.join("\n")));
}

void TestTranslations::placeholdersAreKept()
{
    static const QRegularExpression placeholder("%[1-9n]|\\{[a-z]+\\}|--[a-z-]+");
    QStringList bad;
    for (const Message& message : chinese()) {
        QStringList there, here;
        for (auto match = placeholder.globalMatch(message.source); match.hasNext();)
            there += match.next().captured();
        for (auto match = placeholder.globalMatch(message.translation); match.hasNext();)
            here += match.next().captured();
        there.sort();
        here.sort();
        if (there != here)
            bad += message.source + " -> " + message.translation;
    }
    QVERIFY2(bad.isEmpty(), qPrintable(bad.join(" | ")));
}

/// What values do to it is seen to by widgets::spacedSentence().
void TestTranslations::chineseIsApartFromLatin()
{
    static const QRegularExpression placeholder("%[1-9n]|\\{[a-z]+\\}|`[^`]*`"),
        wrong("[\\x{4e00}-\\x{9fff}][A-Za-z0-9]|[A-Za-z0-9][\\x{4e00}-\\x{9fff}]|[\\x{4e00}-\\x{9fff}] [\\x{4e00}-\\x{9fff}]");
    QStringList bad;
    for (const Message& message : chinese())
        if (QString(message.translation).remove(placeholder).contains(wrong) && message.source != message.translation)
            bad += message.translation;
    QVERIFY2(bad.isEmpty(), qPrintable(bad.join(" | ")));
}

void TestTranslations::everyLabelOfAChoiceIsTranslated()
{
    app::setLanguage("zh_CN");
    const QStringList allowed = glossary("same in both");
    QStringList bad;
    const auto check = [&](const std::string& label) {
        const QString english = QString::fromStdString(label);
        if (!english.isEmpty() && !allowed.contains(english) && app::coreText(label) == english)
            bad += english;
    };
    for (const core::ChoiceKey& key : core::choiceKeys()) {
        check(key.label);
        for (const std::string& label : key.wordLabels)
            check(label);
    }
    bad.removeDuplicates();
    QVERIFY2(bad.isEmpty(), qPrintable(bad.join(" | ")));
}

void TestTranslations::wordsInTheBracketsOfAnErrorAreTranslated()
{
    app::setLanguage("zh_CN");
    const QString line = app::errorText({.problem = "not a legal value", .expected = "a number", .found = "zzz"});
    QVERIFY2(!line.contains("a number") && line.contains("zzz"), qPrintable(line));
    const core::Error::Parts deep{.where = "byte 65", .problem = "nested too deep", .expected = "at most 64 levels"};
    const core::Error::Parts cut{
        .where = "line 3", .problem = "malformed JSON", .expected = "string literal", .found = "the end of the text"};
    for (const core::Error::Parts& parts : {deep, cut})
        QVERIFY2(!app::errorText(parts).remove("JSON").contains(QRegularExpression("[A-Za-z]")), qPrintable(app::errorText(parts)));
}

void TestTranslations::eachBundledSetOfTextsHasItsWord()
{
    app::setLanguage("zh_CN");
    QVERIFY(!core::bundledTextSets().empty());
    for (const std::string& set : core::bundledTextSets())
        QVERIFY2(widgets::textSetWords(set) != QString::fromStdString(set), set.c_str());
    QCOMPARE(widgets::textSetWords("mine.txt"), QString("mine.txt"));
}

/// In Chinese each has words of its own, and those of the title where the English title has them.
void TestTranslations::lanesAreCalledAsInTheTitleOfTheirRace()
{
    static const QRegularExpression han("\\p{Han}");
    int inTitles = 0;
    for (const widgets::Race& race : widgets::races())
        for (const widgets::RaceLane& lane : race.lanes) {
            if (!lane.name)
                continue;
            app::setLanguage("en");
            const QRegularExpression word("\\b" + QRegularExpression::escape(widgets::wordsOf(lane)) + "\\b",
                QRegularExpression::CaseInsensitiveOption);
            const bool isInTitle = widgets::titleOf(race).contains(word);
            app::setLanguage("zh_CN");
            const QString words = widgets::wordsOf(lane), title = widgets::titleOf(race);
            QVERIFY2(words.contains(han) || title.contains(words), qPrintable(words + " | " + title));
            const QString named = QString(words).remove(QRegularExpression("^[有无]")); // "有无" for "with and without"
            QVERIFY2(!isInTitle || title.contains(named), qPrintable(words + " | " + title));
            inTitles += isInTitle;
        }
    QVERIFY(inTitles >= 6);
}

void TestTranslations::bothLanguagesHaveTheirPlurals()
{
    for (const char* file : {"/cutaway_en.ts", "/cutaway_zh_CN.ts"})
        for (const Message& message : readTs(folder + file))
            if (message.source.contains("%n"))
                QVERIFY2(!message.isUnfinished && !message.translation.isEmpty(), qPrintable(message.source));
}

QTEST_GUILESS_MAIN(TestTranslations)
#include "tst_translations.moc"
