#include "widgets/views/embeddings/sum_words.h"

#include "widgets/figure/fairness.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/theme.h"
#include "widgets/views/embeddings/numbers.h"
#include "widgets/views/embeddings/pictures.h"

namespace widgets {

namespace {

QString length(const core::Tensor& tensor, int position) { return formatNumber(core::rowLengths(tensor)[std::size_t(position)]); }

/// The mean over tokens of how long the position's vector is beside that of the token; NaN where one has no length.
double shareOfPosition(const core::InputVectors& input)
{
    const std::vector<double> tokens = core::rowLengths(input.start()), positions = core::rowLengths(input.position);
    double sum = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i)
        sum += positions[i] / tokens[i];
    return sum / double(tokens.size());
}

QString deltaCaption(const FigureData& data)
{
    const core::Matrix a = core::inputVectors(*data.a->trace)->entering.matrix(),
                       b = core::inputVectors(*data.b->trace)->entering.matrix();
    core::Index at = 0;
    const double most = double((b - a).rowwise().norm().maxCoeff(&at));
    if (most == 0)
        return Embeddings::tr("What enters block %1 is the same in A and in B.").arg(counted(0));
    return Embeddings::tr("What enters block %5 differs most for %1: by a vector of length %2, where A's has %3 and B's %4.")
        .arg(tokenAtPlace(*data.a, int(at)), formatNumber(most), formatNumber(double(a.row(at).norm())),
            formatNumber(double(b.row(at).norm())), countedText(0));
}

} // namespace

QString whyNoSum(const FigureData& data)
{
    if (data.side != Side::Delta)
        return {};
    if (QString reason = whyNoInput(ofSide(data, Side::B)); !reason.isEmpty())
        return reason;
    const std::vector<InputPart> a = inputParts(*data.a), b = inputParts(*data.b);
    if (a.front().grid.rows != b.front().grid.rows)
        return {}; // said for every figure
    if (a.front().grid.columns != b.front().grid.columns || a.back().grid.columns != b.back().grid.columns)
        return Embeddings::tr("The vectors of A and B are not of the same width. Look at A | B.");
    if (!sharesWeights(data))
        return Embeddings::tr("A and B were trained separately: dimension 1 of the one is not dimension 1 of the other, so a "
                              "difference by dimension would mean nothing. Look at A | B.");
    return {};
}

QString sumSubtitle(const FigureData& data)
{
    const std::vector<InputPart> parts = inputParts(*shownRun(data));
    QStringList sentences{Embeddings::tr("A row is a token's vector of %n number(s).", nullptr, int(parts.front().grid.columns))};
    if (parts.size() > 2)
        sentences << Embeddings::tr("The addends share one scale: cells at one place add up.");
    return joinedSentences(sentences);
}

QString sumCaption(const FigureData& data)
{
    if (data.side == Side::Delta)
        return deltaCaption(data);
    const RunResult& run = *shownRun(data);
    const core::InputVectors input = *core::inputVectors(*run.trace);
    const int position = shownPosition(run, data.selection);
    const QString token = tokenAtPlace(run, position), own = length(input.token, position);
    QStringList sentences;
    if (input.position) {
        const core::Matrix sum = input.sum();
        const QString start = length(input.start(), position), place = length(input.position, position),
                      all = formatNumber(double(sum.row(position).norm()));
        sentences << (input.type
                ? Embeddings::tr("%1: the vector of the token has length %2, that of the position %3, that of the "
                                 "token type %4; their sum has %5.")
                      .arg(token, start, place, length(input.type, position), all)
                : Embeddings::tr("%1: the vector of the token has length %2, that of the position %3, their sum %4.")
                      .arg(token, start, place, all));
        if (input.token.rows() > 1)
            sentences << Embeddings::tr("Over all tokens the position is on average %1 as long as the token.")
                             .arg(formatPercent(shareOfPosition(input)));
    } else {
        sentences << (input.isPlain() ? Embeddings::tr("%1: the vector of the token has length %2 and enters block %3 as it is.")
                                            .arg(token, own, countedText(0))
                : input.type ? Embeddings::tr("%1: the vector of the token has length %2, that of the token type %3.")
                                   .arg(token, own, length(input.type, position))
                             : Embeddings::tr("%1: the vector of the token has length %2.").arg(token, own));
    }
    if (input.end == core::InputEnd::Normed)
        sentences
            << Embeddings::tr("%1 makes it a vector of length %2.").arg(embeddingNormName(run), length(input.entering, position));
    else if (input.end == core::InputEnd::Projected)
        sentences << Embeddings::tr("A matrix projects its %1 numbers to the stream's %2.")
                         .arg(input.token.columns())
                         .arg(input.entering.columns());
    else if (input.end == core::InputEnd::Unknown)
        sentences << Embeddings::tr("What enters block %2 is another vector, of length %1: what changed it was not recorded.")
                         .arg(length(input.entering, position), countedText(0));
    if (!input.position) // first, for a page that has room for one sentence
        sentences.prepend(positionElsewhere(run));
    return joinedSentences(sentences);
}

QString sumTable(const FigureData& data)
{
    QString text = QStringLiteral("tensor,position,dimension,value\n");
    for (const InputPart& part : inputParts(*shownRun(data)))
        for (core::Index row = 0; row < part.grid.rows; ++row)
            for (core::Index column = 0; column < part.grid.columns; ++column)
                text += QStringLiteral("%1,%2,%3,%4\n")
                            .arg(QString::fromStdString(part.name))
                            .arg(row)
                            .arg(column)
                            .arg(exactText(part.grid.at(row, column)));
    return text;
}

} // namespace widgets
