#include "widgets/views/shared/read_out.h"

#include "core/analysis/attention_part.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/token_groups.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {
struct ReadOut
{
    Q_DECLARE_TR_FUNCTIONS(ReadOut)
};
} // namespace

namespace {

/// "third", "11th", "22nd"; a language that counts with numbers alone gives those.
QString ordinal(int number)
{
    static constexpr const char* words[] = {QT_TRANSLATE_NOOP("ReadOut", "first"), QT_TRANSLATE_NOOP("ReadOut", "second"),
        QT_TRANSLATE_NOOP("ReadOut", "third"), QT_TRANSLATE_NOOP("ReadOut", "fourth"), QT_TRANSLATE_NOOP("ReadOut", "fifth"),
        QT_TRANSLATE_NOOP("ReadOut", "sixth"), QT_TRANSLATE_NOOP("ReadOut", "seventh"), QT_TRANSLATE_NOOP("ReadOut", "eighth"),
        QT_TRANSLATE_NOOP("ReadOut", "ninth"), QT_TRANSLATE_NOOP("ReadOut", "tenth")};
    if (number >= 1 && number <= int(std::size(words)))
        return ReadOut::tr(words[number - 1]);
    const bool isTeen = number % 100 >= 11 && number % 100 <= 13;
    switch (isTeen ? 0 : number % 10) {
    case 1:
        return ReadOut::tr("%1st").arg(number);
    case 2:
        return ReadOut::tr("%1nd").arg(number);
    case 3:
        return ReadOut::tr("%1rd").arg(number);
    default:
        return ReadOut::tr("%1th").arg(number);
    }
}

} // namespace

QString layerPlace(int layer, int layers)
{
    return layers == 1 ? layerLabel(layer)
                       : ReadOut::tr("L%1 (%2 of %3)").arg(counted(layer)).arg(ordinal(layer + 1)).arg(layers);
}

QString quotedToken(const core::Trace& trace, int position)
{
    if (position < 0 || std::size_t(position) >= streamTokens(trace).size())
        return QStringLiteral("?");
    return ReadOut::tr("“%1”").arg(visibleToken(tokenWord(trace, position)));
}

namespace {

/// The number of a pair of tokens in a tensor [head, query, key]; null outside it.
const float* pairIn(const core::Trace& trace, const std::string& tensor, const Selection& at)
{
    const core::Tensor* pairs = trace.find(tensor);
    const bool isInside = pairs && pairs->rank() == 3 && at.head >= 0 && at.head < pairs->dim(0) && at.query >= 0
        && at.query < pairs->dim(1) && at.key >= 0 && at.key < pairs->dim(2);
    return isInside ? pairs->data() + (at.head * pairs->dim(1) + at.query) * pairs->dim(2) + at.key : nullptr;
}

/// Of the tokens that the rows and columns of this part are.
QString tokenWords(const core::Trace& trace, const Selection& at, core::AttentionPart part = core::AttentionPart::Self)
{
    const auto quoted = [&](int position, bool isQuery) {
        const std::vector<std::string>& tokens = core::tokensOfPart(trace, part, isQuery);
        if (&tokens == &streamTokens(trace))
            return quotedToken(trace, position);
        return position < int(tokens.size())
            ? ReadOut::tr("“%1”").arg(visibleToken(tokenWord(tokens, position)))
            : QStringLiteral("?");
    };
    const QString query = ReadOut::tr("query %1 %2").arg(counted(at.query)).arg(quoted(at.query, true));
    return at.key < 0 ? query : ReadOut::tr("%1 → key %2 %3").arg(query).arg(counted(at.key)).arg(quoted(at.key, false));
}

/// What is looked at in a tensor whose rows or columns are tokens of the source.
QString sourceWords(const core::Trace& trace, const std::string& tensor, Selection at, const SourceTokens& source)
{
    const core::AttentionPart part = core::partOfName(tensor);
    const bool isOfEncoder = part == core::AttentionPart::Encoder;
    at.key = source.key;
    if (isOfEncoder)
        at.query = source.query;
    QStringList words{
        (isOfEncoder ? ReadOut::tr("encoder L%1 H%2") : ReadOut::tr("L%1 H%2")).arg(counted(at.layer)).arg(counted(at.head))};
    if (at.query >= 0)
        words << tokenWords(trace, at, part);
    if (const float* number = pairIn(trace, tensor, at); number && std::isfinite(*number))
        words << (tensor.ends_with("attn.pattern") ? ReadOut::tr("weight %1") : ReadOut::tr("score %1"))
                     .arg(formatNumber(double(*number)));
    return words.join(QStringLiteral(" · "));
}

} // namespace

QString maskedWords(const core::Trace& trace, const Selection& selection, const std::string& scores)
{
    Selection at = selection;
    at.head = std::max(0, at.head); // a mask is that of every head
    const std::string name = scores.empty() ? core::blockName(selection.layer, "attn.scores") : scores;
    const float *const score = pairIn(trace, name, at), *const weight = pairIn(trace, patternOf(name), at);
    if (!score || !(std::isinf(*score) && *score < 0) || (weight && *weight != 0.f)) // an intervention lets it look
        return {};
    const bool isLater = core::partOfName(scores) != core::AttentionPart::Cross && selection.key > selection.query;
    return isLater ? ReadOut::tr("masked: a later token") : ReadOut::tr("masked");
}

QString readOut(const RunPtr& run, const Selection& selection, const QString& tensor, const SourceTokens& source)
{
    if (!run)
        return {};
    const core::Trace& trace = *run->trace;
    const std::string name = tensor.isEmpty() ? core::blockName(selection.layer, "attn.pattern") : tensor.toStdString();
    if (core::partOfName(name) != core::AttentionPart::Self)
        return sourceWords(trace, name, selection, source);
    const core::Tensor* shown = trace.find(name);
    const auto hasAxis
        = [&](const char* axis) { return !shown || std::ranges::find(shown->axes(), axis) != shown->axes().end(); };
    QStringList parts;
    if (selection.head >= 0 && (hasAxis(core::axis::head) || hasAxis(core::axis::kvHead)))
        parts << ReadOut::tr("L%1 H%2").arg(counted(selection.layer)).arg(counted(selection.head));
    else if (name.starts_with("blocks."))
        parts << ReadOut::tr("L%1").arg(counted(selection.layer));
    if (!hasAxis(core::axis::key)) {
        if (selection.query >= 0)
            parts << ReadOut::tr("token %1 %2").arg(counted(selection.query)).arg(quotedToken(trace, selection.query));
        return parts.join(QStringLiteral(" · "));
    }
    if (selection.query >= 0)
        parts << tokenWords(trace, selection);
    const bool isWeight = name.ends_with("attn.pattern");
    const bool isBeforeMask = !isWeight && !name.ends_with("attn.scores");
    const QString masked = isBeforeMask ? QString() : maskedWords(trace, selection);
    if (const float* number = pairIn(trace, name, selection); !masked.isEmpty())
        parts << masked;
    else if (number)
        parts << (isWeight                    ? ReadOut::tr("weight %1")
                : name.ends_with("attn.bias") ? ReadOut::tr("bias %1")
                                              : ReadOut::tr("score %1"))
                     .arg(formatNumber(double(*number)));
    return parts.join(QStringLiteral(" · "));
}

} // namespace widgets
