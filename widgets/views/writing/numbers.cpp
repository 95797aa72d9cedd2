#include "widgets/views/writing/numbers.h"

#include "widgets/figure/choice_text.h"
#include "widgets/figure/sides.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/writing/words.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace widgets {

namespace {

/// All that the tree depends on.
NeedId idOf(const RunPtr& run, const core::ContinuationOptions& options)
{
    const core::SamplerOptions& sampler = options.sampler;
    QStringList words;
    for (const double number : {sampler.temperature, double(sampler.topK), sampler.topP, sampler.minP, sampler.repetitionPenalty,
             double(sampler.seed), double(options.texts), double(options.tokens)})
        words << QString::number(number, 'g', 17);
    for (const std::vector<core::TokenId>& branch : options.branches)
        words << pathWords(branch);
    return {run->trace, {}, "continuations " + words.join(QLatin1Char(' ')).toStdString()};
}

core::Prompt promptOf(const RunResult& run) { return {run.trace->ids, run.trace->decoderIds}; }

bool isIntervened(const RunResult& run) { return !run.trace->replaced.empty(); }

core::ContinuationOptions within(core::ContinuationOptions options, const RunResult& run)
{
    for (std::vector<core::TokenId>& branch : options.branches) // ids of another vocabulary end a branch
        branch.erase(std::ranges::find_if(branch, [&](core::TokenId id) { return id < 0 || id >= run.setup->config.vocabulary; }),
            branch.end());
    return options;
}

/// The prompt's own distribution, from the logits of the run.
core::ContinuationNode promptNode(const RunResult& run, const core::SamplerOptions& sampler)
{
    const std::vector<core::TokenId>& text = streamIds(*run.trace);
    const std::span<const float> logits = logitsAfter(*run.trace, int(text.size()) - 1);
    return logits.empty() ? core::ContinuationNode() : core::nodeOf(logits, sampler, text);
}

void findTexts(Writing& writing, core::Index length)
{
    for (const core::Continuation& text : writing.tree->texts) {
        ShownText shown{.text = &text, .nodes = text.nodes};
        shown.isWhole = core::Index(text.nodes.size()) <= length;
        shown.nodes.resize(std::min(text.nodes.size(), std::size_t(length)));
        for (const core::Index node : shown.nodes) {
            shown.logBefore += std::log(writing.tree->nodes[std::size_t(node)].drawn.before);
            shown.logModel += std::log(writing.tree->nodes[std::size_t(node)].drawn.model);
        }
        writing.texts.push_back(std::move(shown));
    }
}

} // namespace

int Writing::drawnBy(core::TokenId id) const
{
    const std::size_t depth = tree ? std::size_t(tree->nodes[std::size_t(selected)].depth) : 0;
    return int(std::ranges::count_if(texts, [&](const ShownText& text) {
        return depth < text.nodes.size() && tree->nodes[std::size_t(text.nodes[depth])].parent == selected
            && tree->nodes[std::size_t(text.nodes[depth])].id == id;
    }));
}

QString Writing::selectedWord() const
{
    return tree && selected > 0 ? WritingWords::tr("“%1”").arg(tokenText(*run, tree->nodes[std::size_t(selected)].id))
                                : quotedToken(*run->trace, int(streamTokens(*run->trace).size()) - 1);
}

Writing writingOf(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    Writing writing{.run = run, .options = within(continuationOptions(data), *run), .why = {}, .prompt = {}, .texts = {}};
    const NeedId id = idOf(run, writing.options);
    writing.tree = data.results.value<core::ContinuationTree>(id);
    if (const NeedResult* const result = data.results.find(id); result && !writing.tree)
        writing.why = coreText(result->why);
    if (!writing.tree) {
        writing.prompt = promptNode(*run, writing.options.sampler);
        return writing;
    }
    findTexts(writing, shownLength(data));
    std::vector<core::TokenId> path = pathOf(nodeOption.in(data));
    path.resize(std::min(path.size(), std::size_t(shownLength(data))));
    while (writing.tree->find(path) < 0)
        path.pop_back();
    writing.selected = writing.tree->find(path);
    return writing;
}

QString whyNotWriting(const RunResult& run)
{
    if (!run.setup)
        return WritingWords::tr("A recorded run has no model that could write: open its model.");
    if (QString reason = whyNoGenerating(run.setup->config); !reason.isEmpty())
        return reason;
    if (!run.leftOut.empty())
        return WritingWords::tr("The text is longer than the model reads, so nothing can be written after it: shorten it.");
    if (streamIds(*run.trace).empty())
        return whyNotRecorded("ids");
    return logitsAfter(*run.trace, int(streamIds(*run.trace).size()) - 1).empty() ? whyNotRecorded("logits") : QString();
}

Needs writingNeeds(const FigureData& data)
{
    Needs all;
    for (const RunPtr& run : drawnRuns(data)) {
        if (!run || streamTokens(*run->trace).empty() || !whyNotWriting(*run).isEmpty())
            continue;
        const core::ContinuationOptions options = within(continuationOptions(data), *run);
        Need need = derivedNeed(idOf(run, options), [run, options](const core::RunControl& control) {
            return core::continuations(*run->setup, promptOf(*run), options, control);
        });
        need.isPart = !isIntervened(*run); // what follows the prompt is in the run
        all.push_back(std::move(need));
    }
    return all;
}

std::vector<double> logZOfText(const RunResult& run)
{
    const core::Tensor* const recorded = run.trace->find("log_z");
    const std::size_t tokens = streamTokens(*run.trace).size();
    std::vector<double> all(tokens, std::numeric_limits<double>::quiet_NaN());
    if (recorded && std::size_t(recorded->size()) == tokens)
        std::copy_n(recorded->data(), tokens, all.begin());
    return all;
}

} // namespace widgets
