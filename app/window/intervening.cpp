#include "app/window/intervening.h"

#include "app/session/drawn_mask.h"
#include "app/session/intervened.h"
#include "app/session/why_unfit.h"
#include "app/window/measured_token.h"

#include "core/trace/weight_place.h"
#include "widgets/controls/pointed_question.h"
#include "widgets/figure/intervention_text.h"
#include "widgets/panels/attention_painting.h"
#include "widgets/panels/intervention_menu.h"
#include "widgets/panels/intervention_panel.h"
#include "widgets/panels/weight_swap_menu.h"
#include "widgets/plot/cell_plottable.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/view.h"
#include "widgets/views/shared/number_source.h"
#include "widgets/views/shared/view.h"

#include <QCoreApplication>
#include <QMenu>

#include <algorithm>
#include <array>
#include <utility>

namespace app {

namespace {

/// The same words for every number.
QAction* addFrom(QMenu& menu)
{
    QAction* const from = menu.addAction(Intervening::tr("Where does this number come &from?"));
    from->setObjectName(QStringLiteral("from"));
    return from;
}

} // namespace

Intervening::Intervening(Session& session, QWidget* window)
    : QObject(window)
    , m_session(session)
    , m_window(window)
    , m_panels{new widgets::InterventionPanel(window), new widgets::InterventionPanel(window)}
{
    for (const int slot : {0, 1}) {
        widgets::InterventionPanel* const panel = m_panels[std::size_t(slot)];
        panel->setObjectName(slot == 0 ? QStringLiteral("interventions") : QStringLiteral("interventionsOfB"));
        connect(panel, &widgets::InterventionPanel::changed, this, [this, slot](const std::vector<core::Intervention>& list) {
            m_session.change(withListOf(m_session.state(), slot, list));
        });
        connect(panel, &widgets::InterventionPanel::strengthReleased, this, [this] { m_session.endStep(); });
    }
    connect(&m_session, &Session::stateChanged, this, &Intervening::refresh);
    connect(&m_session, &Session::stateChanged, this, [this] { dropAwaited(false); });
    connect(&m_session, &Session::needsStopped, this, [this] { dropAwaited(true); });
    connect(&m_session, &Session::answered, this, &Intervening::askAwaited); // a run drops what was asked before
    connect(&m_session.runner(), &ForwardRunner::arrived, this, &Intervening::takeComputed);
    connect(&m_session, &Session::slotChanged, this, &Intervening::refresh);
    connect(&m_session, &Session::resultShown, this, &Intervening::refresh);
}

widgets::RunPtr Intervening::intervenedRun() const { return m_session.runOf(intervenedSlot(m_session.state())); }

widgets::PointedQuestion* Intervening::question() const { return m_question; }

void Intervening::listenTo(const widgets::View& view)
{
    connect(&view, &widgets::View::placeAsked, this,
        [this, &view](const QString& tensor, const widgets::Selection& at, const QPoint& where) {
            const auto* const plot = view.findChild<const widgets::Plot*>();
            if (!plot)
                return offer(tensor, at, where);
            const QPointF pixel = plot->mapFromGlobal(QPointF(where));
            const QCPAxisRect* const part = plot->axisRectAt(pixel);
            const QString source = widgets::sourceWords(view, *plot, widgets::numberUnder(*plot, pixel));
            if (tensor.isEmpty())
                return offerSource(source, where);
            offer(tensor, at, where, {part ? plot->panelName(part) : QString(), source});
        });
    if (const auto* const attention = qobject_cast<const widgets::AttentionView*>(&view))
        connect(attention, &widgets::AttentionView::cellsDrawn, this,
            [this](const QString& tensor, const std::vector<widgets::Selection>& cells) {
                const widgets::RunPtr run = intervenedRun();
                const std::vector<core::Intervention> list
                    = run && run->setup ? widgets::drawnCells(*run, tensor, cells) : std::vector<core::Intervention>();
                if (list.empty())
                    emit said(tr("Nothing was changed: each token keeps one that it looks at."));
                else
                    intervene(list);
            });
    if (const auto* const attention = qobject_cast<const widgets::AttentionView*>(&view))
        connect(attention, &widgets::AttentionView::maskDrawn, this, &Intervening::drawMask);
}

void Intervening::drawMask(int layer, const std::vector<widgets::Cell>& cells)
{
    const widgets::RunPtr run = intervenedRun();
    if (!run || !run->setup)
        return;
    const int tokens = int(widgets::streamTokens(*run->trace).size());
    const std::optional<WindowState> next = withDrawnMask(m_session.state(), run->setup->config, {layer, tokens, cells});
    if (!next) {
        emit said(tr("Nothing was changed: each token keeps one that it looks at."));
        return;
    }
    m_session.endStep();
    m_session.change(*next);
    emit said(tr("In force in %1: the mask that was drawn, of every head. It is under Architecture, Mask.")
                  .arg(next->edited == 1 ? QStringLiteral("B") : QStringLiteral("A")));
}

/// Where the picture has a ring, else in its middle.
void Intervening::offerMarked(const widgets::View& view)
{
    const widgets::Selection& at = m_session.selection()->pinned();
    const QWidget* const picture = view.picture() ? view.picture() : &view;
    QPoint where = picture->mapToGlobal(picture->rect().center());
    const auto* const plot = view.findChild<const widgets::Plot*>();
    const QList<widgets::CellPlottable*> maps = plot ? plot->cellMaps() : QList<widgets::CellPlottable*>();
    for (const widgets::CellPlottable* const map : maps)
        if (!map->pinned().isNone()) {
            where = plot->mapToGlobal(map->cellRect(map->pinned()).center().toPoint());
            break;
        }
    offer(view.markedTensor(), at, where);
}

/// In the other run's own picture its value is not offered: it is there.
void Intervening::offer(const QString& tensor, const widgets::Selection& at, const QPoint& where, const InPicture& picture)
{
    const std::string name = tensor.toStdString();
    const widgets::RunPtr run = intervenedRun();
    const std::string_view weight = core::weightOf(name);
    if (weight.empty() ? !run : !m_session.state().b && picture.source.isEmpty())
        return;
    QMenu* const menu = newMenu();
    if (const bool isNumber = !tensor.isEmpty() && at.query >= 0 && weight.empty(); isNumber) {
        connect(addFrom(*menu), &QAction::triggered, this, [this, tensor, at] {
            m_session.selection()->pin(at);
            emit tensorWanted(tensor);
        });
        menu->addSeparator();
    } else if (!picture.source.isEmpty()) {
        addSource(*menu, picture.source, where);
        menu->addSeparator();
    }
    if (!weight.empty()) {
        offerSwaps(*menu, std::string(weight));
        return menu->popup(where);
    }
    if (tensor == QLatin1String("logits") && at.dim >= 0)
        addMeasures(*menu, *run, {at.query, at.dim}, measuredIn(m_session.state()), [this](const QString& metric) {
            m_session.endStep();
            m_session.change(withMeasured(m_session.state(), metric));
            if (const widgets::RunPtr measured = intervenedRun())
                emit said(measuredWords(metric, *measured));
        });
    addParts(*menu, widgets::placesAt(*run, tensor, at), where, picture.panel);
    menu->popup(where);
}

void Intervening::offerSource(const QString& source, const QPoint& where)
{
    if (source.isEmpty())
        return;
    QMenu* const menu = newMenu();
    addSource(*menu, source, where);
    menu->popup(where);
}

void Intervening::addSource(QMenu& menu, const QString& source, const QPoint& where)
{
    connect(addFrom(menu), &QAction::triggered, this, [this, source, where] { widgets::showSource(source, where, m_window); });
}

void Intervening::offerToken(int token, const QPoint& where)
{
    const widgets::RunPtr run = intervenedRun();
    if (!run)
        return;
    QMenu* const menu = newMenu();
    addParts(*menu, widgets::placesOfToken(*run, m_session.selection()->pinned().layer, token), where, {});
    menu->popup(where);
}

/// `panel` as in offer().
void Intervening::addParts(
    QMenu& menu, const std::vector<widgets::InterventionPlace>& places, const QPoint& where, const QString& panel)
{
    const widgets::RunPtr run = intervenedRun();
    const int edited = intervenedSlot(m_session.state());
    const QString other = edited == 1 ? QStringLiteral("A") : QStringLiteral("B");
    const widgets::PointedRuns runs{run, panel == other ? nullptr : m_session.runOf(1 - edited), other};
    if (run->setup)
        widgets::addPlaces(menu, places, runs,
            [this, where](const std::vector<core::Intervention>& list, widgets::Lacks lacks) { choose(list, lacks, where); });
    else
        menu.addAction(tr("A recorded run cannot be changed"))->setEnabled(false);
    if (menu.isEmpty())
        menu.addAction(tr("This run recorded no such tensor"))->setEnabled(false);
}

QMenu* Intervening::newMenu()
{
    auto* const menu = new QMenu(m_window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("placeMenu"));
    m_menu = menu;
    return menu;
}

/// Of a weight of two models: either takes it from the other.
void Intervening::offerSwaps(QMenu& menu, const std::string& weight)
{
    const WindowState& state = m_session.state();
    if (!state.b)
        return;
    widgets::addSwaps(menu, weight, {{{m_session.runOf(0), state.a.model}, {m_session.runOf(1), state.b->model}}},
        [this](int slot, const core::Intervention& swap) {
            if (m_session.state().b)
                putInForce(withInterventionsIn(m_session.state(), slot, {swap}), swap);
        });
}

void Intervening::choose(const std::vector<core::Intervention>& list, widgets::Lacks lacks, const QPoint& where)
{
    switch (lacks) {
    case widgets::Lacks::Nothing:
        return intervene(list);
    case widgets::Lacks::Number:
        return askNumber(list, where);
    case widgets::Lacks::Text:
        return askText(list, where, QString::fromStdString(intervenedRequest(m_session.state()).text),
            tr("Enter runs this text and takes its value. A place of all tokens needs as many of them."));
    case widgets::Lacks::TextFile:
        return askFile(list);
    case widgets::Lacks::TypedTexts:
        return askTyped(list, where);
    case widgets::Lacks::TwoTexts:
        return askTwoTexts(list, where);
    case widgets::Lacks::Length:
        return computeLengths(list);
    case widgets::Lacks::OutputToken:
        return askToken(list, where, core::DirectionKind::Towards);
    case widgets::Lacks::EmbeddedToken:
        return askToken(list, where, core::DirectionKind::Embedding);
    case widgets::Lacks::VectorFile:
        return askVector(list, where);
    case widgets::Lacks::Means:
        return computeMeans(list, list.front().origin.texts);
    }
}

/// On the worker; what comes is put in force, whatever else was changed meanwhile, while the slot runs the same model and
/// choices.
void Intervening::compute(const widgets::RunPtr& run, const std::string& what, const Values& values, const Refused& refused)
{
    const widgets::Need need = widgets::derivedNeed({run->trace, {}, what}, values);
    m_awaited.push_back({need, intervenedRequest(m_session.state()), refused});
    widgets::NeedResults kept;
    if (takeFrom(m_session.runner().store(), {need}, kept))
        return takeComputed(kept);
    askAwaited();
}

void Intervening::askAwaited()
{
    widgets::Needs needs;
    for (const Awaited& one : m_awaited)
        needs.push_back(one.need);
    if (!needs.empty())
        m_session.runner().ask(this, needs);
}

/// Values of weights that the slot does not run any more; of all where the person stopped them.
void Intervening::dropAwaited(bool isStopped)
{
    const RunRequest& now = intervenedRequest(m_session.state());
    const auto isGone = [&](const Awaited& one) { return isStopped || one.of.model != now.model || !(one.of.said == now.said); };
    if (std::erase_if(m_awaited, isGone) > 0)
        emit said(isStopped ? tr("Nothing was changed: the texts were not run to their end.")
                            : tr("Nothing was changed: the values from other texts were of the model before."));
}

void Intervening::takeComputed(const widgets::NeedResults& arrived)
{
    const auto isThere = [&](const Awaited& one) { return arrived.find(one.need.id) != nullptr; };
    for (auto found = std::ranges::find_if(m_awaited, isThere); found != m_awaited.end();
         found = std::ranges::find_if(m_awaited, isThere)) {
        const Awaited one = *found;
        m_awaited.erase(found); // what is put in force changes the state
        if (const auto* const list = arrived.value<std::vector<core::Intervention>>(one.need.id)) {
            intervene(*list);
            continue;
        }
        const QString problem = QCoreApplication::translate("core", arrived.find(one.need.id)->why.c_str());
        if (one.refused)
            one.refused(problem);
        else
            emit said(tr("Nothing was changed: %1.").arg(problem));
    }
}

void Intervening::intervene(const std::vector<core::Intervention>& list)
{
    putInForce(withInterventions(m_session.state(), list), list.back());
}

void Intervening::putInForce(const WindowState& next, const core::Intervention& last)
{
    m_session.endStep();
    m_session.change(next);
    const QString slot = next.edited == 1 ? QStringLiteral("B") : QStringLiteral("A");
    emit said(tr("In force in %1: %2. The list is under Architecture, at the right.").arg(slot, widgets::interventionText(last)));
}

void Intervening::refresh()
{
    const WindowState& state = m_session.state();
    std::array<std::size_t, 2> counts{}, inForce{};
    for (const int slot : {0, 1}) {
        const std::vector<core::Intervention>& list = listOf(state, slot);
        counts[std::size_t(slot)] = list.size();
        inForce[std::size_t(slot)] = std::size_t(std::ranges::count(list, false, &core::Intervention::isOff));
        const QString letter = !state.b ? QString() : slot == 1 ? QStringLiteral("B") : QStringLiteral("A");
        m_panels[std::size_t(slot)]->show(list, problemsOf(slot), letter);
    }
    for (const std::size_t slot : {std::size_t(0), std::size_t(1)})
        m_panels[slot]->shareRoom(counts[0] > 0 && counts[1] > 0 ? m_panels[1 - slot] : nullptr);
    const QString words = counts[0] > 0 && counts[1] > 0 ? tr("Interventions in A: %1, in B: %2").arg(inForce[0]).arg(inForce[1])
        : counts[0] + counts[1] == 0                     ? QString()
        : !state.b                                       ? tr("Interventions: %1").arg(inForce[0])
                                                         : tr("Interventions in %1: %2")
                         .arg(counts[1] > 0 ? QStringLiteral("B") : QStringLiteral("A"))
                         .arg(inForce[0] + inForce[1]);
    if (std::exchange(m_words, words) != words)
        emit listWordsChanged();
}

/// Of each in the list of a slot why its run goes on without it; empty where it does not, and while the run is not there.
QStringList Intervening::problemsOf(int slot) const
{
    const WindowState& state = m_session.state();
    const SlotsRequest& shown = m_session.shown();
    const std::vector<core::Intervention>& list = listOf(state, slot);
    const widgets::RunPtr& run = m_session.runOf(slot);
    const bool isItsRun = run && (slot == 0 ? shown.a == state.a : shown.b == state.b);
    return list.empty() || !isItsRun ? QStringList() : whyUnfit(*run, slot == 0 ? state.a : *state.b);
}

} // namespace app
