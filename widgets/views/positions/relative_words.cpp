#include "widgets/views/positions/relative_words.h"

#include "widgets/figure/both_sides.h"
#include "widgets/figure/choice_text.h"
#include "widgets/figure/sentences.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

struct Positions
{
    Q_DECLARE_TR_FUNCTIONS(Positions)
};

const core::ScoreTerm* termOf(const core::RelativeTerms& terms, const char* name)
{
    const auto found = std::ranges::find(terms.terms, name, &core::ScoreTerm::name);
    return found == terms.terms.end() ? nullptr : &*found;
}

/// Mean over all pairs of the text of the size of a term: how much it moves scores.
double sizeOfTerm(const core::ScoreTerm& term)
{
    double sum = 0, pairs = 0;
    for (const core::DistanceSpread& at : term.byDistance) {
        sum += at.size * double(at.pairs);
        pairs += double(at.pairs);
    }
    return pairs > 0 ? sum / pairs : 0;
}

const core::DistanceSpread* atDistance(const core::ScoreTerm& term, core::Index distance)
{
    const auto found = std::ranges::find(term.byDistance, distance, &core::DistanceSpread::distance);
    return found == term.byDistance.end() ? nullptr : &*found;
}

QString headName(const RelativeRun& shown) { return headLabel(shown.place.layer, shown.place.head); }

/// T5 and ALiBi: the bias of each head is of the distance alone.
QString sentenceOfHeads(const RelativeRun& shown)
{
    const core::Matrix& bias = shown.terms->ofHeads;
    const core::Index far = bias.cols() - 1, head = std::min<core::Index>(shown.place.head, bias.rows() - 1);
    QString sentence = (shown.slot.isEmpty()
            ? Positions::tr("%1 adds %2 to the score of the token before and %3 to one %4 tokens back.")
            : Positions::tr("%1 adds %2 to the token before, %3 at distance %4.")) // the other has a line, too
                           .arg(headName(shown), formatDifference(double(bias(head, std::min<core::Index>(1, far)))),
                               formatDifference(double(bias(head, far))))
                           .arg(far);
    const core::Index last = lastRowFrom(*shown.terms);
    if (last > 0)
        sentence = joinedSentences({sentence,
            Positions::tr("From distance %1 on, all tokens share bucket %2.").arg(last).arg(counted(shown.terms->rowOf.back()))});
    return sentence;
}

/// A table whose row is chosen by the distance, met by the query.
QString sentenceOfClip(const RelativeRun& shown)
{
    const core::ScoreTerm* const term = termOf(*shown.terms, "bias");
    const core::Index clip = lastRowFrom(*shown.terms);
    if (!term)
        return {};
    const auto tokens = core::Index(term->byDistance.size());
    const core::DistanceSpread* const near = atDistance(*term, 1);
    QStringList sentences{
        Positions::tr("In %1 the term q·aᴷ adds %2 on average to the token before; |q·k| has a mean of "
                      "%3.")
            .arg(headName(shown), near ? formatDifference(near->mean) : QString(),
                formatNumber(sizeOfTerm(shown.terms->terms.front())))};
    if (clip > 0)
        sentences << (clip < tokens ? Positions::tr("From distance %1 on one row serves all: the clip.").arg(clip)
                                    : Positions::tr("This text of %1 tokens ends before the clip at %2.").arg(tokens).arg(clip));
    return joinedSentences(sentences);
}

/// Of tables alone: what they hold does not depend on the text.
QString sentenceOfTables(const RelativeRun& shown)
{
    const core::Index last = lastRowFrom(*shown.terms);
    return joinedSentences({whyNoPairs(shown),
        last > 0 ? Positions::tr("From distance %1 on, all tokens share one row.").arg(last) : QString()});
}

/// "q·k 3.60, u·k 3.20"; empty where the terms are not by pairs of tokens.
QString sizesOfTerms(const RelativeRun& shown)
{
    QStringList sizes;
    for (const core::ScoreTerm& term : shown.terms ? shown.terms->terms : std::vector<core::ScoreTerm>())
        sizes << Positions::tr("%1 %2").arg(termName(shown, term.name, true), formatNumber(sizeOfTerm(term)));
    return sizes.join(Positions::tr(", "));
}

/// Terms beside each other by their mean size.
QString sentenceOfTerms(const RelativeRun& shown)
{
    if (!shown.slot.isEmpty()) // the sizes of the other have room, too
        return Positions::tr("Mean |values| in %1: %2.").arg(headName(shown), sizesOfTerms(shown));
    QStringList sentences{
        Positions::tr("Mean |value| of the terms of a score in %1: %2.").arg(headName(shown), sizesOfTerms(shown))};
    if (const core::ScoreTerm* const alone = termOf(*shown.terms, "bias_wr")) {
        double width = 0;
        for (const core::DistanceSpread& at : alone->byDistance)
            width = std::max(width, at.width());
        if (width < 1e-4)
            sentences << Positions::tr("v·r has no band: it is of the distance alone. q·k and u·k are without the distance.");
    } else if (const core::Index last = lastRowFrom(*shown.terms); last > 0) {
        sentences << Positions::tr("From distance %1 on, all tokens share one row.").arg(last);
    }
    return joinedSentences(sentences);
}

QString sentenceOf(const RelativeRun& shown)
{
    if (!shown.terms)
        return shown.why;
    if (shown.terms->ofHeads.size() > 0)
        return sentenceOfHeads(shown);
    if (!shown.place.ofText)
        return sentenceOfTables(shown);
    return termOf(*shown.terms, "bias") ? sentenceOfClip(shown) : sentenceOfTerms(shown);
}

