#pragma once

// Recipe: everything a figure was made from, as JSON inside the exported file, so that it can be drawn again.

#include "app/runs/run_request.h"

#include "widgets/figure/figure.h"
#include "widgets/figure/figure_export.h"

#include <QJsonObject>
#include <QString>

#include <functional>
#include <optional>
#include <string>

namespace app {

/// What leads to a run: kept apart from the run itself, which knows resolved choices only.
struct RecipeInput
{
    std::string model;   // as the person named it
    core::Choices said;
    std::string text;    // empty when ids were given
    std::string targetText = {}; // of an encoder–decoder; empty when ids were given or it was the start token
    bool isChat = false; // the text is a user's message in the chat template of the model
};

/// What leads to the runs of the slots.
struct RecipeInputs
{
    RecipeInput a;
    std::optional<RecipeInput> b = {};
};

/// {program, version, command, model, said, choices, text, ids, figure, selection, options, style}, "decoder_text" and
/// "decoder_ids" of an encoder–decoder, "chat" where the text is a message, "interventions" where there were any, "measured" of a
/// figure with times, and with a slot B "b" {model, said, choices, text, ids, …}, "slot" and "locked". Files add "png_dpi", and
/// "sha256" of all that. REQUIRES: data.a is a result, and data.b when there is an input of it.
QJsonObject makeRecipe(
    const RecipeInputs& inputs, const QString& figure, const widgets::FigureData& data, const widgets::FigureStyle& style);

/// The member "selection".
QJsonObject selectionJson(const widgets::Selection& selection);

/// What a recipe says, ready to be run and drawn again.
struct RecipeContents
{
    RecipeInputs inputs;
    SlotsRequest request; // with the ids that were drawn, and the interventions
    QString figure;
    widgets::FigureData data; // without runs
    widgets::FigureStyle style;
    int countFrom = 0; // 0 or 1 (widgets/plot/counting.h): in force while it is drawn again
    QVariantMap whatIf = {}; // of a session: by page, numbers tried in its picture
    int edited = 0; // of a session: the slot that is edited
    QString page = {}; // of a session: the id of the page; empty: the first one with the figure
    QJsonObject pages = {}; // of a session: what the other pages show, by id: {"figure", "options"}
    QJsonObject others = {}; // of a session: members that are none of its words
};

/// Throws core::Error{BadInput} naming `file` for what is missing, of the wrong type, or unknown.
RecipeContents readRecipe(const QJsonObject& recipe, const std::string& file);

/// Fills data.a and data.b with what is asked for. Throws core::Error, core::Stopped.
void computeRuns(RunDesk& desk, const SlotsRequest& request, widgets::FigureData& data, const core::RunControl& control);

/// Computes for any figure of these runs what it needs: for the command line. Throws core::Stopped. REQUIRES: the desk lives as
/// long.
using Fulfil = std::function<void(const widgets::FigureInfo& figure, widgets::FigureData& data)>;
Fulfil fulfilling(RunDesk& desk, const SlotsRequest& request, const widgets::FigureData& runs, const core::RunControl& control);

/// What a file shows. The figure, its data and the style outlive it.
struct DrawnFigure
{
    const widgets::FigureInfo& figure;
    const widgets::FigureData& data; // holds a run
    const widgets::FigureStyle& style;
    widgets::FigureFormat format;
    int pngDpi = widgets::ordinaryPngDpi;
};

/// One file with its recipe, caption and title; several for NPY when the picture has several arrays ("fig-NAME.npy"). Result:
/// their paths. Throws core::Error{Output}.
QStringList exportFigure(const QString& path, const RecipeInputs& inputs, const DrawnFigure& drawn);

/// The bytes of such a file.
QByteArray figureBytes(const RecipeInputs& inputs, const DrawnFigure& drawn);

} // namespace app
