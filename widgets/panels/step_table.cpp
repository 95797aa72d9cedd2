#include "widgets/panels/step_table.h"

#include "widgets/run/tensor_place.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <set>

namespace widgets {

namespace {

struct Steps
{
    Q_DECLARE_TR_FUNCTIONS(Steps)
};

struct Row
{
    const char* rest;     // of the name, after the block; '*' at its front or end stands for anything
    const char* label;
    const char* sentence;
};

constexpr Row rows[] = {
    {"embed", QT_TRANSLATE_NOOP("Steps", "embedding"),
        QT_TRANSLATE_NOOP("Steps", "Each token becomes a vector: the row of the embedding matrix at its id.")},
    {"pos_embed", QT_TRANSLATE_NOOP("Steps", "positions"),
        QT_TRANSLATE_NOOP("Steps", "Each position has a vector of its own, which is added to that of the token.")},
    {"token_type_embed", QT_TRANSLATE_NOOP("Steps", "token types"),
        QT_TRANSLATE_NOOP("Steps", "A vector for the part of the text that a token belongs to.")},
    {"resid_pre", QT_TRANSLATE_NOOP("Steps", "stream"),
        QT_TRANSLATE_NOOP("Steps", "What enters the block: the sum of everything written so far.")},
    {"*.mean", QT_TRANSLATE_NOOP("Steps", "mean"), QT_TRANSLATE_NOOP("Steps", "The norm computes the mean, to subtract it.")},
    {"*.scale", QT_TRANSLATE_NOOP("Steps", "scale"), QT_TRANSLATE_NOOP("Steps", "The norm measures how large the numbers are.")},
    {"*.normalized", QT_TRANSLATE_NOOP("Steps", "normalise"),
        QT_TRANSLATE_NOOP("Steps", "Divided by that scale, all vectors have one size.")},
    {"ln_final.out", QT_TRANSLATE_NOOP("Steps", "final norm"),
        QT_TRANSLATE_NOOP("Steps", "The last norm: its gain is applied, and the output head reads the result.")},
    {"ln*.out", QT_TRANSLATE_NOOP("Steps", "gain"),
        QT_TRANSLATE_NOOP("Steps", "Each dimension is multiplied by its learned gain; what follows reads this.")},
    {"attn.c_q", QT_TRANSLATE_NOOP("Steps", "compress q"),
        QT_TRANSLATE_NOOP("Steps", "The queries are compressed to a narrow vector.")},
    {"attn.c_kv", QT_TRANSLATE_NOOP("Steps", "compress k, v"),
        QT_TRANSLATE_NOOP("Steps", "Keys and values of all heads come from this one narrow vector.")},
    {"attn.q", QT_TRANSLATE_NOOP("Steps", "queries"),
        QT_TRANSLATE_NOOP("Steps", "Each head asks: what does this token look for?")},
    {"attn.k", QT_TRANSLATE_NOOP("Steps", "keys"), QT_TRANSLATE_NOOP("Steps", "Each head labels: how can this token be found?")},
    {"attn.v", QT_TRANSLATE_NOOP("Steps", "values"),
        QT_TRANSLATE_NOOP("Steps", "Each head offers: what does this token pass on when attended to?")},
    {"attn.*_normed", QT_TRANSLATE_NOOP("Steps", "QK-norm"),
        QT_TRANSLATE_NOOP("Steps", "Queries and keys are normalised, so that no score grows without bound.")},
    {"attn.rot_*", QT_TRANSLATE_NOOP("Steps", "rotate"),
        QT_TRANSLATE_NOOP("Steps", "Pairs of dimensions are turned by an angle that grows with the position.")},
    {"attn.k_rope", QT_TRANSLATE_NOOP("Steps", "rotate"),
        QT_TRANSLATE_NOOP("Steps", "Pairs of dimensions are turned by an angle that grows with the position.")},
    {"attn.scores_content", QT_TRANSLATE_NOOP("Steps", "QKᵀ · scale"),
        QT_TRANSLATE_NOOP("Steps", "Every query meets every key: their product says how well they match.")},
    {"attn.scores_*", QT_TRANSLATE_NOOP("Steps", "part of the score"),
        QT_TRANSLATE_NOOP("Steps", "The parts of the score from content and from positions.")},
    {"attn.bias*", QT_TRANSLATE_NOOP("Steps", "bias"),
        QT_TRANSLATE_NOOP("Steps", "The distance of query and key adds a bias to the score.")},
    {"attn.scores", QT_TRANSLATE_NOOP("Steps", "mask"), QT_TRANSLATE_NOOP("Steps", "What a query may not see gets the score −∞.")},
    {"attn.pattern", QT_TRANSLATE_NOOP("Steps", "softmax"),
        QT_TRANSLATE_NOOP("Steps", "Each row of scores becomes weights that add up to 1.")},
    {"attn.sink_weight", QT_TRANSLATE_NOOP("Steps", "sink"),
        QT_TRANSLATE_NOOP("Steps", "The weight that goes to no token at all.")},
    {"attn.z", QT_TRANSLATE_NOOP("Steps", "· V"), QT_TRANSLATE_NOOP("Steps", "Each head mixes the values by its weights.")},
    {"attn.out", QT_TRANSLATE_NOOP("Steps", "W^O"),
        QT_TRANSLATE_NOOP("Steps", "The heads are concatenated and projected back to the stream's width.")},
    {"*attn_out", QT_TRANSLATE_NOOP("Steps", "attention"), QT_TRANSLATE_NOOP("Steps", "What the attention adds to the stream.")},
    {"mixer*", QT_TRANSLATE_NOOP("Steps", "mixer"), QT_TRANSLATE_NOOP("Steps", "Tokens exchange information without attention.")},
    {"resid_*_sum", QT_TRANSLATE_NOOP("Steps", "add"),
        QT_TRANSLATE_NOOP("Steps", "The branch is added to the stream; a norm on the stream follows.")},
    {"resid_mid*", QT_TRANSLATE_NOOP("Steps", "add attention"),
        QT_TRANSLATE_NOOP("Steps", "The stream goes on with what the attention has written.")},
    {"resid_post", QT_TRANSLATE_NOOP("Steps", "add feed-forward"), QT_TRANSLATE_NOOP("Steps", "The stream leaves the block.")},
    {"mlp.pre", QT_TRANSLATE_NOOP("Steps", "up"),
        QT_TRANSLATE_NOOP("Steps", "Each token by itself: its vector is expanded to many neurons.")},
    {"mlp.pre_linear", QT_TRANSLATE_NOOP("Steps", "up, ungated"),
        QT_TRANSLATE_NOOP("Steps", "A second projection, which the first gates.")},
    {"mlp.post", QT_TRANSLATE_NOOP("Steps", "activation"),
        QT_TRANSLATE_NOOP("Steps", "Neurons that respond stay, the others fall close to 0.")},
    {"mlp.router*", QT_TRANSLATE_NOOP("Steps", "router"),
        QT_TRANSLATE_NOOP("Steps", "A small matrix scores the experts for each token.")},
    {"mlp.gates", QT_TRANSLATE_NOOP("Steps", "gates"),
        QT_TRANSLATE_NOOP("Steps", "Only the top k experts of each token run, with these weights.")},
    {"mlp.dropped", QT_TRANSLATE_NOOP("Steps", "dropped"), QT_TRANSLATE_NOOP("Steps", "Tokens whose expert was already full.")},
    {"mlp.experts.*", QT_TRANSLATE_NOOP("Steps", "expert"),
        QT_TRANSLATE_NOOP("Steps", "One expert works on the tokens routed to it.")},
    {"mlp.shared.*", QT_TRANSLATE_NOOP("Steps", "shared expert"),
        QT_TRANSLATE_NOOP("Steps", "An expert that every token goes to.")},
    {"mlp.out", QT_TRANSLATE_NOOP("Steps", "down"),
        QT_TRANSLATE_NOOP("Steps", "The neurons are projected back to the stream's width.")},
    {"mlp_out", QT_TRANSLATE_NOOP("Steps", "feed-forward"),
        QT_TRANSLATE_NOOP("Steps", "What the feed-forward adds to the stream.")},
    {"head.*", QT_TRANSLATE_NOOP("Steps", "head"),
        QT_TRANSLATE_NOOP("Steps", "The output head prepares the vectors for the vocabulary.")},
    {"logits", QT_TRANSLATE_NOOP("Steps", "logits"),
        QT_TRANSLATE_NOOP("Steps", "Every token of the vocabulary gets a number: how likely it comes next.")},
    {"log_z", QT_TRANSLATE_NOOP("Steps", "log Σ e^logit"),
        QT_TRANSLATE_NOOP("Steps", "Subtracted from the logits, it gives log probabilities.")},
};

/// "attn.rot_q" of "encoder.blocks.3.attn.rot_q"; cross-attention is told like attention.
QString restOf(QString tensor)
{
    if (tensor.startsWith(QLatin1String("encoder.")))
        tensor.remove(0, 8);
    QString rest = splitName(tensor).second;
    return rest.startsWith(QLatin1String("cross_attn.")) ? rest.mid(6) : rest;
}

bool matches(const QString& pattern, const QString& rest)
{
    const qsizetype star = pattern.indexOf(QLatin1Char('*'));
    return star < 0
        ? pattern == rest
        : rest.size() >= pattern.size() - 1 && rest.startsWith(pattern.left(star)) && rest.endsWith(pattern.mid(star + 1));
}

const Row* rowOf(const QString& tensor)
{
    const QString rest = restOf(tensor);
    const auto found = std::find_if(
        std::begin(rows), std::end(rows), [&](const Row& row) { return matches(QString::fromLatin1(row.rest), rest); });
    return found == std::end(rows) ? nullptr : &*found;
}

} // namespace

std::vector<PassStep> passSteps(const core::Trace& trace)
{
    std::vector<PassStep> steps;
    std::set<const float*> seen;
    bool isAfter = false;
    const int last = std::max(0, int(trace.layers()) - 1);
    for (const core::TraceEntry& entry : trace.entries()) {
        if (!seen.insert(entry.tensor.data()).second)
            continue;
        const QString name = QString::fromStdString(entry.name());
        const int block = splitName(name).first;
        isAfter = isAfter || block >= 0;
        steps.push_back({name, block >= 0 ? block : isAfter ? last : 0, block});
    }
    return steps;
}

QString stepLabel(const QString& tensor)
{
    const Row* row = rowOf(tensor);
    return row ? Steps::tr(row->label) : restOf(tensor);
}

QString stepSentence(const QString& tensor)
{
    const Row* row = rowOf(tensor);
    return row ? Steps::tr(row->sentence) : QString();
}

} // namespace widgets
