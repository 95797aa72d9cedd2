#pragma once

// Words that figures of several views say: why there is nothing to show, tokens of axes, emphasis in sentences.

#include "widgets/figure/figure.h"

#include <QString>
#include <QStringList>

#include <string>

namespace widgets {

/// Why a run without text shows nothing; empty when it has tokens. For whyNot() of figures.
QString whyNoTokens(const FigureData& data);

/// Why a layer, or with −1 the model, has no attention weights, and what to do; empty when it should have some.
QString whyNoAttention(const RunResult& run, int layer);

/// Why there is one attention weight only; empty when there are more.
QString whyOneWeight(const RunResult& run);

/// The first of the reasons above why a picture of attention weights is empty. For whyNot() of figures.
QString whyNoWeights(const FigureData& data, int layer);

/// Why a model writes no text token by token; empty when it does.
QString whyNoGenerating(const core::ModelConfig& config);

/// "This run did not record blocks.3.attn.pattern."
QString whyNotRecorded(const std::string& name);

/// "L0": the layers whose norms were recorded, where there was no room for those of all; empty where all are there, or none.
QString recordedNorms(const RunResult& run);

/// "trained 1024": the name of a line at the length of the model's training; of a model that learned nothing its "context 1024".
QString contextMark(const core::Setup& setup);

/// The sentence of the shown run; of a difference and of a picture of both that of A and that of B.
QString sentenceOfSides(const FigureData& data, QString (*sentenceOf)(const FigureData& data, const RunPtr& run));

/// For FigureInfo::caveats of sizes and costs: a trained sibling whose feed-forward is wider or narrower than that of the model that
/// was opened, so that both have as many parameters.
std::vector<Caveat> caveatsOfWidths(const FigureData& data);

/// Token texts as a list for axes.
QStringList tokenTexts(const core::Trace& trace);

} // namespace widgets
