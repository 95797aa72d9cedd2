#include "app/window/lesson_papers.h"

#include "app/base/languages.h"
#include "app/lessons/lesson_record.h"
#include "app/window/handout_job.h"
#include "app/window/lesson_guide.h"
#include "app/window/main_window.h"

#include "widgets/panels/notification_bar.h"
#include "widgets/views/shared/view.h"

#include <QFileDialog>

namespace app {

LessonPapers::LessonPapers(MainWindow& window, LessonGuide& guide)
    : QObject(&window)
    , m_window(window)
    , m_guide(guide)
    , m_job(new HandoutJob(this))
{
    connect(window.action(Act::StudentSheet), &QAction::triggered, this, [this] { askForSheet(false); });
    connect(window.action(Act::AnswerSheet), &QAction::triggered, this, [this] { askForSheet(true); });
    connect(window.action(Act::RecordStep), &QAction::triggered, this, &LessonPapers::askForLesson);
    connect(m_job, &HandoutJob::written, this, [this](const QString& path) { m_window.say(tr("Written: %1").arg(path)); });
    connect(m_job, &HandoutJob::failed, this, [this](const core::Error::Parts& error) { m_window.notifications()->post(error); });
}

void LessonPapers::askForSheet(bool hasAnswers)
{
    auto* const dialog = new QFileDialog(&m_window, hasAnswers ? tr("Answers of the lesson") : tr("Student sheet of the lesson"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("pdf"));
    dialog->setNameFilters({tr("PDF files (*.pdf)")});
    dialog->selectFile(m_guide.player()->lesson().id + (hasAnswers ? QStringLiteral("-answers.pdf") : QStringLiteral(".pdf")));
    connect(dialog, &QFileDialog::fileSelected, this, [this, hasAnswers](const QString& path) {
        if (m_guide.isActive())
            write(path, hasAnswers);
    });
    dialog->open();
}

void LessonPapers::write(const QString& path, bool hasAnswers)
{
    m_job->start(m_guide.player()->lesson(), {currentLanguage(), hasAnswers}, path);
}

void LessonPapers::askForLesson()
{
    auto* const dialog = new QFileDialog(&m_window, tr("Record a step of a lesson"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite); // a step is added to what is there
    dialog->setDefaultSuffix(QStringLiteral("json"));
    dialog->setNameFilters({tr("Lessons (*.json)")});
    if (!m_recorded.isEmpty())
        dialog->selectFile(m_recorded);
    connect(dialog, &QFileDialog::fileSelected, this, &LessonPapers::record);
    dialog->open();
}

bool LessonPapers::record(const QString& path)
{
    const widgets::View* const view = m_window.currentView();
    if (!view)
        return false;
    try {
        const int steps = recordStep(path,
            {m_window.state(), QLatin1String(view->figure().id), view->figureData().options, m_window.selection()->pinned()},
            currentLanguage());
        m_recorded = path;
        m_window.say(tr("Step %1 recorded: %2").arg(steps).arg(path));
    } catch (const core::Error& error) {
        m_window.notifications()->post(error.parts());
        return false;
    }
    return true;
}

} // namespace app
