#include "app/lessons/lesson_record.h"

#include "app/base/languages.h"
#include "app/lessons/lesson.h"

#include "core/base/error.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSaveFile>

namespace app {

namespace {

void write(const QString& path, const QByteArray& bytes)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        throw core::Error({.kind = core::ErrorKind::Output,
            .file = path.toStdString(),
            .problem = CUTAWAY_TR("the lesson cannot be written"),
            .found = file.errorString().toStdString()});
}

QByteArray textOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The heading of a step with a sentence to be replaced.
QString sectionOf(int step)
{
    return QStringLiteral("\n## %1\n\n%2\n")
        .arg(QCoreApplication::translate("lessons", "Step %1").arg(step),
            QCoreApplication::translate("lessons", "What is to be seen here."));
}

} // namespace

int recordStep(const QString& path, const SessionContents& contents, const QString& language)
{
    const bool isNew = !QFileInfo::exists(path);
    QJsonObject list{{"lesson", 1}};
    QStringList spoken{language};
    if (!isNew) {
        const Lesson lesson = readLesson(path.toStdString());
        list = jsonObjectOf(path.toStdString());
        spoken.clear();
        for (const auto& words : lesson.words)
            spoken << words.first;
    }
    QJsonObject step = QJsonDocument::fromJson(writeSession(contents, QFileInfo(path).absolutePath())).object();
    for (const char* key : {"schema", "hide", "scenes", "page", "pages", "figure_theme", "model_mark"}) // of a session as a whole
        step.remove(QLatin1String(key));
    QJsonArray steps = list["steps"].toArray();
    steps.append(step);
    list["steps"] = steps;
    const int count = int(steps.size());
    for (const QString& spokenHere : spoken) { // each of them has as many headings as there are steps
        const QString words = lessonWordsFile(path.toStdString(), spokenHere);
        QByteArray text = isNew ? QByteArray() : textOf(words);
        if (text.isEmpty())
            text = "# " + QFileInfo(path).completeBaseName().toUtf8() + "\n";
        write(words, text + sectionOf(count).toUtf8());
    }
    write(path, QJsonDocument(list).toJson(QJsonDocument::Indented));
    return count;
}

} // namespace app
