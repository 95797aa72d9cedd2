#include "app/window/intervening.h"

#include "app/base/error_text.h"
#include "app/session/intervened.h"

#include "core/run/intervention_list.h"
#include "widgets/figure/intervention_text.h"
#include "widgets/panels/intervention_menu.h"
#include "widgets/panels/intervention_panel.h"
#include "widgets/plot/cell_plottable.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/view.h"

#include <QMenu>

#include <algorithm>

namespace app {

namespace {

/// What the run of this request went on without.
std::vector<core::UnfitIntervention> unfitIn(const widgets::RunResult& run, const RunRequest& request)
{
    const bool hasTwoStacks = run.setup->config.hasEncoder();
    const auto source = core::Index(run.trace->ids.size()), target = core::Index(run.trace->decoderIds.size());
    return core::unfitInterventions(
        run.setup->config, hasTwoStacks ? target : source, hasTwoStacks ? source : 0, request.record);
}

} // namespace

Intervening::Intervening(Session& session, QWidget* window)
    : QObject(window)
    , m_session(session)
    , m_window(window)
    , m_panel(new widgets::InterventionPanel(window))
{
    m_panel->setObjectName(QStringLiteral("interventions"));
    connect(m_panel, &widgets::InterventionPanel::changed, this,
        [this](const std::vector<core::Intervention>& list) { m_session.change(withList(m_session.state(), list)); });
    connect(m_panel, &widgets::InterventionPanel::strengthReleased, this, [this] { m_session.endStep(); });
    connect(&m_session, &Session::stateChanged, this, &Intervening::refresh);
    connect(&m_session, &Session::slotChanged, this, &Intervening::refresh);
    connect(&m_session, &Session::resultShown, this, &Intervening::refresh);
}

void Intervening::listenTo(const widgets::View& view) { connect(&view, &widgets::View::placeAsked, this, &Intervening::offer); }

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

void Intervening::offer(const QString& tensor, const widgets::Selection& at, const QPoint& where)
{
    const widgets::RunPtr run = m_session.run();
    if (!run)
        return;
    auto* const menu = new QMenu(m_window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("placeMenu"));
    const bool isNumber = !tensor.isEmpty() && at.query >= 0;
    if (isNumber) {
        QAction* const from = menu->addAction(tr("Where does this number come &from?"));
        from->setObjectName(QStringLiteral("from"));
        connect(from, &QAction::triggered, this, [this, tensor, at] {
            m_session.selection()->pin(at);
            emit tensorWanted(tensor);
        });
        menu->addSeparator();
    }
    const int edited = m_session.state().edited;
    const widgets::PointedRuns runs{run, m_session.runOf(1 - edited), edited == 1 ? QStringLiteral("A") : QStringLiteral("B")};
    if (run->setup)
        widgets::addPlaces(*menu, widgets::placesAt(*run, tensor, at), runs,
            [this](const std::vector<core::Intervention>& list, bool asksNumber) { intervene(list, asksNumber); });
    else
        menu->addAction(tr("A recorded run cannot be changed"))->setEnabled(false);
    if (menu->isEmpty())
        menu->addAction(tr("This run recorded no such tensor"))->setEnabled(false);
    m_menu = menu;
    menu->popup(where);
}

void Intervening::intervene(const std::vector<core::Intervention>& list, bool asksNumber)
{
    m_session.endStep();
    const WindowState next = withInterventions(m_session.state(), list);
    m_session.change(next);
    const std::vector<core::Intervention>& all = next.slot().record.interventions;
    const QString slot = next.edited == 1 ? QStringLiteral("B") : QStringLiteral("A");
    emit said(tr("In force in %1: %2").arg(slot, widgets::interventionText(list.back())));
    if (!asksNumber)
        return;
    emit panelWanted();
    const auto last = std::ranges::find_if(
        all, [&](const core::Intervention& one) { return one.at == list.back().at && one.slice == list.back().slice; });
    m_panel->edit(int(last - all.begin()));
}

void Intervening::refresh()
{
    const WindowState& state = m_session.state();
    const std::vector<core::Intervention>& list = state.slot().record.interventions;
    QStringList problems;
    const widgets::RunPtr& run = m_session.run();
    const bool isItsRun = run && run->setup && m_session.shownSlot() == state.slot();
    for (std::size_t i = 0; i < list.size(); ++i)
        problems << QString();
    if (isItsRun && !list.empty())
        for (const core::UnfitIntervention& one : unfitIn(*run, state.slot())) {
            core::Error::Parts why = one.why;
            why.file.clear(); // of a list that a person sees
            why.where.clear();
            problems[qsizetype(one.number)] = errorText(why);
        }
    m_panel->show(list, problems, state.b ? state.edited == 1 ? QStringLiteral("B") : QStringLiteral("A") : QString());
}

} // namespace app
