// Handout, what it is made from: the runs of each step, and the values in its words.

#include "app/lessons/handout_values.h"

#include <algorithm>

namespace app {

namespace {

widgets::FigureData computed(const RecipeContents& contents, RunDesk& desk, const core::RunControl& control)
{
    widgets::FigureData data = contents.data;
    computeRuns(desk, contents.request, data, control);
    if (const widgets::FigureInfo* const figure = widgets::findFigure(contents.figure))
        fulfilling(desk, contents.request, data, control)(*figure, data);
    return data;
}

LessonScene sceneOf(const QString& figure, const widgets::FigureData& data, const QString& text)
{
    return {widgets::findFigure(figure), data, text};
}

} // namespace

std::vector<HandoutStep> computeHandout(const Lesson& lesson, const core::RunControl& control)
{
    std::vector<HandoutStep> steps;
    RunDesk desk;
    for (const LessonStep& step : lesson.steps) {
        const RecipeContents& contents = step.state.contents;
        HandoutStep made{
            computed(contents, desk, control), {}, contents.figure, {}, QString::fromStdString(contents.request.a.text), {}};
        if (step.solution) {
            made.solved = computed(step.solution->contents, desk, control);
            made.solvedFigure = step.solution->contents.figure;
            made.solvedText = QString::fromStdString(step.solution->contents.request.a.text);
        }
        steps.push_back(std::move(made));
    }
    return steps;
}

LessonAnswers answersOf(const LessonStep& step, const HandoutStep& made)
{
    const LessonScene shown = sceneOf(made.figure, made.data, made.text);
    const LessonScene solved = made.solved ? sceneOf(made.solvedFigure, *made.solved, made.solvedText) : shown;
    LessonAnswers known;
    for (const bool isLive : {false, true})
        for (const auto& [name, value] : step.values)
            if (value.isLive == isLive)
                if (const auto answer = answerOf(value, isLive ? solved : shown, known))
                    known[name] = *answer;
    return known;
}

void AskedSoFar::add(const LessonStep& step, const LessonAnswers& known)
{
    if (step.answers.empty())
        return;
    const auto isCovered = [](const LessonTarget& one) { return one.kind == "picture" || one.isInPicture(); };
    if (std::ranges::any_of(step.veil, isCovered)) {
        m_covered.push_back(&step.state.contents);
        if (step.solution)
            m_covered.push_back(&step.solution->contents);
    }
    for (const LessonClaim& claim : step.answers)
        for (const auto& [name, value] : step.values)
            if (const auto answer = known.find(name); name == claim.words["value"].toString() && answer != known.end())
                m_values.emplace_back(value.words, answer->second);
}

bool AskedSoFar::hasCovered(const LessonStep& step) const
{
    const RecipeContents& shown = step.state.contents;
    const auto page = [](const RecipeContents& of) { return of.data.options.value(QStringLiteral("show")).toString(); };
    return std::ranges::any_of(m_covered, [&](const RecipeContents* one) {
        return one->figure == shown.figure && page(*one) == page(shown) && one->request.a == shown.request.a
            && one->request.b == shown.request.b;
    });
}

LessonAnswers AskedSoFar::withGaps(const LessonStep& step, LessonAnswers known) const
{
    for (const auto& [name, value] : step.values) {
        const auto answer = known.find(name);
        if (answer != known.end() && std::ranges::find(m_values, std::pair(value.words, answer->second)) != m_values.end())
            answer->second = QStringLiteral("……");
    }
    return known;
}

} // namespace app
