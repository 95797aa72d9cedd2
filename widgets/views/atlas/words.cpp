// The choices of the models of the atlas in words: columns of the table and kinds of the shares.

#include "widgets/figure/choice_text.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/atlas/models.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

namespace widgets {

namespace {

using core::AtlasModel;

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

QString orDash(const QString& text) { return text.isEmpty() ? QStringLiteral("–") : text; }
QString label(const AtlasModel& model, const char* key) { return choiceText(key, model.choices.value(key)); }
double known(core::Index size) { return size > 0 ? double(size) : unknown; }
QString count(core::Index size) { return size > 0 ? formatCount(size) : orDash({}); }
QString ratio(double value) { return std::isnan(value) ? orDash({}) : formatNumber(value); }

/// Whether only some layers, or a part of each head, have the positions.
QString positionText(const AtlasModel& model)
{
    if (model.unsupported.contains("position.kind"))
        return AtlasWords::tr("RoPE, 2-D");
    static constexpr std::pair<const char*, const char*> names[] = {{"rope", "RoPE"}, {"alibi", "ALiBi"}, {"t5_buckets", "T5"},
        {"transformer_xl", "Transf.-XL"}, {"shaw", "Shaw"}, {"disentangled", "DeBERTa"}};
    QString kind = label(model, "position.kind");
    for (const auto& [word, name] : names)
        if (model.word("position.kind") == word)
            kind = QLatin1String(name);
    const core::Json part = model.choices.value("rope.fraction");
    if (model.word("position.kind") == "rope" && part.is_number() && part.get<double>() < 1)
        return AtlasWords::tr("RoPE, part");
    return model.pattern.contains("position.kind") ? AtlasWords::tr("RoPE, some") : orDash(kind);
}

QString headsText(const AtlasModel& model)
{
    const core::Index heads = model.size("heads"), shared = model.size("kv_heads");
    if (heads == 0)
        return orDash({});
    return shared > 0 && shared != heads ? QStringLiteral("%1 : %2").arg(heads).arg(shared) : QString::number(heads);
}

QString biasText(const AtlasModel& model)
{
    const core::Json attention = model.choices.value("bias.attention"), output = model.choices.value("bias.attention_output"),
                     feedForward = model.choices.value("bias.feed_forward");
    if (!attention.is_boolean() || !feedForward.is_boolean())
        return orDash({});
    const bool hasAll = attention == true && output == true && feedForward == true;
    return hasAll             ? AtlasWords::tr("all")
        : attention == true   ? AtlasWords::tr("q, k, v")
        : feedForward == true ? AtlasWords::tr("feed-forward")
                              : AtlasWords::tr("none");
}

QString certaintyText(const std::string& certainty)
{
    if (certainty == "config")
        return AtlasWords::tr("read");
    if (certainty == "config_partial")
        return AtlasWords::tr("in part");
    return certainty == "recalled" ? AtlasWords::tr("recalled") : certainty.empty() ? orDash({}) : AtlasWords::tr("course");
}

/// 0.1 of a share; a dash where it is not known.
QString shareText(const std::optional<double>& share) { return share ? QString::number(*share) : orDash({}); }

const AtlasColumn columns[] = {
    {"model", [] { return AtlasWords::tr("model"); }, [](const AtlasModel& m) { return QString::fromStdString(m.name); }, nullptr,
        false},
    {"year", [] { return AtlasWords::tr("year"); },
        [](const AtlasModel& m) { return m.year > 0 ? QString::number(m.year) : QString(); },
        [](const AtlasModel& m) { return m.time(); }, false},
    {"size", [] { return AtlasWords::tr("size"); },
        [](const AtlasModel& m) { return m.parameters > 0 ? sizeText(double(m.parameters)) : orDash({}); },
        [](const AtlasModel& m) { return known(core::Index(m.parameters)); }, false},
    {"norm", [] { return AtlasWords::tr("norm"); }, [](const AtlasModel& m) { return orDash(label(m, "norm.kind")); }, nullptr,
        true},
    {"placement", [] { return AtlasWords::tr("placement"); },
        [](const AtlasModel& m) { return orDash(label(m, "norm.placement")); }, nullptr, true},
    {"position", [] { return AtlasWords::tr("position"); }, positionText, nullptr, true},
    {"feed_forward", [] { return AtlasWords::tr("feed-f."); }, [](const AtlasModel& m) { return orDash(feedForwardName(m)); },
        nullptr, true},
    {"heads", [] { return AtlasWords::tr("heads"); }, headsText, [](const AtlasModel& m) { return known(m.size("heads")); },
        false},
    {"ff_ratio", [] { return AtlasWords::tr("ff ratio"); }, [](const AtlasModel& m) { return ratio(m.feedForwardRatio()); },
        [](const AtlasModel& m) { return m.feedForwardRatio(); }, false},
    {"attention", [] { return AtlasWords::tr("attention"); },
        [](const AtlasModel& m) { return orDash(label(m, "attention.kind")); }, nullptr, true},
    {"layers", [] { return AtlasWords::tr("layers"); }, [](const AtlasModel& m) { return count(m.size("layers")); },
        [](const AtlasModel& m) { return known(m.size("layers")); }, false},
    {"d_model", [] { return QStringLiteral("d_model"); }, [](const AtlasModel& m) { return count(m.size("d_model")); },
        [](const AtlasModel& m) { return known(m.size("d_model")); }, false},
    {"d_ff", [] { return QStringLiteral("d_ff"); }, [](const AtlasModel& m) { return count(m.size("d_ff")); },
        [](const AtlasModel& m) { return known(m.size("d_ff")); }, false},
    {"vocab", [] { return AtlasWords::tr("vocabulary"); }, [](const AtlasModel& m) { return count(m.size("vocab")); },
        [](const AtlasModel& m) { return known(m.size("vocab")); }, false},
    {"context", [] { return AtlasWords::tr("context"); }, [](const AtlasModel& m) { return count(m.size("context")); },
        [](const AtlasModel& m) { return known(m.size("context")); }, false},
    {"biases", [] { return AtlasWords::tr("biases"); }, biasText, nullptr, true},
    {"dropout", [] { return AtlasWords::tr("dropout"); }, [](const AtlasModel& m) { return shareText(m.training.dropout); },
        [](const AtlasModel& m) { return m.training.dropout.value_or(unknown); }, false},
    {"weight_decay", [] { return AtlasWords::tr("weight decay"); },
        [](const AtlasModel& m) { return shareText(m.training.weightDecay); },
        [](const AtlasModel& m) { return m.training.weightDecay.value_or(unknown); }, false},
    {"sizes", [] { return AtlasWords::tr("sizes"); }, [](const AtlasModel& m) { return certaintyText(m.certainty); }, nullptr,
        false},
    {"training", [] { return AtlasWords::tr("known"); },
        [](const AtlasModel& m) { return certaintyText(m.training.certainty); }, nullptr, false},
    {"training_source", [] { return AtlasWords::tr("source"); },
        [](const AtlasModel& m) { return orDash(QString::fromStdString(m.training.source)); }, nullptr, false},
};

/// The place of a choice's word in lists of words that are one kind; −1: in none.
int kindIn(const AtlasModel& model, const char* key, std::initializer_list<std::initializer_list<const char*>> kinds)
{
    const std::string word = model.word(key);
    int kind = 0;
    for (const auto& words : kinds) {
        if (std::ranges::any_of(words, [&](const char* one) { return word == one; }))
            return kind;
        ++kind;
    }
    return -1;
}

int positionKind(const AtlasModel& model)
{
    if (model.unsupported.contains("position.kind"))
        return 4;
    return kindIn(model, "position.kind",
        {{"sinusoidal"}, {"learned"}, {"t5_buckets", "transformer_xl", "shaw", "disentangled"}, {"alibi"}, {"rope"}, {"none"}});
}

int feedForwardKind(const AtlasModel& model)
{
    const QString name = feedForwardName(model);
    const QStringList words{QStringLiteral("ReLU"), QStringLiteral("GELU"), QStringLiteral("GEGLU"), QStringLiteral("SwiGLU")};
    if (name == QStringLiteral("SiLU"))
        return 1;
    return name.startsWith(QStringLiteral("ReLU")) ? 0 : int(words.indexOf(name));
}

int biasKind(const AtlasModel& model)
{
    const QString text = biasText(model);
    return text == AtlasWords::tr("all") ? 0 : text == AtlasWords::tr("none") ? 2 : text == orDash({}) ? -1 : 1;
}

int tiedKind(const AtlasModel& model)
{
    const core::Json tied = model.choices.value("output.tied");
    return tied.is_boolean() ? (tied == true ? 0 : 1) : -1;
}

const AtlasFamily families[] = {
    {"position", [] { return AtlasWords::tr("position"); },
        [] {
            return QStringList{AtlasWords::tr("Sinusoids"), AtlasWords::tr("Learned"), AtlasWords::tr("relative"),
                QStringLiteral("ALiBi"), QStringLiteral("RoPE"), AtlasWords::tr("none")};
        },
        positionKind},
    {"placement", [] { return AtlasWords::tr("placement"); },
        [] {
            return QStringList{AtlasWords::tr("Post"), AtlasWords::tr("Pre"), AtlasWords::tr("Sandwich")};
        },
        [](const AtlasModel& m) {
            return kindIn(m, "norm.placement", {{"post", "deep_norm"}, {"pre"}, {"sandwich", "branch_output"}});
        }},
    {"norm", [] { return AtlasWords::tr("norm"); },
        [] {
            return QStringList{QStringLiteral("LayerNorm"), QStringLiteral("RMSNorm")};
        },
        [](const AtlasModel& m) {
            return kindIn(m, "norm.kind", {{"layer_norm"}, {"rms_norm"}});
        }},
    {"feed_forward", [] { return AtlasWords::tr("feed-forward"); },
        [] {
            return QStringList{QStringLiteral("ReLU"), QStringLiteral("GELU"), QStringLiteral("GEGLU"), QStringLiteral("SwiGLU")};
        },
        feedForwardKind},
    {"attention", [] { return AtlasWords::tr("attention"); },
        [] {
            return QStringList{QStringLiteral("MHA"), QStringLiteral("GQA"), QStringLiteral("MQA"), QStringLiteral("MLA")};
        },
        [](const AtlasModel& m) {
            return kindIn(m, "attention.kind", {{"multi_head"}, {"grouped_query"}, {"multi_query"}, {"latent"}});
        }},
    {"biases", [] { return AtlasWords::tr("biases"); },
        [] {
            return QStringList{AtlasWords::tr("all"), AtlasWords::tr("some"), AtlasWords::tr("none")};
        },
        biasKind},
    {"tied", [] { return AtlasWords::tr("output"); },
        [] {
            return QStringList{AtlasWords::tr("tied"), AtlasWords::tr("of its own")};
        },
        tiedKind},
    {"block", [] { return AtlasWords::tr("block"); },
        [] {
            return QStringList{AtlasWords::tr("sequential"), AtlasWords::tr("parallel")};
        },
        [](const AtlasModel& m) {
            return kindIn(m, "block.layout", {{"sequential"}, {"parallel_shared_norm", "parallel_two_norms"}});
        }},
};

} // namespace

QString feedForwardName(const AtlasModel& model)
{
    const std::string kind = model.word("feed_forward.kind"), activation = model.word("activation.kind");
    if (activation.empty())
        return {};
    const bool isGated = kind == "gated" || kind == "mixture";
    static constexpr std::pair<const char*, const char*> gatedNames[] = {{"silu", "SwiGLU"}, {"swiglu_clamped", "SwiGLU"},
        {"gelu", "GEGLU"}, {"gelu_tanh", "GEGLU"}, {"relu", "ReGLU"}, {"sigmoid", "GLU"}, {"linear", "bilinear"}};
    for (const auto& [word, name] : gatedNames)
        if (isGated && activation == word)
            return QLatin1String(name);
    return activation == "gelu_tanh" ? QStringLiteral("GELU") : choiceText("activation.kind", activation);
}

std::span<const AtlasColumn> atlasColumns() { return columns; }

std::vector<const AtlasColumn*> shownColumns(const FigureData& data)
{
    static constexpr std::string_view ofTraining[]
        = {"model", "year", "size", "dropout", "weight_decay", "training", "training_source"};
    const bool isOfTraining = shownTable(data) == QLatin1String("training");
    std::vector<const AtlasColumn*> shown;
    for (const AtlasColumn& column : columns)
        if (!isOfTraining || std::ranges::find(ofTraining, std::string_view(column.id)) != std::end(ofTraining))
            shown.push_back(&column);
    return shown;
}

std::span<const AtlasFamily> atlasFamilies() { return families; }

} // namespace widgets
