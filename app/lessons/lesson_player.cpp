#include "app/lessons/lesson_player.h"

#include <algorithm>

namespace app {

void LessonPlayer::begin(const Lesson& lesson, int step)
{
    m_lesson = lesson;
    m_progress.assign(lesson.steps.size(), {});
    for (std::size_t i = 0; i < lesson.steps.size(); ++i)
        m_progress[i].done.assign(lesson.steps[i].tasks.size(), false);
    m_at = std::clamp(step, 0, count() - 1);
    goTo(m_at);
}

void LessonPlayer::end()
{
    m_lesson.reset();
    m_progress.clear();
    m_scene = {};
    m_at = 0;
    m_isHere = false;
    emit stepChanged();
}

LessonText LessonPlayer::text(const QString& language) const
{
    return filled(m_lesson->wordsIn(language).steps[std::size_t(m_at)], progress().answers);
}

void LessonPlayer::goTo(int step)
{
    if (step < 0 || step >= count())
        return;
    m_at = step;
    m_isHere = false;
    emit stepChanged(); // what is to be covered is covered before the picture comes
    emit stepWanted(state());
}

void LessonPlayer::choose(int answer)
{
    if (isRevealed() || answer < 0 || answer >= int(step().answers.size()) || answer == chosen())
        return;
    progress().chosen = answer;
    emit progressChanged();
}

bool LessonPlayer::canReveal() const { return chosen() >= 0 && !isRevealed() && areTasksDone() && areValuesThere(); }

void LessonPlayer::reveal()
{
    if (canReveal())
        showAnswer();
}

void LessonPlayer::revealToClass()
{
    if (!step().answers.empty() && !isRevealed() && areTasksDone() && areValuesThere())
        showAnswer();
}

void LessonPlayer::showAnswer()
{
    progress().isRevealed = true;
    emit progressChanged();
    if (step().tasks.empty())
        showSolution();
}

/// What the step shows now.
const PlannedStep& LessonPlayer::state() const
{
    return step().tasks.empty() && step().solution && isRevealed() ? *step().solution : step().state;
}

bool LessonPlayer::isOnFigure() const
{
    const QString& figure = step().state.contents.figure;
    return figure.isEmpty() || (m_scene.figure && figure == QLatin1String(m_scene.figure->id));
}

void LessonPlayer::showSolution()
{
    if (step().solution)
        emit solutionWanted(*step().solution);
}

int LessonPlayer::right() const { return rightAnswer(step(), m_scene, progress().answers); }

bool LessonPlayer::areTasksDone() const
{
    return std::ranges::all_of(progress().done, [](bool is) { return is; });
}

bool LessonPlayer::isFinished(int step) const
{
    const Progress& at = m_progress[std::size_t(step)];
    const bool isAnswered = m_lesson->steps[std::size_t(step)].answers.empty() || at.isRevealed;
    return isAnswered && std::ranges::all_of(at.done, [](bool is) { return is; });
}

QStringList LessonPlayer::missingValues() const
{
    QStringList names;
    for (const auto& [name, value] : step().values)
        if ((value.isLive ? progress().isLiveRead : progress().isRead) && !progress().answers.contains(name))
            names << name;
    return names;
}

bool LessonPlayer::isOfStep(const LessonScene& scene) const
{
    const RecipeContents& wanted = state().contents;
    if (!wanted.figure.isEmpty() && (!scene.figure || wanted.figure != QLatin1String(scene.figure->id)))
        return false;
    for (auto option = wanted.data.options.begin(); option != wanted.data.options.end(); ++option)
        if (scene.data.options.value(option.key()).toString() != option.value().toString())
            return false;
    const auto isThere = [](int said, int at) { return said < 0 || said == at; };
    const widgets::Selection &said = wanted.data.selection, &at = scene.data.selection;
    return isThere(said.layer, at.layer) && isThere(said.head, at.head) && isThere(said.query, at.query)
        && isThere(said.key, at.key) && isThere(said.dim, at.dim);
}

void LessonPlayer::read(const LessonScene& scene, bool isLive)
{
    for (const auto& [name, value] : step().values)
        if (value.isLive == isLive)
            if (const auto answer = answerOf(value, scene, progress().answers))
                progress().answers[name] = *answer;
    (isLive ? progress().isLiveRead : progress().isRead) = true;
}

void LessonPlayer::look(const LessonScene& scene, bool isStep)
{
    if (!isActive())
        return;
    m_scene = scene;
    const bool wasHere = m_isHere, wasRead = progress().isRead;
    const std::vector<bool> before = progress().done;
    m_isHere = isStep && isOfStep(scene);
    if (m_isHere && !progress().isRead)
        read(scene, false);
    for (std::size_t i = 0; i < step().tasks.size(); ++i)
        if (!progress().done[i] && progress().isRead)
            progress().done[i] = holds(step().tasks[i], scene, progress().answers);
    const bool hasLive = std::ranges::any_of(step().values, [](const auto& value) { return value.second.isLive; });
    const bool isLiveDue = hasLive && !progress().isLiveRead && progress().isRead && areTasksDone();
    if (isLiveDue)
        read(scene, true);
    if (wasHere != m_isHere || wasRead != progress().isRead || before != progress().done || isLiveDue)
        emit progressChanged();
}

} // namespace app
