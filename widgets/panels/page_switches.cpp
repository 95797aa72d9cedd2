#include "widgets/panels/page_switches.h"

#include "widgets/controls/text_label.h"
#include "widgets/panels/choice_control.h"
#include "widgets/panels/choice_order.h"
#include "widgets/panels/page_switch.h"
#include "widgets/panels/unfolded_switches.h"

#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace widgets {

namespace {

constexpr int wait = 120; // ms that the pointer rests on the end of the line before it unfolds

} // namespace

PageSwitches::PageSwitches(ChoiceEditor* editor, QWidget* parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_note(new TextLabel(TextRole::Label, Tone::Muted, this))
    , m_more(new QToolButton(this))
    , m_pins(new QMenu(m_more))
{
    m_more->setObjectName(QStringLiteral("moreSwitches"));
    m_more->setAutoRaise(true);
    m_more->setFocusPolicy(Qt::TabFocus);
    m_more->setMouseTracking(true);
    m_more->installEventFilter(this);
    m_pins->setObjectName(QStringLiteral("pins"));
    m_pointing.setSingleShot(true);
    m_pointing.setInterval(wait);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(&m_pointing, &QTimer::timeout, this, [this] { unfold(); });
    connect(m_more, &QToolButton::clicked, this, [this] {
        if (withoutRoom().empty())
            pins()->popup(m_more->mapToGlobal(QPoint(0, m_more->height())));
        else
            unfold(m_more->hasFocus());
    });
    connect(m_editor, &ChoiceEditor::changed, this, &PageSwitches::refresh);
    restyle();
}

PageSwitches::~PageSwitches() { delete m_unfolded; }

void PageSwitches::setFamilies(const QStringList& families)
{
    if (std::exchange(m_families, families) != families)
        build();
}

void PageSwitches::setPinned(const QStringList& keys)
{
    QStringList known; // a key of an older program is ignored
    for (const QString& key : keys)
        if (core::findChoiceKey(key.toStdString()) && !known.contains(key))
            known << key;
    if (std::exchange(m_pinned, known) != known)
        build();
}

void PageSwitches::togglePinned(const QString& key)
{
    QStringList pinned = m_pinned;
    if (!pinned.removeOne(key))
        pinned << key;
    setPinned(pinned);
    emit pinnedChanged(m_pinned);
}

void PageSwitches::unfold(bool byKey)
{
    m_pointing.stop();
    const std::vector<const PageSwitch*> hidden = withoutRoom();
    if (!m_unfolded && !hidden.empty()) {
        const auto* const window = qobject_cast<const QMainWindow*>(this->window());
        QWidget* const host = window && window->centralWidget()->isAncestorOf(this) ? window->centralWidget() : this->window();
        m_unfolded = new UnfoldedSwitches(this, m_more, host);
        connect(m_unfolded, &UnfoldedSwitches::left, this, &PageSwitches::fold);
        std::vector<PageSwitch*> all;
        for (const PageSwitch* one : hidden) {
            all.push_back(new PageSwitch(m_editor, one->key(), one->first(), m_unfolded));
            all.back()->setObjectName(QStringLiteral("unfolded:") + QString::fromStdString(one->key().id));
            connect(m_editor, &ChoiceEditor::changed, all.back(), &PageSwitch::refresh);
        }
        auto* const end = new QToolButton(m_unfolded);
        end->setText(tr("Keep above every page"));
        end->setAutoRaise(true);
        end->setFocusPolicy(Qt::TabFocus);
        end->setPopupMode(QToolButton::InstantPopup);
        end->setMenu(pins());
        m_unfolded->show(all, end);
    }
    if (m_unfolded && byKey)
        m_unfolded->takeFocus();
}

void PageSwitches::fold()
{
    m_pointing.stop();
    UnfoldedSwitches* const gone = m_unfolded;
    m_unfolded = nullptr;
    if (!gone)
        return;
    if (gone->isAncestorOf(QApplication::focusWidget()))
        m_more->setFocus(Qt::OtherFocusReason);
    gone->hide();
    gone->deleteLater(); // perhaps from within one of its own signals
}

bool PageSwitches::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseMove && !m_pointing.isActive()) // moved there: a page may come below a pointer that rests
        m_pointing.start();
    else if (event->type() == QEvent::Leave)
        m_pointing.stop();
    else if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<const QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Return || key == Qt::Key_Enter) { // as Space does
            m_more->click();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

const QWidget* PageSwitches::controlOf(const QString& key) const
{
    for (const PageSwitch* one : m_switches)
        if (one->key().id == key.toStdString() && m_editor->isInUse(one->key())) {
            if (one->form() != PageSwitch::Form::Folded)
                return one;
            return one->canOpen() ? m_more : nullptr;
        }
    return nullptr;
}

void PageSwitches::build()
{
    fold();
    std::vector<PageSwitch*> before = std::exchange(m_switches, {});
    QStringList ids;
    const auto add = [&](const QString& id, const QStringList& first) {
        if (ids.contains(id))
            return;
        ids << id;
        const core::ChoiceKey* key = core::findChoiceKey(id.toStdString());
        const auto known = std::ranges::find_if(
            before, [&](const PageSwitch* one) { return one->key().id == id.toStdString() && one->first() == first; });
        if (known != before.end()) {
            m_switches.push_back(*known);
            before.erase(known);
        } else if (key) {
            m_switches.push_back(new PageSwitch(m_editor, *key, first, this));
        }
    };
    for (const QString& family : std::as_const(m_families))
        add(family.section(QLatin1Char('='), 0, 0),
            family.section(QLatin1Char('='), 1).split(QLatin1Char(','), Qt::SkipEmptyParts));
    for (const QString& key : std::as_const(m_pinned))
        add(key, {});
    for (PageSwitch* gone : before) {
        gone->hide();
        gone->setObjectName({}); // another may be of its choice
        gone->deleteLater(); // perhaps from within one of its own signals
    }
    QWidget* last = nullptr; // Tab walks as they stand, whichever was made first
    for (const PageSwitch* one : m_switches)
        for (QWidget* stop : one->findChildren<QWidget*>())
            if (stop->window() == window() && (stop->focusPolicy() & Qt::TabFocus))
                setTabOrder(std::exchange(last, stop), stop);
    setTabOrder(last, m_more);
    refresh();
}

void PageSwitches::refresh()
{
    for (PageSwitch* one : m_switches)
        one->refresh();
    m_note->setText(m_editor->opening().isEmpty() ? QString() : tr("Opening %1 …").arg(m_editor->opening()));
    m_more->setEnabled(m_editor->isKnown());
    updateGeometry(); // the least width goes with the words
    arrange();
}

QMenu* PageSwitches::pins()
{
    m_pins->clear();
    m_pins->setTitle(tr("Keep above every page"));
    for (const core::ChoiceKey& key : core::choiceKeys()) {
        const QString id = QString::fromStdString(key.id);
        if (!isHead(key) && !m_pinned.contains(id))
            continue;
        QAction* pin = m_pins->addAction(coreLabel(key.label));
        pin->setObjectName(id);
        pin->setCheckable(true);
        pin->setChecked(m_pinned.contains(id));
        connect(pin, &QAction::triggered, this, [this, id] { togglePinned(id); });
    }
    return m_pins;
}

void PageSwitches::restyle()
{
    const QComboBox ordinary;
    m_lineHeight = std::max(ordinary.sizeHint().height(), fontMetrics().height() + space::s);
    updateGeometry();
    refresh();
}

void PageSwitches::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void PageSwitches::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (!meansRestyle(*event))
        return;
    fold();
    if (event->type() == QEvent::LanguageChange)
        for (PageSwitch* one : m_switches)
            one->retranslate();
    restyle();
}

void PageSwitches::contextMenuEvent(QContextMenuEvent* event)
{
    const auto at = std::ranges::find_if(
        m_switches, [&](const PageSwitch* one) { return one->isVisible() && one->geometry().contains(event->pos()); });
    if (at == m_switches.end())
        return;
    const QString id = QString::fromStdString((*at)->key().id);
    QMenu menu;
    QAction* pin = menu.addAction(tr("Keep above every page"));
    pin->setCheckable(true);
    pin->setChecked(m_pinned.contains(id));
    if (menu.exec(event->globalPos()) == pin)
        togglePinned(id);
}

} // namespace widgets
