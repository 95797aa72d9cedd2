#include "widgets/panels/intervention_menu.h"

#include "core/experiments/text_set.h"
#include "widgets/controls/menu_text.h"
#include "widgets/figure/intervention_text.h"
#include "widgets/figure/text_set_words.h"
#include "widgets/panels/attention_painting.h"
#include "widgets/panels/intervention_directions.h"
#include "widgets/plot/counting.h"
#include "widgets/views/shared/read_out.h"

#include <QCoreApplication>
#include <QMenu>

#include <algorithm>

namespace widgets {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(InterventionMenu)
};

/// The list with one operation, and the numbers that it takes, for every change of a place; empty where a run lacks them.
std::vector<core::Intervention> withOperation(const InterventionPlace& place, core::InterventionOp op,
    const std::function<std::optional<core::InterventionValue>(const core::Intervention&)>& valueOf)
{
    std::vector<core::Intervention> list = place.changes;
    for (core::Intervention& one : list) {
        one.op = op;
        if (!valueOf)
            continue;
        const std::optional<core::InterventionValue> value = valueOf(one);
        if (!value)
            return {};
        one.value = *value;
    }
    return list;
}

class Filler
{
public:
    Filler(const InterventionPlace& place, const PointedRuns& runs, const InterventionChosen& chosen, QMenu& menu)
        : m_place(place)
        , m_runs(runs)
        , m_chosen(chosen)
        , m_menu(menu)
    {
    }

    void fill() const
    {
        using Op = core::InterventionOp;
        const auto number = [](float value) {
            return [value](const core::Intervention&) { return std::optional(core::InterventionValue{{}, {value}}); };
        };
        add("zero", Words::tr("&Zero"), {}, withOperation(m_place, Op::Zero, {}), Lacks::Nothing);
        addMean();
        addTexts();
        addOther();
        addOtherText();
        const std::optional<core::InterventionValue> now = numbersOf(*m_runs.run, m_place.changes.front());
        const float start = now && now->numbers.size() == 1 ? now->numbers.front() : 0.f;
        add("set", Words::tr("&Set…"), {}, withOperation(m_place, Op::Set, number(start)), Lacks::Number);
        add("scale", Words::tr("S&cale…"), {}, withOperation(m_place, Op::Scale, number(1)), Lacks::Number);
        addDirections(m_menu, m_place, m_runs, m_chosen);
    }

private:
    /// Greyed with the reason where there is one, else with no list to choose.
    void add(
        const char* name, const QString& text, const QString& reason, std::vector<core::Intervention> list, Lacks lacks) const
    {
        connect(*m_menu.addAction(text), name, reason, std::move(list), lacks);
    }

    void connect(
        QAction& action, const char* name, const QString& reason, std::vector<core::Intervention> list, Lacks lacks) const
    {
        action.setObjectName(QString::fromLatin1(name));
        action.setEnabled(!list.empty());
        action.setToolTip(reason);
        QObject::connect(
            &action, &QAction::triggered, &m_menu, [list = std::move(list), lacks, chosen = m_chosen] { chosen(list, lacks); });
    }

    /// Of a place of one token the mean is a number of the run; of one of more tokens the pass takes it.
    void addMean() const
    {
        const bool isOfOne = tokensOf(*m_runs.run, m_place.changes.front()) == 1;
        std::vector<core::Intervention> list;
        if (isOfOne)
            list = withOperation(
                m_place, core::InterventionOp::Set, [&](const core::Intervention& one) { return meanOf(*m_runs.run, one); });
        else if (tokensOf(*m_runs.run, m_place.changes.front()) > 1)
            list = withOperation(m_place, core::InterventionOp::Mean, {});
        add("mean", Words::tr("&Mean over this text's tokens"), Words::tr("It has no tokens to take the mean over."), list,
            Lacks::Nothing);
    }

    /// Why texts of other lengths have no numbers for this place; empty: they have.
    QString whyNoTexts() const
    {
        const core::Setup& setup = *m_runs.run->setup;
        if (setup.config.hasEncoder())
            return Words::tr("Of a model with two stacks a text alone is no input.");
        return setup.model->tokenizer ? QString() : Words::tr("The model has no tokenizer: it cannot read texts.");
    }

    /// Of each set that comes with the program, or of a file.
    void addTexts() const
    {
        QString reason = whyNoTexts();
        for (const core::Intervention& one : m_place.changes)
            if (reason.isEmpty() && !isOfTokens(*m_runs.run, one))
                reason = Words::tr("It is of pairs of tokens: texts of other lengths have no mean there.");
        QMenu* const below = m_menu.addMenu(Words::tr("Mean over te&xts"));
        below->setObjectName(QStringLiteral("texts"));
        below->setEnabled(reason.isEmpty());
        below->menuAction()->setToolTip(reason);
        if (!reason.isEmpty())
            return;
        for (const std::string& set : core::bundledTextSets()) {
            std::vector<core::Intervention> list = withOperation(m_place, core::InterventionOp::Set, {});
            for (core::Intervention& one : list)
                one.origin = {.texts = set};
            connect(*below->addAction(textSetWords(set)), set.c_str(), {}, std::move(list), Lacks::Means);
        }
        below->addSeparator();
        connect(*below->addAction(Words::tr("Text &file…")), "textFile", {},
            withOperation(m_place, core::InterventionOp::Set, {}), Lacks::TextFile);
        connect(*below->addAction(Words::tr("T&yped…")), "typed", {}, withOperation(m_place, core::InterventionOp::Set, {}),
            Lacks::TypedTexts);
    }

