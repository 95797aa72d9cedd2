#pragma once

// Handout: a lesson on paper, A4: its steps with their figures and questions, and apart from it the answers.

#include "app/lessons/lesson.h"

#include "core/base/run_control.h"

#include <QByteArray>

#include <vector>

namespace app {

/// What a step of a lesson is drawn and answered from.
struct HandoutStep
{
    widgets::FigureData data; // as the step says
    std::optional<widgets::FigureData> solved; // as its tasks leave it
    QString figure, solvedFigure; // ids
    QString text, solvedText;
};

/// Runs the steps and computes what their figures need; for any thread but the one of the interface. Throws core::Error,
/// core::Stopped.
std::vector<HandoutStep> computeHandout(const Lesson& lesson, const core::RunControl& control = {});

struct HandoutLook
{
    QString language;
    bool hasAnswers = false; // false: the questions alone, and what their answer would be seen in is left empty
};

/// The sheet as PDF, with vector figures. REQUIRES: `steps` are those of the lesson; the thread of the interface.
QByteArray handoutPdf(const Lesson& lesson, const std::vector<HandoutStep>& steps, const HandoutLook& look);

/// Replaces the file as a whole or leaves it as it was. Throws core::Error{Output}.
void writeHandout(const QString& path, const QByteArray& pdf);

} // namespace app
