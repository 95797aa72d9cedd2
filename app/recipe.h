#pragma once

// Recipe: everything a figure was made from, as JSON inside the exported file, so that it can be drawn again.

#include "core/model/choices.h"
#include "core/run/intervention.h"
#include "widgets/figure/figure.h"
#include "widgets/figure/figure_export.h"

#include <QJsonObject>
#include <QString>

#include <string>

namespace app {

/// What leads to a run: kept apart from the run itself, which knows resolved choices only.
struct RecipeInput
{
    std::string model;   // as the person named it
    core::Choices said;
    std::string text;    // empty when ids were given
    std::string targetText = {}; // of an encoder–decoder; empty when ids were given or it was the start token
};

/// {program, version, command, model, said, choices, text, ids, figure, selection, options, style}, "decoder_text" and
/// "decoder_ids" of an encoder–decoder, and "interventions" where there were any. Files add "png_dpi" and "sha256" of the rest.
/// REQUIRES: data.a is a result.
QJsonObject makeRecipe(
    const RecipeInput& input, const QString& figure, const widgets::FigureData& data, const widgets::FigureStyle& style);

/// What a recipe says, ready to be run and drawn again.
struct RecipeContents
{
    RecipeInput input;
    std::vector<core::TokenId> ids;
    std::vector<core::TokenId> decoderIds;
    std::vector<core::Intervention> interventions;
    QString figure;
    widgets::FigureData data; // without runs
    widgets::FigureStyle style;
};

/// Throws core::Error{BadInput} naming `file` for what is missing or of the wrong type.
RecipeContents readRecipe(const QJsonObject& recipe, const std::string& file);

/// One file with its recipe, caption and title; several for NPY when the picture has several arrays ("fig-NAME.npy"). Result:
/// their paths. `data` must hold a run. Throws core::Error{Output}.
QStringList exportFigure(const QString& path, const RecipeInput& input, const widgets::FigureInfo& figure,
    const widgets::FigureData& data, const widgets::FigureStyle& style, widgets::FigureFormat format, int pngDpi = 192);

/// The bytes of such a file.
QByteArray figureBytes(const RecipeInput& input, const widgets::FigureInfo& figure, const widgets::FigureData& data,
    const widgets::FigureStyle& style, widgets::FigureFormat format, int pngDpi = 192);

} // namespace app
