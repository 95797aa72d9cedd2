#include "widgets/views/scan/direction_choice.h"

#include "core/experiments/scan_reading.h"
#include "core/experiments/steering.h"
#include "core/io/json.h"
#include "widgets/controls/menu_text.h"
#include "widgets/figure/sides.h"
#include "widgets/views/scan/numbers.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/token_question.h"

#include <QMenu>

#include <algorithm>

namespace widgets {

namespace {

constexpr int offeredTokens = 5;

/// The `source` of what adds a direction; empty: it has none.
std::string alongOf(const core::Intervention& what)
{
    if (core::directionOf(what).kind == core::DirectionKind::None)
        return {};
    return core::writeJson(core::toJson({what}).front().at("source"));
}

/// The last tokens of the text, each once.
std::vector<core::TokenId> lastTokens(const std::vector<core::TokenId>& ids)
{
    std::vector<core::TokenId> found;
    for (auto id = ids.rbegin(); id != ids.rend() && int(found.size()) < offeredTokens; ++id)
        if (std::ranges::find(found, *id) == found.end())
            found.push_back(*id);
    return found;
}

} // namespace

DirectionChoice::DirectionChoice(std::function<FigureData()> now, QWidget* parent)
    : QToolButton(parent)
    , m_menu(new QMenu(this))
    , m_now(std::move(now))
{
    setObjectName(alongOption.name());
    setPopupMode(QToolButton::InstantPopup);
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setMenu(m_menu);
    connect(m_menu, &QMenu::aboutToShow, this, &DirectionChoice::fill);
    retranslate();
}

void DirectionChoice::show(const FigureData& now)
{
    const std::string along = now.a ? scannedAlong(now, shownRun(now)) : std::string();
    setText(menuText(along.empty() ? tr("direction") : alongText(along)));
}

void DirectionChoice::retranslate()
{
    setAccessibleName(tr("Direction"));
    setToolTip(tr("The direction that the stream is projected on; one that is added to a run is among them"));
    if (text().isEmpty())
        setText(tr("direction"));
}

void DirectionChoice::fill()
{
    m_menu->clear();
    const FigureData now = m_now();
    const RunPtr run = now.a ? shownRun(now) : nullptr;
    if (!run || !run->setup)
        return;
    for (const RunPtr& one : {now.a, now.b})
        for (const core::Intervention& said : one && one->setup ? core::saidInForce(*one->trace) : std::vector<core::Intervention>())
            offer(alongOf(said)); // what is in force
    m_menu->addSeparator();
    const core::Setup& setup = *run->setup;
    if (!setup.config.projectsEmbedding()) { // tables as wide as the stream
        if (setup.config.outputHead == core::OutputHead::Linear)
            for (const core::TokenProbability& next :
                nextTokens(*run->trace, int(run->trace->ids.size()) - 1, offeredTokens))
                offer(core::writeJson({{"towards", saidToken(setup, next.id)}}));
        m_menu->addSeparator();
        for (const core::TokenId id : lastTokens(run->trace->ids))
            offer(core::writeJson({{"embedding", saidToken(setup, id)}}));
        m_menu->addSeparator();
        if (setup.config.outputHead == core::OutputHead::Linear)
            offerAny(tr("Towards another &token…"), tr("The direction towards the token"), "towards", run->setup);
        offerAny(tr("The &embedding of another token…"), tr("The embedding of the token"), "embedding", run->setup);
    }
}

/// A token that is typed.
void DirectionChoice::offerAny(const QString& text, const QString& question, const char* kind, const core::SetupPtr& setup)
{
    connect(m_menu->addAction(text), &QAction::triggered, this, [this, question, kind, setup] {
        auto* const asked = new TokenQuestion(question, setup, window());
        connect(asked, &TokenQuestion::chosen, this,
            [this, kind](const QString& token) { take(core::writeJson({{kind, token.toStdString()}})); });
        asked->ask(mapToGlobal(QPoint(0, height())));
    });
}

/// Once each.
void DirectionChoice::offer(const std::string& along)
{
    const QString said = QString::fromStdString(along);
    const auto isThere = [&](const QAction* action) { return action->data().toString() == said; };
    if (along.empty() || std::ranges::any_of(m_menu->actions(), isThere))
        return;
    QAction* const action = m_menu->addAction(menuText(alongText(along)));
    action->setData(said);
    connect(action, &QAction::triggered, this, [this, along] { take(along); });
}

void DirectionChoice::take(const std::string& along)
{
    m_along = QString::fromStdString(along);
    emit chosen();
}

} // namespace widgets
