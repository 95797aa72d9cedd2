#include "widgets/figure/fairness.h"

#include "core/analysis/run_change.h"
#include "core/base/error.h"
#include "core/files/library/atlas.h"
#include "core/files/library/training_runs.h"
#include "widgets/figure/choice_text.h"
#include "widgets/figure/intervention_text.h"
#include "widgets/plot/short_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QStringList>

#include <algorithm>
#include <map>
#include <span>
#include <tuple>

namespace widgets {

namespace {

struct FairnessText
{
    Q_DECLARE_TR_FUNCTIONS(Fairness)
};

struct Heading
{
    Q_DECLARE_TR_FUNCTIONS(Compose)
};

constexpr const char* architecture[] = {"norm.kind", "norm.placement", "position.kind", "feed_forward.kind", "activation.kind"};

std::map<std::string, core::Json> choicesOf(const RunResult& run)
{
    if (!run.trace->choices.is_object())
        return {};
    return core::Choices::fromJson(run.trace->choices).all();
}

/// Keys with another value on the other side; of keys that only one of them has, the family says it.
std::vector<DifferentChoice> differingChoices(const RunResult& a, const RunResult& b)
{
    const std::map<std::string, core::Json> first = choicesOf(a), second = choicesOf(b);
    std::vector<DifferentChoice> families, parameters;
    for (const core::ChoiceKey& key : core::choiceKeys()) {
        const auto x = first.find(key.id), y = second.find(key.id);
        if (x == first.end() || y == second.end() || x->second == y->second || key.id == "weights")
            continue;
        (key.ofKey.empty() && key.type == core::ChoiceType::Word ? families : parameters)
            .push_back({key.id, x->second, y->second});
    }
    families.insert(families.end(), parameters.begin(), parameters.end());
    return families;
}

QString modelName(const RunResult& run)
{
    return QFileInfo(QDir::cleanPath(QString::fromStdString(run.trace->model))).fileName();
}

constexpr qsizetype maxText = 24, maxWord = 12; // letters of a name

QString joinedTokens(std::span<const std::string> tokens)
{
    QString text;
    for (const std::string& token : tokens)
        text += QString::fromStdString(token);
    return text;
}

/// The first word and what is just before the end, with as many letters as there is room for.
QString cutInMiddle(const QString& text, qsizetype letters)
{
    if (text.size() <= letters)
        return text;
    const qsizetype word = text.indexOf(QLatin1Char(' ')), start = word > 0 && 2 * word < letters ? word + 1 : 0;
    return text.left(start) + cutAtStart(text.mid(start), letters - start - 1);
}

/// A text whose tokens are those of another but for some in its middle: these are marked, and stay where the rest is cut.
QString markedText(std::span<const std::string> tokens, std::size_t same, std::size_t sameAtEnd)
{
    const std::span<const std::string> other = tokens.subspan(same, tokens.size() - same - sameAtEnd);
    if (same + sameAtEnd == 0 || other.empty())
        return cutAtEnd(joinedTokens(tokens).simplified(), maxText);
    const QString word = joinedTokens(other);
    const QString marked = QStringLiteral("‹%1›").arg(cutAtEnd(word.trimmed(), maxWord));
    QString before = joinedTokens(tokens.first(same)).simplified(), after = joinedTokens(tokens.last(sameAtEnd));
    const bool hasSpace = !before.isEmpty() && (word.startsWith(QLatin1Char(' ')) || before.endsWith(QLatin1Char(' ')));
    const bool isSpaceAfter = after.startsWith(QLatin1Char(' '));
    after = after.simplified();
    const qsizetype room = maxText - marked.size() - (hasSpace ? 1 : 0) - (isSpaceAfter ? 1 : 0);
    after = cutAtEnd(after, std::max(room / 2, room - before.size()));
    before = cutInMiddle(before, room - after.size());
    return before + (hasSpace ? QStringLiteral(" ") : QString()) + marked
        + (isSpaceAfter && !after.isEmpty() ? QStringLiteral(" ") : QString()) + after;
}

/// The texts of both runs in few letters, with what tells them apart.
std::pair<QString, QString> shortTexts(const FigureData& data)
{
    const std::vector<std::string>&a = streamTokens(*data.a->trace), &b = streamTokens(*data.b->trace);
    const std::size_t shorter = std::min(a.size(), b.size());
    std::size_t same = 0, sameAtEnd = 0;
    while (same < shorter && a[same] == b[same])
        ++same;
    while (sameAtEnd < shorter - same && a[a.size() - 1 - sameAtEnd] == b[b.size() - 1 - sameAtEnd])
        ++sameAtEnd;
    return {markedText(a, same, sameAtEnd), markedText(b, same, sameAtEnd)};
}

/// Tensors that are the same in both; and whether a matrix is among them: vectors of ones are the same everywhere.
/// REQUIRES: both runs know their weights.
std::pair<int, bool> sharedTensors(const FigureData& data)
{
    int count = 0;
    bool isMatrixAmongThem = false;
    for (const core::WeightSpec& spec : data.a->setup->specs) {
        const core::WeightPtr mine = data.a->setup->weights.share(spec.name);
        if (!mine || mine != data.b->setup->weights.share(spec.name))
            continue;
        ++count;
        isMatrixAmongThem |= spec.shape.size() > 1;
    }
    return {count, isMatrixAmongThem};
}

bool isOneTraining(const FigureData& data)
{
    const std::string &a = data.a->trace->model, &b = data.b->trace->model;
    return a != b && core::withoutStep(a) == core::withoutStep(b);
}

bool areIntervenedApart(const FigureData& data) { return data.a->trace->interventions != data.b->trace->interventions; }

/// What was changed on the way of a run.
QString stateName(const RunResult& run)
{
    const QString changed = interventionsText(run.trace->interventions);
    return changed.isEmpty() ? FairnessText::tr("untouched") : changed;
}

/// The decoder of the atlas that a run has the choices of, whatever its sizes, where a lecture calls it by a name of its own.
QString architectureName(const RunResult& run)
{
    static constexpr std::pair<const char*, const char*> named[]
        = {{"transformer-base", QT_TRANSLATE_NOOP("Fairness", "2017")}, {"llama-7b", QT_TRANSLATE_NOOP("Fairness", "LLaMA")}};
    const std::map<std::string, core::Json> choices = choicesOf(run);
    const auto hasChoicesOf = [&](const core::AtlasModel& model) {
        return std::ranges::all_of(architecture, [&](const char* key) {
            const auto mine = choices.find(key);
            return mine != choices.end() && mine->second == model.choices.value(key);
        });
    };
    try {
        for (const auto& [id, name] : named)
            if (const core::AtlasModel* const model = core::findAtlasModel(id); model && hasChoicesOf(*model))
                return FairnessText::tr(name);
    } catch (const core::Error&) { // no atlas: no names
    }
    return {};
}

} // namespace

bool sharesWeights(const FigureData& data) { return data.a->setup && data.b->setup && sharedTensors(data).second; }

Fairness fairnessOf(const FigureData& data)
{
    const RunResult& a = *data.a;
    const RunResult& b = *data.b;
    Fairness fairness;
    fairness.sameIds = core::readTheSame(*a.trace, *b.trace);
    fairness.sameSeed = a.trace->seed == b.trace->seed;
    fairness.differs = differingChoices(a, b);
    fairness.areKnown = a.setup && b.setup;
    if (!fairness.areKnown)
        return fairness;
    std::tie(fairness.shared, fairness.sharesWeights) = sharedTensors(data);
    fairness.tensors = int(std::max(a.setup->specs.size(), b.setup->specs.size()));
    return fairness;
}

QString fairnessText(const FigureData& data, const Fairness& fairness)
{
    QStringList parts;
    const std::size_t first = streamTokens(*data.a->trace).size(), second = streamTokens(*data.b->trace).size();
    parts << (fairness.sameIds ? FairnessText::tr("same %n token(s)", nullptr, int(first))
            : first == second  ? FairnessText::tr("other tokens, %n of each", nullptr, int(first))
                               : FairnessText::tr("%1 tokens against %2").arg(first).arg(second));
    if (fairness.areKnown && fairness.sharesWeights) {
        parts << FairnessText::tr("%1 of %2 weight tensors shared").arg(fairness.shared).arg(fairness.tensors);
        const bool anySeeded = !data.a->setup->model->trained || !data.a->setup->origin.seeded.empty();
        if (anySeeded && fairness.sameSeed)
            parts << FairnessText::tr("same seed %1").arg(data.a->trace->seed);
    } else if (fairness.areKnown) {
        parts << (isOneTraining(data) ? FairnessText::tr("two steps of one training")
                                      : FairnessText::tr("trained separately: no weight is shared"));
    }
    if (!fairness.differs.empty()) {
        QStringList names;
        for (std::size_t i = 0; i < std::min<std::size_t>(3, fairness.differs.size()); ++i)
            names << choiceName(fairness.differs[i].key);
        QString list = names.join(FairnessText::tr(", "));
        if (fairness.differs.size() > 3)
            list = FairnessText::tr("%1 and %2 more").arg(list).arg(fairness.differs.size() - 3);
        parts << FairnessText::tr("differs: %1").arg(list);
    } else if (fairness.sameIds && modelName(*data.a) == modelName(*data.b) && !areIntervenedApart(data)) {
        const bool isSame = fairness.areKnown && fairness.shared == fairness.tensors;
        parts << (isSame ? FairnessText::tr("A and B are identical") : FairnessText::tr("no choice differs"));
    }
    if (areIntervenedApart(data))
        parts << FairnessText::tr("differs: interventions");
    return parts.join(QStringLiteral(" · "));
}

QString ownMark(const FigureData& data, bool isB)
{
    return !data.b ? QStringLiteral("✓") : isB ? QStringLiteral("B") : QStringLiteral("A");
}

std::pair<QString, QString> slotNames(const FigureData& data, const Fairness& fairness)
{
    // Two models differ in many choices, of which none is what they are.
    if (const QString a = modelName(*data.a), b = modelName(*data.b); a != b)
        return {a, b};
    if (fairness.differs.size() >= std::size(architecture)) // in so many choices that they have names
        if (const QString a = architectureName(*data.a), b = architectureName(*data.b); !a.isEmpty() && !b.isEmpty() && a != b)
            return {a, b};
    if (!fairness.differs.empty()) {
        const DifferentChoice& first = fairness.differs.front();
        return choiceTexts(first.key, first.a, first.b);
    }
    if (fairness.sameIds && areIntervenedApart(data))
        return {stateName(*data.a), stateName(*data.b)};
    if (!fairness.sameIds) {
        const auto [a, b] = shortTexts(data);
        return {FairnessText::tr("“%1”").arg(a), FairnessText::tr("“%1”").arg(b)};
    }
    return {};
}

QString sideHeading(const std::pair<QString, QString>& names, Side side)
{
    const auto& [a, b] = names;
    switch (side) {
    case Side::A:
        return a.isEmpty() ? QStringLiteral("● A") : Heading::tr("● A: %1").arg(a);
    case Side::B:
        return b.isEmpty() ? QStringLiteral("◆ B") : Heading::tr("◆ B: %1").arg(b);
    case Side::Delta:
        return QStringLiteral("Δ = B − A");
    case Side::Both:
        return a.isEmpty() ? Heading::tr("● A and ◆ B") : Heading::tr("● A: %1, ◆ B: %2").arg(a, b);
    }
    return {};
}

} // namespace widgets
