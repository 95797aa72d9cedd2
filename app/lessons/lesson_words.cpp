#include "app/lessons/lesson_words.h"

#include "core/base/error.h"

#include <QRegularExpression>

namespace app {

namespace {

/// Lines one after the other into the part of the lesson that they belong to.
class WordsReader
{
public:
    explicit WordsReader(std::string file)
        : m_file(std::move(file))
    {
    }

    void read(const QString& line)
    {
        ++m_line;
        if (line.startsWith(QLatin1String("### ")) || line.trimmed() == QLatin1String("###"))
            return part(line.mid(4).trimmed());
        if (line.startsWith(QLatin1String("## "))) {
            m_words.steps.push_back({line.mid(3).trimmed(), {}});
            m_text = &m_words.steps.back().body;
            m_list = nullptr;
        } else if (line.startsWith(QLatin1String("# "))) {
            if (!m_words.title.isEmpty() || !m_words.steps.empty())
                refuse(CUTAWAY_TR("a lesson has one title"), line);
            m_words.title = line.mid(2).trimmed();
        } else
            add(line);
    }

    LessonWords words()
    {
        if (m_words.title.isEmpty())
            refuse(CUTAWAY_TR("a lesson begins with its title"), {}, "# TITLE");
        m_words.summary = m_words.summary.trimmed();
        for (LessonText& step : m_words.steps)
            for (QString* text : {&step.body, &step.question, &step.request, &step.after, &step.notes})
                *text = text->trimmed();
        return m_words;
    }

private:
    [[noreturn]] void refuse(const char* problem, const QString& found, const char* expected = "")
    {
        throw core::Error({.file = m_file,
            .where = "line " + std::to_string(m_line),
            .problem = problem,
            .expected = expected,
            .found = found.left(60).toStdString()});
    }

    /// "? Question": what comes below belongs to it.
    void part(const QString& words)
    {
        const QChar sign = words.isEmpty() ? QChar() : words.front();
        const QString rest = words.mid(1).trimmed();
        if (m_words.steps.empty() || !QStringLiteral("?!=>").contains(sign) || sign.isNull())
            refuse(CUTAWAY_TR("a part of a step begins with ?, !, = or >"), words, "### ?, ### !, ### =, ### >");
        LessonText& step = m_words.steps.back();
        m_list = sign == QLatin1Char('?') ? &step.answers : sign == QLatin1Char('!') ? &step.tasks : nullptr;
        m_text = sign == QLatin1Char('?') ? &step.question
            : sign == QLatin1Char('!')    ? &step.request
            : sign == QLatin1Char('=')    ? &step.after
                                          : &step.notes;
        *m_text = rest + QLatin1Char('\n');
    }

    void add(const QString& line)
    {
        if (m_list && (line.startsWith(QLatin1String("- ")) || line.startsWith(QLatin1String("* "))))
            m_list->append(line.mid(2).trimmed());
        else if (m_list && !m_list->isEmpty() && line.startsWith(QLatin1String("  ")))
            m_list->back() += QLatin1Char(' ') + line.trimmed();
        else
            *(m_text ? m_text : &m_words.summary) += line + QLatin1Char('\n');
    }

    std::string m_file;
    LessonWords m_words;
    QString* m_text = nullptr;
    QStringList* m_list = nullptr;
    int m_line = 0;
};

} // namespace

QString withBoldMarks(QString markdown)
{
    static const QRegularExpression link(QStringLiteral("\\[([^\\]]*)\\]\\(mark:\\d+\\)"));
    return withSafeBold(markdown.replace(link, QStringLiteral("**\\1**")));
}

QString withSafeBold(const QString& markdown)
{
    static const QRegularExpression bold(QStringLiteral("\\*\\*(?=\\S)([^*\n]+)(?<=\\S)\\*\\*"));
    QString safe;
    qsizetype from = 0;
    for (const QRegularExpressionMatch& match : bold.globalMatch(markdown)) {
        const QString words = match.captured(1);
        const bool isPlain = words.front().isLetterOrNumber() && words.back().isLetterOrNumber();
        const QString joiner = isPlain ? QString() : QString(QChar(0x2060)); // of no width, and no punctuation
        safe += markdown.mid(from, match.capturedStart() - from) + QStringLiteral("**") + joiner + words + joiner
            + QStringLiteral("**");
        from = match.capturedEnd();
    }
    return safe + markdown.mid(from);
}

LessonWords readLessonWords(const QString& markdown, const std::string& file)
{
    WordsReader reader(file);
    for (QString line : markdown.split(QLatin1Char('\n'))) {
        if (line.endsWith(QLatin1Char('\r')))
            line.chop(1);
        reader.read(line);
    }
    return reader.words();
}

} // namespace app
