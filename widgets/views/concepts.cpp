#include "widgets/views/concepts.h"

#include "widgets/figure/figure.h"
#include "widgets/views/atlas/models.h"
#include "widgets/views/norm/parts.h"
#include "widgets/views/positions/relative_runs.h"
#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/shared/view.h"
#include "widgets/views/training/figure.h"

#include <QStringList>

#include <algorithm>
#include <utility>

namespace widgets {

namespace {

constexpr Concept kConcepts[] = {{"C01", QT_TRANSLATE_NOOP("concepts", "Token and position embedding")},
    {"C02", QT_TRANSLATE_NOOP("concepts", "Sinusoidal positions")}, {"C03", QT_TRANSLATE_NOOP("concepts", "Learned positions")},
    {"C04", QT_TRANSLATE_NOOP("concepts", "Absolute positions: four terms of a score")},
    {"C05", QT_TRANSLATE_NOOP("concepts", "Relative positions (Shaw)")},
    {"C06", QT_TRANSLATE_NOOP("concepts", "Relative positions (Transformer-XL)")},
    {"C07", QT_TRANSLATE_NOOP("concepts", "Distance buckets (T5)")},
    {"C08", QT_TRANSLATE_NOOP("concepts", "Rotary positions (RoPE)")}, {"C09", QT_TRANSLATE_NOOP("concepts", "ALiBi")},
    {"C10", QT_TRANSLATE_NOOP("concepts", "No positions")},
    {"C11", QT_TRANSLATE_NOOP("concepts", "Why sinusoids are not relative")},
    {"C12", QT_TRANSLATE_NOOP("concepts", "Scaled dot-product attention")}, {"C13", QT_TRANSLATE_NOOP("concepts", "Many heads")},
    {"C14", QT_TRANSLATE_NOOP("concepts", "Shared keys: MHA, GQA, MQA")},
    {"C15", QT_TRANSLATE_NOOP("concepts", "Latent attention and the KV cache")},
    {"C16", QT_TRANSLATE_NOOP("concepts", "Block-local attention")},
    {"C17", QT_TRANSLATE_NOOP("concepts", "Sliding windows, sparse patterns")},
    {"C18", QT_TRANSLATE_NOOP("concepts", "Causal, prefix, encoder–decoder")},
    {"C19", QT_TRANSLATE_NOOP("concepts", "Long context")},
    {"C20", QT_TRANSLATE_NOOP("concepts", "LayerNorm, RMSNorm, BatchNorm, DeepNorm")},
    {"C21", QT_TRANSLATE_NOOP("concepts", "Why normalise")}, {"C22", QT_TRANSLATE_NOOP("concepts", "Norm placement")},
    {"C23", QT_TRANSLATE_NOOP("concepts", "Pre-norm against post-norm in training")},
    {"C24", QT_TRANSLATE_NOOP("concepts", "Dropping biases")}, {"C25", QT_TRANSLATE_NOOP("concepts", "Feed-forward")},
    {"C26", QT_TRANSLATE_NOOP("concepts", "Activations")}, {"C27", QT_TRANSLATE_NOOP("concepts", "Gated feed-forward")},
    {"C28", QT_TRANSLATE_NOOP("concepts", "Serial and parallel blocks")},
    {"C29", QT_TRANSLATE_NOOP("concepts", "Mixture of experts")},
    {"C30", QT_TRANSLATE_NOOP("concepts", "Width of the feed-forward: d_ff / d_model")},
    {"C31", QT_TRANSLATE_NOOP("concepts", "Width of all heads: heads · d_head / d_model")},
    {"C32", QT_TRANSLATE_NOOP("concepts", "Width and depth: d_model / layers")},
    {"C33", QT_TRANSLATE_NOOP("concepts", "Vocabulary size")}, {"C34", QT_TRANSLATE_NOOP("concepts", "Dropout and weight decay")},
    {"C35", QT_TRANSLATE_NOOP("concepts", "z-loss")}, {"C36", QT_TRANSLATE_NOOP("concepts", "QK-norm")},
    {"C37", QT_TRANSLATE_NOOP("concepts", "Logit soft cap")}, {"C38", QT_TRANSLATE_NOOP("concepts", "The table of models")},
    {"C39", QT_TRANSLATE_NOOP("concepts", "LLaMA 1, 2, 3")}, {"C40", QT_TRANSLATE_NOOP("concepts", "LLaMA 3.1 and DeepSeek")},
    {"C41", QT_TRANSLATE_NOOP("concepts", "Original Transformer against LLaMA")},
    {"C42", QT_TRANSLATE_NOOP("concepts", "Beyond attention")}, {"C43", QT_TRANSLATE_NOOP("concepts", "Tokenisation")},
    {"C44", QT_TRANSLATE_NOOP("concepts", "Attribution to tokens")}};

/// A page that serves several concepts shows each with another option.
struct ConceptOption
{
    const char* id;
    const char* figure;
    const char* page;
    OptionKey option;
    const char* value;
};
constexpr ConceptOption kOptions[] = {{"C05", "positions", "relative", relativeKindOption, "shaw"},
    {"C06", "positions", "relative", relativeKindOption, "transformer_xl"},
    {"C07", "positions", "relative", relativeKindOption, "t5_buckets"}, {"C21", "norm", "descent", quadraticOption, "textbook"},
    {"C23", "training", "gradient", runsOption, "pre12,post12"},
    {"C29", "training", "experts", runsOption, "experts,experts-unbalanced"},
    {"C34", "training", "loss", runsOption, "main,no-decay,dropout"}, {"C34", "atlas", "table", atlasModelsOption, "training"},
    {"C38", "atlas", "table", atlasModelsOption, "course"}, {"C39", "atlas", "table", atlasModelsOption, "llama"},
    {"C40", "atlas", "table", atlasModelsOption, "deepseek"}};

/// Shown first by another page than the first of `list figures`.
constexpr std::pair<const char*, const char*> kMainPages[] = {{"C12", "attention_stages"}, {"C14", "heads_cache show=sharing"},
    {"C15", "heads_cache show=growth"}, {"C17", "attention_masks"}, {"C20", "norm show=vector"}, {"C24", "cost show=saved"},
    {"C26", "feed_forward show=activations"}, {"C28", "cost show=saved"}, {"C32", "atlas show=depth"},
    {"C33", "atlas show=vocabulary"}, {"C35", "logits show=z_loss"}, {"C36", "attention_stages"}, {"C41", "diagram"}};

QVariantMap furtherOptions(const Concept& one, const FigureInfo& figure, const QString& page)
{
    QVariantMap options;
    for (const ConceptOption& of : kOptions)
        if (qstrcmp(of.id, one.id) == 0 && qstrcmp(of.figure, figure.id) == 0 && page == QLatin1String(of.page))
            options.insert(of.option.name(), QString::fromLatin1(of.value));
    return options;
}

/// Each page of a figure once; a figure without pages is one of no name.
QStringList pagesOrNone(const FigureInfo& figure)
{
    const QStringList pages = pageIds(figure);
    return pages.isEmpty() ? QStringList{QString()} : pages;
}

} // namespace

std::span<const Concept> allConcepts() { return kConcepts; }

QVariantMap ConceptPage::allOptions() const
{
    QVariantMap all = options;
    if (!page.isEmpty())
        all.insert(showOption.name(), page);
    return all;
}

QString ConceptPage::words() const
{
    QString all = page.isEmpty() ? figure : figure + QStringLiteral(" show=") + page;
    for (auto option = options.begin(); option != options.end(); ++option)
        all += QStringLiteral(" %1=%2").arg(option.key(), option.value().toString());
    return all;
}

QStringList conceptsOf(const FigureInfo& figure, const QString& page)
{
    if (!figure.concepts)
        return {};
    QStringList ids;
    for (const QString& one : page.isEmpty() ? pagesOrNone(figure) : QStringList{page}) {
        FigureData data;
        data.options.insert(QStringLiteral("show"), one);
        ids += QString::fromLatin1(figure.concepts(data)).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    }
    ids.sort();
    ids.removeDuplicates();
    return ids;
}

std::vector<ConceptPage> pagesOf(const Concept& one)
{
    std::vector<ConceptPage> found;
    for (const FigureInfo& figure : allFigures()) {
        const auto isOfView = [&](const ViewInfo& view) {
            return std::ranges::any_of(
                view.figures, [&](const FigureInfo* its) { return its && qstrcmp(its->id, figure.id) == 0; });
        };
        const auto view = std::ranges::find_if(allViews(), isOfView);
        for (const QString& page : pagesOrNone(figure))
            if (conceptsOf(figure, page).contains(QLatin1String(one.id)))
                found.push_back({QString::fromLatin1(figure.id), page,
                    view == allViews().end() ? QString() : QString::fromLatin1(view->id), furtherOptions(one, figure, page)});
    }
    return found;
}

QString mainPageOf(const Concept& one)
{
    for (const auto& [id, words] : kMainPages)
        if (qstrcmp(id, one.id) == 0)
            return QLatin1String(words);
    const std::vector<ConceptPage> pages = pagesOf(one);
    return pages.empty() ? QString() : pages.front().words();
}

} // namespace widgets
