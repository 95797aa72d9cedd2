#include "widgets/plot/table_words.h"

#include <QCoreApplication>
#include <QHash>

namespace widgets {

namespace {

/// Names of columns and of parts, and words in cells. What is not here stays as it is: symbols, names of models and of tensors.
constexpr const char* words[] = {
    QT_TRANSLATE_NOOP("numbers", "row"), QT_TRANSLATE_NOOP("numbers", "column"), QT_TRANSLATE_NOOP("numbers", "tile row"),
    QT_TRANSLATE_NOOP("numbers", "tile column"), QT_TRANSLATE_NOOP("numbers", "point"), QT_TRANSLATE_NOOP("numbers", "piece"),
    QT_TRANSLATE_NOOP("numbers", "token"), QT_TRANSLATE_NOOP("numbers", "word"), QT_TRANSLATE_NOOP("numbers", "value"),
    QT_TRANSLATE_NOOP("numbers", "masked"), QT_TRANSLATE_NOOP("numbers", "from"), QT_TRANSLATE_NOOP("numbers", "to"),
    QT_TRANSLATE_NOOP("numbers", "count"), QT_TRANSLATE_NOOP("numbers", "before"), QT_TRANSLATE_NOOP("numbers", "after"),
    QT_TRANSLATE_NOOP("numbers", "before x"), QT_TRANSLATE_NOOP("numbers", "before y"), QT_TRANSLATE_NOOP("numbers", "after x"),
    QT_TRANSLATE_NOOP("numbers", "after y"), QT_TRANSLATE_NOOP("numbers", "first x"), QT_TRANSLATE_NOOP("numbers", "first y"),
    QT_TRANSLATE_NOOP("numbers", "line"), QT_TRANSLATE_NOOP("numbers", "begin"), QT_TRANSLATE_NOOP("numbers", "end"),
    QT_TRANSLATE_NOOP("numbers", "lane"), QT_TRANSLATE_NOOP("numbers", "sum"), QT_TRANSLATE_NOOP("numbers", "mixer"),
    QT_TRANSLATE_NOOP("numbers", "feed forward"), QT_TRANSLATE_NOOP("numbers", "head"), QT_TRANSLATE_NOOP("numbers", "heads"),
    QT_TRANSLATE_NOOP("numbers", "kv head"), QT_TRANSLATE_NOOP("numbers", "slope"), QT_TRANSLATE_NOOP("numbers", "length"),
    QT_TRANSLATE_NOOP("numbers", "penalty"), QT_TRANSLATE_NOOP("numbers", "penalty of farthest"),
    QT_TRANSLATE_NOOP("numbers", "mean reach of equal contents"), QT_TRANSLATE_NOOP("numbers", "query"),
    QT_TRANSLATE_NOOP("numbers", "key"), QT_TRANSLATE_NOOP("numbers", "content"),
    QT_TRANSLATE_NOOP("numbers", "content content"), QT_TRANSLATE_NOOP("numbers", "content position"),
    QT_TRANSLATE_NOOP("numbers", "position content"), QT_TRANSLATE_NOOP("numbers", "position position"),
    QT_TRANSLATE_NOOP("numbers", "score"), QT_TRANSLATE_NOOP("numbers", "mean score"), QT_TRANSLATE_NOOP("numbers", "kind"),
    QT_TRANSLATE_NOOP("numbers", "change"), QT_TRANSLATE_NOOP("numbers", "outside"),
    QT_TRANSLATE_NOOP("numbers", "layer"), QT_TRANSLATE_NOOP("numbers", "layers"),
    QT_TRANSLATE_NOOP("numbers", "position"), QT_TRANSLATE_NOOP("numbers", "token id"), QT_TRANSLATE_NOOP("numbers", "id"),
    QT_TRANSLATE_NOOP("numbers", "probability"), QT_TRANSLATE_NOOP("numbers", "slot"), QT_TRANSLATE_NOOP("numbers", "node"),
    QT_TRANSLATE_NOOP("numbers", "label"), QT_TRANSLATE_NOOP("numbers", "tensor"), QT_TRANSLATE_NOOP("numbers", "differs"),
    QT_TRANSLATE_NOOP("numbers", "run"), QT_TRANSLATE_NOOP("numbers", "step"), QT_TRANSLATE_NOOP("numbers", "vectors"),
    QT_TRANSLATE_NOOP("numbers", "divided"), QT_TRANSLATE_NOOP("numbers", "spread"), QT_TRANSLATE_NOOP("numbers", "entropy"),
    QT_TRANSLATE_NOOP("numbers", "saturated"), QT_TRANSLATE_NOOP("numbers", "part"), QT_TRANSLATE_NOOP("numbers", "pairs"),
    QT_TRANSLATE_NOOP("numbers", "all pairs"), QT_TRANSLATE_NOOP("numbers", "depth"),
    QT_TRANSLATE_NOOP("numbers", "tokens reached"), QT_TRANSLATE_NOOP("numbers", "tokens"),
    QT_TRANSLATE_NOOP("numbers", "number"), QT_TRANSLATE_NOOP("numbers", "written"), QT_TRANSLATE_NOOP("numbers", "state"),
    QT_TRANSLATE_NOOP("numbers", "read"), QT_TRANSLATE_NOOP("numbers", "decay"), QT_TRANSLATE_NOOP("numbers", "weight"),
    QT_TRANSLATE_NOOP("numbers", "weights"), QT_TRANSLATE_NOOP("numbers", "kernel"), QT_TRANSLATE_NOOP("numbers", "back"),
    QT_TRANSLATE_NOOP("numbers", "channel"), QT_TRANSLATE_NOOP("numbers", "measured bytes"),
    QT_TRANSLATE_NOOP("numbers", "formula bytes"), QT_TRANSLATE_NOOP("numbers", "weight bytes"),
    QT_TRANSLATE_NOOP("numbers", "bytes per token"), QT_TRANSLATE_NOOP("numbers", "fixed bytes"),
    QT_TRANSLATE_NOOP("numbers", "bytes"), QT_TRANSLATE_NOOP("numbers", "relative difference"),
    QT_TRANSLATE_NOOP("numbers", "rms"), QT_TRANSLATE_NOOP("numbers", "l2"), QT_TRANSLATE_NOOP("numbers", "form"),
    QT_TRANSLATE_NOOP("numbers", "matrices"), QT_TRANSLATE_NOOP("numbers", "width"), QT_TRANSLATE_NOOP("numbers", "neuron"),
    QT_TRANSLATE_NOOP("numbers", "gate"), QT_TRANSLATE_NOOP("numbers", "up"), QT_TRANSLATE_NOOP("numbers", "product"),
    QT_TRANSLATE_NOOP("numbers", "index"), QT_TRANSLATE_NOOP("numbers", "activation"), QT_TRANSLATE_NOOP("numbers", "silent"),
    QT_TRANSLATE_NOOP("numbers", "bends"), QT_TRANSLATE_NOOP("numbers", "passes"),
    QT_TRANSLATE_NOOP("numbers", "peak position"), QT_TRANSLATE_NOOP("numbers", "peak"),
    QT_TRANSLATE_NOOP("numbers", "never above 0"), QT_TRANSLATE_NOOP("numbers", "values"),
    QT_TRANSLATE_NOOP("numbers", "slope of"), QT_TRANSLATE_NOOP("numbers", "dim"),
    QT_TRANSLATE_NOOP("numbers", "after half split"), QT_TRANSLATE_NOOP("numbers", "after interleaved"),
    QT_TRANSLATE_NOOP("numbers", "distance"), QT_TRANSLATE_NOOP("numbers", "mean"), QT_TRANSLATE_NOOP("numbers", "least"),
    QT_TRANSLATE_NOOP("numbers", "most"), QT_TRANSLATE_NOOP("numbers", "seeds"), QT_TRANSLATE_NOOP("numbers", "k first"), QT_TRANSLATE_NOOP("numbers", "k second"),
    QT_TRANSLATE_NOOP("numbers", "turned k first"), QT_TRANSLATE_NOOP("numbers", "turned k second"),
    QT_TRANSLATE_NOOP("numbers", "adds to score"), QT_TRANSLATE_NOOP("numbers", "moved by"),
    QT_TRANSLATE_NOOP("numbers", "score both"), QT_TRANSLATE_NOOP("numbers", "score query alone"),
    QT_TRANSLATE_NOOP("numbers", "pair both"), QT_TRANSLATE_NOOP("numbers", "pair query alone"),
    QT_TRANSLATE_NOOP("numbers", "name"), QT_TRANSLATE_NOOP("numbers", "log z"), QT_TRANSLATE_NOOP("numbers", "sum float16"),
    QT_TRANSLATE_NOOP("numbers", "sum float16 subtracted"), QT_TRANSLATE_NOOP("numbers", "softmax"),
    QT_TRANSLATE_NOOP("numbers", "softmax float16"), QT_TRANSLATE_NOOP("numbers", "softmax subtracted"),
    QT_TRANSLATE_NOOP("numbers", "softmax before"), QT_TRANSLATE_NOOP("numbers", "softmax after"),
    QT_TRANSLATE_NOOP("numbers", "parent"), QT_TRANSLATE_NOOP("numbers", "kept"), QT_TRANSLATE_NOOP("numbers", "choice"),
    QT_TRANSLATE_NOOP("numbers", "year"), QT_TRANSLATE_NOOP("numbers", "models"), QT_TRANSLATE_NOOP("numbers", "parameters"),
    QT_TRANSLATE_NOOP("numbers", "flops"), QT_TRANSLATE_NOOP("numbers", "milliseconds"),
    QT_TRANSLATE_NOOP("numbers", "dimension"), QT_TRANSLATE_NOOP("numbers", "normalized"),
    QT_TRANSLATE_NOOP("numbers", "first"), QT_TRANSLATE_NOOP("numbers", "second"),
    QT_TRANSLATE_NOOP("numbers", "of embeddings"), QT_TRANSLATE_NOOP("numbers", "of what enters"),
    QT_TRANSLATE_NOOP("numbers", "map"), QT_TRANSLATE_NOOP("numbers", "mask"), QT_TRANSLATE_NOOP("numbers", "seen"),
    QT_TRANSLATE_NOOP("numbers", "attention"), QT_TRANSLATE_NOOP("numbers", "matrix"),
    QT_TRANSLATE_NOOP("numbers", "stable rank"), QT_TRANSLATE_NOOP("numbers", "matrix rank"),
    QT_TRANSLATE_NOOP("numbers", "singular value"), QT_TRANSLATE_NOOP("numbers", "norm"), QT_TRANSLATE_NOOP("numbers", "rows"),
    QT_TRANSLATE_NOOP("numbers", "columns"), QT_TRANSLATE_NOOP("numbers", "largest"), QT_TRANSLATE_NOOP("numbers", "share"),
    QT_TRANSLATE_NOOP("numbers", "model"), QT_TRANSLATE_NOOP("numbers", "seed"), QT_TRANSLATE_NOOP("numbers", "loss"),
    QT_TRANSLATE_NOOP("numbers", "expert"), QT_TRANSLATE_NOOP("numbers", "logit"), QT_TRANSLATE_NOOP("numbers", "dropped"),
    QT_TRANSLATE_NOOP("numbers", "quadratic"), QT_TRANSLATE_NOOP("numbers", "condition"),
    QT_TRANSLATE_NOOP("numbers", "steep weight"), QT_TRANSLATE_NOOP("numbers", "shallow weight"),
    QT_TRANSLATE_NOOP("numbers", "quantity"), QT_TRANSLATE_NOOP("numbers", "full size"),
    QT_TRANSLATE_NOOP("numbers", "replica"), QT_TRANSLATE_NOOP("numbers", "window"), QT_TRANSLATE_NOOP("numbers", "sinks"),
    QT_TRANSLATE_NOOP("numbers", "stack"), QT_TRANSLATE_NOOP("numbers", "operation"),
    QT_TRANSLATE_NOOP("numbers", "product flops"), QT_TRANSLATE_NOOP("numbers", "attention flops"),
    QT_TRANSLATE_NOOP("numbers", "other flops"), QT_TRANSLATE_NOOP("numbers", "feed forward flops"),
    QT_TRANSLATE_NOOP("numbers", "projection flops"), QT_TRANSLATE_NOOP("numbers", "attention ms"),
    QT_TRANSLATE_NOOP("numbers", "feed forward ms"), QT_TRANSLATE_NOOP("numbers", "projection ms"),
    QT_TRANSLATE_NOOP("numbers", "tokenizer"), QT_TRANSLATE_NOOP("numbers", "vocabulary"),
    QT_TRANSLATE_NOOP("numbers", "vocab"), QT_TRANSLATE_NOOP("numbers", "unknown"),
    QT_TRANSLATE_NOOP("numbers", "tokens per sentence"), QT_TRANSLATE_NOOP("numbers", "unknown per sentence"),
    QT_TRANSLATE_NOOP("numbers", "character"), QT_TRANSLATE_NOOP("numbers", "code point"), QT_TRANSLATE_NOOP("numbers", "byte"),
    QT_TRANSLATE_NOOP("numbers", "letter"), QT_TRANSLATE_NOOP("numbers", "topology"), QT_TRANSLATE_NOOP("numbers", "placement"),
    QT_TRANSLATE_NOOP("numbers", "released"), QT_TRANSLATE_NOOP("numbers", "kv"), QT_TRANSLATE_NOOP("numbers", "ffn"),
    QT_TRANSLATE_NOOP("numbers", "context"), QT_TRANSLATE_NOOP("numbers", "size"), QT_TRANSLATE_NOOP("numbers", "ff ratio"),
    QT_TRANSLATE_NOOP("numbers", "biases"), QT_TRANSLATE_NOOP("numbers", "dropout"),
    QT_TRANSLATE_NOOP("numbers", "weight decay"), QT_TRANSLATE_NOOP("numbers", "sizes"),
    QT_TRANSLATE_NOOP("numbers", "training"), QT_TRANSLATE_NOOP("numbers", "training source"),
    QT_TRANSLATE_NOOP("numbers", "fact"), QT_TRANSLATE_NOOP("numbers", "source"), QT_TRANSLATE_NOOP("numbers", "causal"),
    QT_TRANSLATE_NOOP("numbers", "prefix"), QT_TRANSLATE_NOOP("numbers", "encdec"), QT_TRANSLATE_NOOP("numbers", "encoder"),
    QT_TRANSLATE_NOOP("numbers", "decoder"), QT_TRANSLATE_NOOP("numbers", "pre"), QT_TRANSLATE_NOOP("numbers", "post"),
    QT_TRANSLATE_NOOP("numbers", "sandwich"), QT_TRANSLATE_NOOP("numbers", "branch output"),
    QT_TRANSLATE_NOOP("numbers", "learned"), QT_TRANSLATE_NOOP("numbers", "relative"),
    QT_TRANSLATE_NOOP("numbers", "sinusoidal"), QT_TRANSLATE_NOOP("numbers", "none"), QT_TRANSLATE_NOOP("numbers", "yes"),
    QT_TRANSLATE_NOOP("numbers", "no"), QT_TRANSLATE_NOOP("numbers", "random"), QT_TRANSLATE_NOOP("numbers", "plain"),
    QT_TRANSLATE_NOOP("numbers", "gated"), QT_TRANSLATE_NOOP("numbers", "own"), QT_TRANSLATE_NOOP("numbers", "self"),
    QT_TRANSLATE_NOOP("numbers", "cross"), QT_TRANSLATE_NOOP("numbers", "input"), QT_TRANSLATE_NOOP("numbers", "down"),
    QT_TRANSLATE_NOOP("numbers", "next"), QT_TRANSLATE_NOOP("numbers", "pattern"), QT_TRANSLATE_NOOP("numbers", "difference"),
    QT_TRANSLATE_NOOP("numbers", "stream"), QT_TRANSLATE_NOOP("numbers", "similar"), QT_TRANSLATE_NOOP("numbers", "load"),
    QT_TRANSLATE_NOOP("numbers", "gates"), QT_TRANSLATE_NOOP("numbers", "route"), QT_TRANSLATE_NOOP("numbers", "routing"),
    QT_TRANSLATE_NOOP("numbers", "balance"), QT_TRANSLATE_NOOP("numbers", "strip"),
    QT_TRANSLATE_NOOP("numbers", "operands"), QT_TRANSLATE_NOOP("numbers", "planes"), QT_TRANSLATE_NOOP("numbers", "plane"),
    QT_TRANSLATE_NOOP("numbers", "angles"), QT_TRANSLATE_NOOP("numbers", "pair"), QT_TRANSLATE_NOOP("numbers", "wavelength"),
    QT_TRANSLATE_NOOP("numbers", "wavelengths"), QT_TRANSLATE_NOOP("numbers", "stretch"), QT_TRANSLATE_NOOP("numbers", "angle"),
    QT_TRANSLATE_NOOP("numbers", "formula"), QT_TRANSLATE_NOOP("numbers", "measured"), QT_TRANSLATE_NOOP("numbers", "used"),
    QT_TRANSLATE_NOOP("numbers", "neurons"), QT_TRANSLATE_NOOP("numbers", "curve"), QT_TRANSLATE_NOOP("numbers", "numbers"),
    QT_TRANSLATE_NOOP("numbers", "no cap"), QT_TRANSLATE_NOOP("numbers", "texts"), QT_TRANSLATE_NOOP("numbers", "next tokens"),
    QT_TRANSLATE_NOOP("numbers", "products"), QT_TRANSLATE_NOOP("numbers", "arc"), QT_TRANSLATE_NOOP("numbers", "alone"),
    QT_TRANSLATE_NOOP("numbers", "together"), QT_TRANSLATE_NOOP("numbers", "reach"),
    QT_TRANSLATE_NOOP("numbers", "reach encoder"), QT_TRANSLATE_NOOP("numbers", "flow"), QT_TRANSLATE_NOOP("numbers", "parts"),
    QT_TRANSLATE_NOOP("numbers", "slopes"), QT_TRANSLATE_NOOP("numbers", "kinds"), QT_TRANSLATE_NOOP("numbers", "alignment"),
    QT_TRANSLATE_NOOP("numbers", "operations"), QT_TRANSLATE_NOOP("numbers", "sharing"),
    QT_TRANSLATE_NOOP("numbers", "tensors"), QT_TRANSLATE_NOOP("numbers", "experts"), QT_TRANSLATE_NOOP("numbers", "descent"),
    QT_TRANSLATE_NOOP("numbers", "compact"), QT_TRANSLATE_NOOP("numbers", "dots"), QT_TRANSLATE_NOOP("numbers", "cloud"),
    QT_TRANSLATE_NOOP("numbers", "delta"), QT_TRANSLATE_NOOP("numbers", "even"), QT_TRANSLATE_NOOP("numbers", "root of d"),
    QT_TRANSLATE_NOOP("numbers", "row of a distance"), QT_TRANSLATE_NOOP("numbers", "bias of head"),
    QT_TRANSLATE_NOOP("numbers", "embed"), QT_TRANSLATE_NOOP("numbers", "lines"), QT_TRANSLATE_NOOP("numbers", "counts"),
    QT_TRANSLATE_NOOP("numbers", "scores content"), QT_TRANSLATE_NOOP("numbers", "bias"),
    QT_TRANSLATE_NOOP("numbers", "bias of a head"), QT_TRANSLATE_NOOP("numbers", "first dim"),
    QT_TRANSLATE_NOOP("numbers", "second dim"), QT_TRANSLATE_NOOP("numbers", "theta"), QT_TRANSLATE_NOOP("numbers", "q first"),
    QT_TRANSLATE_NOOP("numbers", "q second"), QT_TRANSLATE_NOOP("numbers", "turned q first"),
    QT_TRANSLATE_NOOP("numbers", "turned q second"), QT_TRANSLATE_NOOP("numbers", "half split"),
    QT_TRANSLATE_NOOP("numbers", "interleaved"), QT_TRANSLATE_NOOP("numbers", "wavelength none"),
    QT_TRANSLATE_NOOP("numbers", "wavelength linear"), QT_TRANSLATE_NOOP("numbers", "wavelength ntk"),
    QT_TRANSLATE_NOOP("numbers", "wavelength dynamic ntk"), QT_TRANSLATE_NOOP("numbers", "wavelength yarn"),
    QT_TRANSLATE_NOOP("numbers", "beyond"), QT_TRANSLATE_NOOP("numbers", "none masked"), QT_TRANSLATE_NOOP("numbers", "typed"),
    QT_TRANSLATE_NOOP("numbers", "moved"), QT_TRANSLATE_NOOP("numbers", "moved added"),
    QT_TRANSLATE_NOOP("numbers", "moved RoPE"), QT_TRANSLATE_NOOP("numbers", "scores content content"),
    QT_TRANSLATE_NOOP("numbers", "scores content position"), QT_TRANSLATE_NOOP("numbers", "scores position content"),
    QT_TRANSLATE_NOOP("numbers", "scores position position"), QT_TRANSLATE_NOOP("numbers", "previous"),
    QT_TRANSLATE_NOOP("numbers", "stage qk"), QT_TRANSLATE_NOOP("numbers", "stage scaled"),
    QT_TRANSLATE_NOOP("numbers", "stage mask"), QT_TRANSLATE_NOOP("numbers", "stage softmax"),
    QT_TRANSLATE_NOOP("numbers", "stage values"), QT_TRANSLATE_NOOP("numbers", "stage concat"),
    QT_TRANSLATE_NOOP("numbers", "stage out"), QT_TRANSLATE_NOOP("numbers", "effective"),
    QT_TRANSLATE_NOOP("numbers", "beside"), QT_TRANSLATE_NOOP("numbers", "beside decay"),
    QT_TRANSLATE_NOOP("numbers", "retention"), QT_TRANSLATE_NOOP("numbers", "linear recurrence"),
    QT_TRANSLATE_NOOP("numbers", "selective ssm"), QT_TRANSLATE_NOOP("numbers", "state space dual"),
    QT_TRANSLATE_NOOP("numbers", "gated recurrence"), QT_TRANSLATE_NOOP("numbers", "below"),
    QT_TRANSLATE_NOOP("numbers", "above"), QT_TRANSLATE_NOOP("numbers", "inputs"), QT_TRANSLATE_NOOP("numbers", "widths"),
    QT_TRANSLATE_NOOP("numbers", "logits"), QT_TRANSLATE_NOOP("numbers", "probabilities"),
    QT_TRANSLATE_NOOP("numbers", "deep norm"), QT_TRANSLATE_NOOP("numbers", "scaled"), QT_TRANSLATE_NOOP("numbers", "out"),
    QT_TRANSLATE_NOOP("numbers", "scale"), QT_TRANSLATE_NOOP("numbers", "scale of token"),
    QT_TRANSLATE_NOOP("numbers", "scale of dimension"), QT_TRANSLATE_NOOP("numbers", "norms"),
    QT_TRANSLATE_NOOP("numbers", "ends"), QT_TRANSLATE_NOOP("numbers", "arcs"), QT_TRANSLATE_NOOP("numbers", "text"),
    QT_TRANSLATE_NOOP("numbers", "branch"), QT_TRANSLATE_NOOP("numbers", "attn"), QT_TRANSLATE_NOOP("numbers", "attn out"),
    QT_TRANSLATE_NOOP("numbers", "mlp out"), QT_TRANSLATE_NOOP("numbers", "resid pre"),
    QT_TRANSLATE_NOOP("numbers", "resid post"), QT_TRANSLATE_NOOP("numbers", "embedding"),
    QT_TRANSLATE_NOOP("numbers", "projection"), QT_TRANSLATE_NOOP("numbers", "projections"),
    QT_TRANSLATE_NOOP("numbers", "projections flops"), QT_TRANSLATE_NOOP("numbers", "projections milliseconds"),
    QT_TRANSLATE_NOOP("numbers", "attention milliseconds"), QT_TRANSLATE_NOOP("numbers", "feed forward milliseconds"),
    QT_TRANSLATE_NOOP("numbers", "rotation"), QT_TRANSLATE_NOOP("numbers", "attention out"),
    QT_TRANSLATE_NOOP("numbers", "residual"), QT_TRANSLATE_NOOP("numbers", "feed forward in"),
    QT_TRANSLATE_NOOP("numbers", "feed forward out"), QT_TRANSLATE_NOOP("numbers", "unembedding"),
    QT_TRANSLATE_NOOP("numbers", "share of flops"), QT_TRANSLATE_NOOP("numbers", "share of time"),
    QT_TRANSLATE_NOOP("numbers", "part of flops"), QT_TRANSLATE_NOOP("numbers", "part of time"),
    QT_TRANSLATE_NOOP("numbers", "points"), QT_TRANSLATE_NOOP("numbers", "tied"), QT_TRANSLATE_NOOP("numbers", "block"),
    QT_TRANSLATE_NOOP("numbers", "gradient"), QT_TRANSLATE_NOOP("numbers", "held out"),
    QT_TRANSLATE_NOOP("numbers", "learning rate"), QT_TRANSLATE_NOOP("numbers", "second copy"),
    QT_TRANSLATE_NOOP("numbers", "effect"), QT_TRANSLATE_NOOP("numbers", "largest threshold"),
    QT_TRANSLATE_NOOP("numbers", "paths"), QT_TRANSLATE_NOOP("numbers", "faithfulness"), QT_TRANSLATE_NOOP("numbers", "list"),
    QT_TRANSLATE_NOOP("numbers", "top"), QT_TRANSLATE_NOOP("numbers", "bottom"), QT_TRANSLATE_NOOP("numbers", "sample"),
    QT_TRANSLATE_NOOP("numbers", "rank"), QT_TRANSLATE_NOOP("numbers", "writes"),
    QT_TRANSLATE_NOOP("numbers", "integrated"), QT_TRANSLATE_NOOP("numbers", "occlusion"), QT_TRANSLATE_NOOP("numbers", "occluded"),
    QT_TRANSLATE_NOOP("numbers", "brought"), QT_TRANSLATE_NOOP("numbers", "gradient x stream"),
    QT_TRANSLATE_NOOP("numbers", "scores"), QT_TRANSLATE_NOOP("numbers", "jacobian"),
    QT_TRANSLATE_NOOP("numbers", "jacobian divided"), QT_TRANSLATE_NOOP("numbers", "jacobian plain"),
    QT_TRANSLATE_NOOP("numbers", "gradient scores"), QT_TRANSLATE_NOOP("numbers", "gradient q"),
    QT_TRANSLATE_NOOP("numbers", "gradient k"),
    QT_TRANSLATE_NOOP("numbers", "previous spread"), QT_TRANSLATE_NOOP("numbers", "induction"),
    QT_TRANSLATE_NOOP("numbers", "induction spread"), QT_TRANSLATE_NOOP("numbers", "first spread"),
    QT_TRANSLATE_NOOP("numbers", "entropy spread"), QT_TRANSLATE_NOOP("numbers", "distance spread"),
    QT_TRANSLATE_NOOP("numbers", "best"), QT_TRANSLATE_NOOP("numbers", "right"), QT_TRANSLATE_NOOP("numbers", "wrong"),
    QT_TRANSLATE_NOOP("numbers", "worst"), QT_TRANSLATE_NOOP("numbers", "right id"),
    QT_TRANSLATE_NOOP("numbers", "said id"), QT_TRANSLATE_NOOP("numbers", "log prob"),
    QT_TRANSLATE_NOOP("numbers", "logit difference"), QT_TRANSLATE_NOOP("numbers", "milliseconds low"),
    QT_TRANSLATE_NOOP("numbers", "milliseconds high")};

const QString wallId = QStringLiteral("wall"); // of the maps of all heads

/// The word as the list has it; null: not in it.
const char* listed(const QString& word)
{
    static const QHash<QString, const char*> all = [] {
        QHash<QString, const char*> list;
        for (const char* const one : words)
            list.insert(QLatin1String(one), one);
        return list;
    }();
    return all.value(QString(word).replace(QLatin1Char('_'), QLatin1Char(' ')), nullptr);
}

} // namespace

std::optional<QString> knownTableWord(const QString& word)
{
    const char* const known = listed(word);
    return known ? std::optional(QCoreApplication::translate("numbers", known)) : std::nullopt;
}

QString tableWord(const QString& word) { return knownTableWord(word).value_or(word); }

QString columnWord(const QString& column, bool hasWords)
{
    return hasWords && column == QLatin1String("norm") ? QCoreApplication::translate("numbers", "norm", "of a layer")
                                                       : tableWord(column);
}

QString partWord(const QString& part)
{
    static const std::pair<QString, QString> panels[] = {{QStringLiteral("A: "), QStringLiteral("A: ")},
        {QStringLiteral("B: "), QStringLiteral("B: ")}, {QStringLiteral("delta: "), QStringLiteral("B − A: ")}};
    for (const auto& [id, shown] : panels)
        if (part.startsWith(id))
            return shown + partWord(part.mid(id.size()));
    if (part == wallId || part.startsWith(wallId + QLatin1Char(' '))) // "wall L1 H0": the maps are not of one shape
        return QCoreApplication::translate("numbers", "all heads") + part.mid(wallId.size());
    if (const std::optional<QString> known = knownTableWord(part))
        return *known;
    const qsizetype last = part.lastIndexOf(QLatin1Char(' ')); // "query 3", "formula MHA"
    return last <= 0 ? part : partWord(part.left(last)) + part.mid(last);
}

} // namespace widgets