    void addOtherText() const
    {
        QString reason = whyNoTexts();
        if (reason.isEmpty() && m_place.kind == InterventionPlace::Kind::Expert)
            reason = Words::tr("Which tokens an expert gets differs from text to text.");
        add("text", Words::tr("Value from another &text…"), reason,
            reason.isEmpty() ? withOperation(m_place, core::InterventionOp::Set, {}) : std::vector<core::Intervention>(),
            Lacks::Text);
    }

    /// Where the other run's values are from: its text, where that is another one.
    std::string otherText() const
    {
        const RunResult &other = *m_runs.other, &run = *m_runs.run;
        const bool isAnother = other.trace->ids != run.trace->ids && other.setup && !other.setup->config.hasEncoder();
        return isAnother && other.setup->model->tokenizer ? other.setup->model->tokenizer->decode(other.trace->ids, true)
                                                          : std::string();
    }

    void addOther() const
    {
        if (!m_runs.other)
            return;
        const auto value = [&](const core::Intervention& one) {
            const std::optional<core::InterventionValue> mine = numbersOf(*m_runs.run, one), its = numbersOf(*m_runs.other, one);
            return mine && its && mine->shape == its->shape ? its : std::nullopt;
        };
        std::vector<core::Intervention> list = withOperation(m_place, core::InterventionOp::Set, value);
        for (core::Intervention& one : list)
            one.origin = {.text = otherText()};
        add("other", Words::tr("&Value of %1").arg(m_runs.letter),
            Words::tr("%1 has no such numbers: another text or other sizes.").arg(m_runs.letter), std::move(list),
            Lacks::Nothing);
    }

    const InterventionPlace& m_place;
    const PointedRuns& m_runs;
    const InterventionChosen& m_chosen;
    QMenu& m_menu;
};

QString branchName(const InterventionPlace& place)
{
    if (place.rest == "mlp_out")
        return Words::tr("Feed-forward of layer %1").arg(counted(place.layer));
    if (place.rest == "mixer_out")
        return Words::tr("Mixer of layer %1").arg(counted(place.layer));
    if (place.rest == "cross_attn_out")
        return Words::tr("Cross-attention of layer %1").arg(counted(place.layer));
    return Words::tr("Attention of layer %1").arg(counted(place.layer));
}

} // namespace

QString placeTitle(const InterventionPlace& place, const RunResult& run)
{
    using Kind = InterventionPlace::Kind;
    const QString name = placeText(place.changes.front());
    switch (place.kind) {
    case Kind::Number:
        return Words::tr("This number: %1").arg(name);
    case Kind::Token:
        return Words::tr("Token %1: %2").arg(quotedToken(*run.trace, place.token), name);
    case Kind::Column:
        return (place.rest.starts_with("mlp.") ? Words::tr("Neuron %1: %2") : Words::tr("Dimension %1: %2"))
            .arg(counted(place.index))
            .arg(name);
    case Kind::Head:
        return Words::tr("Head L%1 H%2").arg(counted(place.layer)).arg(counted(place.index));
    case Kind::Part:
        return Words::tr("Of this head: %1").arg(name);
    case Kind::Expert:
        return Words::tr("Expert %1 of layer %2").arg(counted(place.index)).arg(counted(place.layer));
    case Kind::Branch:
        return branchName(place);
    case Kind::Layer:
        return Words::tr("All that layer %1 adds").arg(counted(place.layer));
    case Kind::Tensor:
        break;
    }
    return Words::tr("Whole tensor: %1").arg(name);
}

void addPlaces(
    QMenu& menu, const std::vector<InterventionPlace>& places, const PointedRuns& runs, const InterventionChosen& chosen)
{
    menu.setToolTipsVisible(true);
    for (const InterventionPlace& place : places)
        addPainting(menu, place, runs, chosen);
    QMenu* experts = nullptr; // of a list of them
    const auto isExpert = [](const InterventionPlace& place) { return place.kind == InterventionPlace::Kind::Expert; };
    if (std::ranges::count_if(places, isExpert) > 1) {
        experts = menu.addMenu(Words::tr("One expert"));
        experts->setObjectName(QStringLiteral("experts"));
    }
    for (const InterventionPlace& place : places) {
        QMenu& around = experts && isExpert(place) ? *experts : menu;
        QMenu* const below = around.addMenu(menuText(placeTitle(place, *runs.run)));
        below->setToolTipsVisible(true);
        Filler(place, runs, chosen, *below).fill();
    }
}

} // namespace widgets
