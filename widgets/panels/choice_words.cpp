#include "widgets/panels/choice_words.h"

#include "core/files/library/training_runs.h"
#include "core/run/weights_choice.h"
#include "widgets/figure/choice_text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace widgets {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(ChoiceWords)
};

const QString kOwn = QStringLiteral("trained_or_keep");
const QString kKept = QStringLiteral("keep");

bool isWeights(const core::ChoiceKey& key) { return key.id == "weights"; }

/// Of the model opened and of the one whose weights run, without a step of a training.
QString openedName(const core::Setup& setup) { return QString::fromStdString(core::withoutStep(setup.model->name)); }
QString sourceName(const core::Setup& setup)
{
    const QString source = QString::fromStdString(core::withoutStep(setup.origin.model));
    return source.isEmpty() ? openedName(setup) : source;
}

/// The model whose weights were trained with the current choices; empty: none.
QString ownName(const ChoiceEditor& editor)
{
    try {
        return QString::fromStdString(core::withoutStep(core::trainedWith(editor.setup()->model, editor.said())));
    } catch (const core::Error&) { // what is said cannot run
        return {};
    }
}

/// The weights of the model opened run because they are kept, or what runs is not what they were trained with.
bool areKept(const ChoiceEditor& editor)
{
    const core::WeightsOrigin& origin = editor.setup()->origin;
    if (sourceName(*editor.setup()) != openedName(*editor.setup()))
        return false;
    return origin.how == core::WeightsOrigin::How::Kept || editor.said().value("weights") == core::Json("keep");
}

QString whyNotOwn(const ChoiceEditor& editor)
{
    if (!editor.setup()->model->trained)
        return Words::tr("Seeded, not trained.");
    return ownName(editor).isEmpty() ? Words::tr("No weights here were trained with these choices.") : QString();
}

/// "Rotary (RoPE)" in its parts; what has no brackets is before them.
struct LabelParts
{
    QString before, within;

    explicit LabelParts(const QString& label)
    {
        static const QRegularExpression brackets(QStringLiteral("^(.+?)\\s*[(（](.+)[)）]$"));
        const QRegularExpressionMatch match = brackets.match(label);
        before = match.hasMatch() ? match.captured(1) : label;
        within = match.captured(2);
    }

    bool has(const QString& word) const
    {
        return before.compare(word, Qt::CaseInsensitive) == 0 || within.compare(word, Qt::CaseInsensitive) == 0;
    }
    bool isAbbreviated() const
    {
        return std::any_of(within.begin() + std::min(1, int(within.size())), within.end(),
            [](QChar letter) { return letter.isUpper() || letter.isDigit(); });
    }
};

} // namespace

QStringList wordIds(const core::ChoiceKey& key)
{
    if (isWeights(key))
        return {kOwn, kKept};
    if (key.type == core::ChoiceType::Bool)
        return {QStringLiteral("false"), QStringLiteral("true")};
    QStringList ids;
    if (key.type == core::ChoiceType::Word)
        for (const std::string& word : key.words)
            ids << QString::fromStdString(word);
    return ids;
}

core::Json valueOfWord(const core::ChoiceKey& key, const QString& id)
{
    return key.type == core::ChoiceType::Bool ? core::Json(id == QLatin1String("true")) : core::Json(id.toStdString());
}

QString currentWord(const ChoiceEditor& editor, const core::ChoiceKey& key)
{
    if (isWeights(key))
        return !editor.setup() || !editor.setup()->model->trained ? QString() : areKept(editor) ? kKept : kOwn;
    if (editor.differsByLayer(key) && !editor.isOneLayer())
        return {};
    return QString::fromStdString(core::plainText(editor.value(key, editor.layerOf(key))));
}

QString ownWord(const ChoiceEditor& editor, const core::ChoiceKey& key)
{
    return !editor.isKnown() || isWeights(key) ? QString() : QString::fromStdString(core::plainText(editor.own(key)));
}

WordText wordText(const ChoiceEditor& editor, const core::ChoiceKey& key, const QString& id)
{
    if (isWeights(key)) {
        const core::SetupPtr& setup = editor.setup();
        const QString own = setup ? ownName(editor) : QString();
        if (id == kKept)
            return {setup ? Words::tr("kept: %1").arg(openedName(*setup)) : Words::tr("kept"),
                Words::tr("The weights of the opened model, whatever they were trained with")};
        if (own.isEmpty() && setup && sourceName(*setup) != openedName(*setup))
            return {Words::tr("nearest: %1").arg(sourceName(*setup)),
                Words::tr("The nearest trained weights: none were trained with these choices")};
        return {
            own.isEmpty() ? Words::tr("own") : Words::tr("own: %1").arg(own), Words::tr("Weights trained with these choices")};
    }
    if (key.type == core::ChoiceType::Bool)
        return {id == QLatin1String("true") ? Words::tr("yes") : Words::tr("no"), {}};
    const auto word = std::size_t(std::ranges::find(key.words, id.toStdString()) - key.words.begin());
    const auto in
        = [&](const std::vector<std::string>& texts) { return word < texts.size() ? coreText(texts[word]) : QString(); };
    const QString label = in(key.wordLabels);
    return {label.isEmpty() ? id : label, in(key.formulas)};
}

QString briefWord(const ChoiceEditor& editor, const core::ChoiceKey& key, const QString& id)
{
    const QString label = wordText(editor, key, id).label;
    const LabelParts own(label);
    for (const QString& word : own.isAbbreviated() ? QStringList{own.within, own.before} : QStringList{own.before, own.within}) {
        const bool isTaken = std::ranges::any_of(wordIds(key),
            [&](const QString& other) { return other != id && LabelParts(wordText(editor, key, other).label).has(word); });
        if (!word.isEmpty() && !isTaken)
            return word;
    }
    return label;
}

QString whyNotWord(const ChoiceEditor& editor, const core::ChoiceKey& key, const QString& id)
{
    if (const QString fixed = editor.whyFixed(key); !fixed.isEmpty())
        return fixed;
    if (id == currentWord(editor, key))
        return {};
    if (isWeights(key))
        return id == kOwn || !editor.setup()->model->trained ? whyNotOwn(editor) : QString();
    return editor.whyRefused(key, valueOfWord(key, id));
}

QString remarkOn(const ChoiceEditor& editor, const core::ChoiceKey& key)
{
    if (!isWeights(key) || !editor.canEdit())
        return {};
    const core::Setup& setup = *editor.setup();
    const core::WeightsOrigin& origin = setup.origin;
    if (origin.how == core::WeightsOrigin::How::Seeded)
        return Words::tr("Seeded, not trained.");
    const bool isOpened = sourceName(setup) == openedName(setup);
    if (origin.how == core::WeightsOrigin::How::Trained)
        return isOpened ? Words::tr("%1 was trained with these choices.").arg(openedName(setup))
                        : Words::tr("Running %1: trained separately, with these choices.").arg(sourceName(setup));
    return isOpened ? Words::tr("%1 was trained with other choices.").arg(openedName(setup))
                    : Words::tr("Running %1: the nearest one, trained with other choices.").arg(sourceName(setup));
}

} // namespace widgets