/// The numbers of B after the words of A, which say what they are.
QString numbersAfter(const RelativeRun& first, const RelativeRun& second)
{
    const QString whole = sentenceOf(second);
    const bool isListed = first.terms && second.terms && second.place.ofText && first.kind == second.kind && first.place.layer == second.place.layer
        && first.place.head == second.place.head && first.terms->ofHeads.size() == 0 && !termOf(*second.terms, "bias");
    return isListed && whole != sentenceOf(first) ? Positions::tr("%1.").arg(sizesOfTerms(second)) : whole;
}

} // namespace

QString termName(const RelativeRun& shown, const std::string& term, bool isShort)
{
    if (term == "scores_content")
        return isShort ? QStringLiteral("q·k") : Positions::tr("q·k: content with content (own scale)");
    if (term == "bias_qr")
        return isShort ? QStringLiteral("q·r") : Positions::tr("q·r: content with distance");
    if (term == "bias_u")
        return isShort ? QStringLiteral("u·k") : Positions::tr("u·k: every query alike");
    if (term == "bias_wr")
        return isShort ? QStringLiteral("v·r") : Positions::tr("v·r: distance alone");
    if (term == "bias_content_to_position")
        return isShort ? QStringLiteral("c2p") : Positions::tr("c2p: q · key of the distance");
    if (term == "bias_position_to_content")
        return isShort ? QStringLiteral("p2c") : Positions::tr("p2c: k · query of the distance");
    if (shown.kind == "shaw")
        return isShort ? QStringLiteral("q·aᴷ") : Positions::tr("q·aᴷ: query with distance");
    return isShort ? Positions::tr("bias") : Positions::tr("bias of the distance");
}

QString tableName(const std::string& table)
{
    if (table == "rel_k")
        return Positions::tr("aᴷ, added to keys");
    if (table == "rel_v")
        return Positions::tr("aⱽ, added to values");
    if (table == "r")
        return Positions::tr("r of each distance");
    return Positions::tr("u (elsewhere f), v (elsewhere g)");
}

QString relativeSubtitle(const FigureData& data)
{
    const std::vector<RelativeRun> runs = relativeRuns(data);
    QStringList kinds;
    bool isOfDistance = true, isOfTables = true; // all of them
    for (const RelativeRun& shown : runs) {
        kinds << shortKindName(shown.kind);
        isOfDistance &= shown.terms && shown.terms->ofHeads.size() > 0;
        isOfTables &= !whyNoPairs(shown).isEmpty();
    }
    kinds.removeDuplicates();
    const QString kind = kinds.join(Positions::tr(", "));
    if (isOfDistance)
        return Positions::tr("%1: the same for all tokens; key j is i − j before query i.").arg(kind);
    if (isOfTables)
        return Positions::tr("%1: what its weights hold for each distance, whatever the text is.").arg(kind);
    return Positions::tr("%1: after ÷√d; line: mean, band: all pairs of a distance.").arg(kind);
}

QString relativeCaption(const FigureData& data)
{
    const std::vector<RelativeRun> runs = relativeRuns(data);
    return runs.size() == 2 ? captionOfBoth(sentenceOf(runs[0]), numbersAfter(runs[0], runs[1]))
        : runs.empty()      ? QString()
                            : sentenceOf(runs[0]);
}

/// Of weights that were trained with other choices: with this kind, or with another.
static QString keptText(const QString& kind, const QString& own, const core::WeightsOrigin& origin)
{
    const auto position = std::ranges::find(origin.changed, std::string("position.kind"), &core::ChangedChoice::key);
    if (position == origin.changed.end()) {
        QStringList others;
        for (const core::ChangedChoice& change : origin.changed)
            others << choiceName(change.key);
        return Positions::tr("%1 by its sibling %2, whose training differs in %3; the model itself has %4.")
            .arg(kind, QString::fromStdString(origin.model), others.join(Positions::tr(", ")), own);
    }
    const QString trained = position->trainedWith.is_string()
        ? shortKindName(position->trainedWith.get<std::string>())
        : choiceTexts(position->key, position->trainedWith, position->runAs).first;
    return origin.seeded.empty()
        ? Positions::tr("%1 on weights trained with %2: no trained sibling.").arg(kind, trained)
        : Positions::tr("%1 on weights trained with %2, its tables random: no trained sibling.").arg(kind, trained);
}

std::vector<Caveat> relativeCaveats(const FigureData& data)
{
    std::vector<Caveat> all;
    for (const RelativeRun& shown : relativeRuns(data)) {
        if (shown.isOwn || !shown.terms)
            continue;
        const QString kind = shortKindName(shown.kind);
        const QString own = shortKindName(ownPositionKind(*shown.run, int(shown.place.layer)));
        const QString before = shown.slot.isEmpty() ? QString() : shown.slot + QStringLiteral(": ");
        const core::WeightsOrigin& origin = shown.terms->origin;
        using How = core::WeightsOrigin::How;
        if (origin.how == How::Trained)
            all.push_back({before
                + Positions::tr("%1 by its trained sibling %2; the model itself has %3.")
                      .arg(kind, QString::fromStdString(origin.model), own)});
        else if (origin.how == How::Kept)
            all.push_back({before + keptText(kind, own, origin), true});
        else
            all.push_back({before + Positions::tr("%1 on random weights; the model itself has %2.").arg(kind, own), true});
    }
    return all;
}

} // namespace widgets
