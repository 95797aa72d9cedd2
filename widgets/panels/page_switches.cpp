#include "widgets/panels/page_switches.h"

#include "widgets/controls/text_label.h"
#include "widgets/panels/choice_control.h"
#include "widgets/panels/choice_order.h"
#include "widgets/panels/page_switch.h"

#include <QComboBox>
#include <QContextMenuEvent>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace widgets {

using Form = PageSwitch::Form;

PageSwitches::PageSwitches(ChoiceEditor* editor, QWidget* parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_note(new TextLabel(TextRole::Label, Tone::Muted, this))
    , m_more(new QToolButton(this))
    , m_menu(new QMenu(m_more))
{
    m_more->setObjectName(QStringLiteral("moreSwitches"));
    m_more->setText(QStringLiteral("▾"));
    m_more->setAutoRaise(true);
    m_more->setFocusPolicy(Qt::TabFocus);
    m_menu->setToolTipsVisible(true);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(m_more, &QToolButton::clicked, this, [this] { more()->popup(m_more->mapToGlobal(QPoint(0, m_more->height()))); });
    connect(m_editor, &ChoiceEditor::changed, this, &PageSwitches::refresh);
    restyle();
}

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

QMenu* PageSwitches::more()
{
    fillMore();
    return m_menu;
}

const QWidget* PageSwitches::controlOf(const QString& key) const
{
    for (const PageSwitch* one : m_switches)
        if (one->key().id == key.toStdString() && m_editor->isInUse(one->key())) {
            if (one->form() != Form::Folded)
                return one;
            return one->canOpen() ? m_more : nullptr;
        }
    return nullptr;
}

void PageSwitches::build()
{
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
    m_more->setToolTip(tr("More switches, and which to keep on every page"));
    m_more->setAccessibleName(m_more->toolTip());
    m_more->setEnabled(m_editor->isKnown());
    updateGeometry(); // the least width goes with the words
    arrange();
}

/// Kinds of it come first on this page: they are one click away where one of the page's own is.
static bool hasFirstKinds(const PageSwitch& one) { return one.canOpen() && !one.first().isEmpty(); }

/// Each in as open a form as all have room for, the first ones first.
void PageSwitches::arrange()
{
    const QRect line = contentsRect();
    const int right = line.right() + 1 - m_more->sizeHint().width();
    const int room = right - line.left() - space::s;
    m_more->setGeometry(right, line.top() + (line.height() - m_lineHeight) / 2, m_more->sizeHint().width(), m_lineHeight);
    m_note->setVisible(!m_note->text().isEmpty());
    m_note->setGeometry(line.left(), line.top(), std::max(0, room), line.height());

    std::vector<Form> forms(m_switches.size(), Form::Folded);
    int used = -space::xl;
    const auto widthAs = [&](std::size_t i, Form form) {
        return i > 0 && form == Form::Some ? m_switches[i]->widthOfFirst() : m_switches[i]->widthAs(form);
    };
    const auto grow = [&](std::size_t i, Form to) {
        const int more = widthAs(i, to) - widthAs(i, forms[i]) + (forms[i] == Form::Folded ? space::xl : 0);
        if (to >= forms[i] || used + more > room)
            return;
        used += more;
        forms[i] = to;
    };
    const auto isShown = [&](std::size_t i) { return m_editor->isKnown() && m_editor->isInUse(m_switches[i]->key()); };
    if (!m_switches.empty() && isShown(0) && m_switches[0]->canOpen()) // one click for the page's own family, before others
        for (const Form form : {Form::Menu, Form::Some})
            grow(0, form);
    for (std::size_t i = 1; i < m_switches.size(); ++i) // the kinds that its other families put first, beside some of its own
        if (isShown(i) && hasFirstKinds(*m_switches[i]) && forms[0] != Form::Folded)
            grow(i, Form::Some);
    if (!m_switches.empty() && isShown(0) && m_switches[0]->canOpen()) // all of its own before other choices
        for (const Form form : {Form::Small, Form::Brief, Form::Bare})
            grow(0, form);
    for (const Form form : {Form::Menu, Form::Bare, Form::Open})
        for (std::size_t i = 0; i < m_switches.size(); ++i)
            if (isShown(i)
                && (form == Form::Menu
                    || (m_switches[i]->canOpen() && forms[0] < Form::Small && (i == 0 || forms[i] != Form::Folded))))
                grow(i, form);
    const auto some = std::ranges::find_if( // as many of its kinds as have room, in type as large as that
        forms, [](Form form) { return form == Form::Some || form == Form::Small; });
    int x = line.left();
    for (std::size_t i = 0; i < m_switches.size(); ++i) {
        PageSwitch* one = m_switches[i];
        const int width = widthAs(i, forms[i]) + (forms.begin() + std::ptrdiff_t(i) == some ? room - used : 0);
        one->setForm(forms[i], width);
        if (forms[i] == Form::Folded)
            continue;
        one->setGeometry(x, line.top() + (line.height() - m_lineHeight) / 2, width, m_lineHeight);
        x += width + space::xl;
    }
}

void PageSwitches::fillMore()
{
    m_menu->clear();
    for (const PageSwitch* one : m_switches)
        if ((one->form() == Form::Folded || one->form() == Form::Some) && m_editor->isInUse(one->key()) && one->canOpen()) {
            QMenu* kinds = m_menu->addMenu(one->name());
            kinds->setObjectName(QString::fromStdString(one->key().id));
            kinds->setToolTipsVisible(true);
            one->fill(*kinds);
        }
    m_menu->addSeparator();
    QMenu* pins = m_menu->addMenu(tr("Keep above every page"));
    pins->setObjectName(QStringLiteral("pins"));
    for (const core::ChoiceKey& key : core::choiceKeys()) {
        const QString id = QString::fromStdString(key.id);
        if (!isHead(key) && !m_pinned.contains(id))
            continue;
        QAction* pin = pins->addAction(coreLabel(key.label));
        pin->setObjectName(id);
        pin->setCheckable(true);
        pin->setChecked(m_pinned.contains(id));
        connect(pin, &QAction::triggered, this, [this, id] { togglePinned(id); });
    }
}

void PageSwitches::restyle()
{
    const QComboBox ordinary;
    m_lineHeight = std::max(ordinary.sizeHint().height(), fontMetrics().height() + space::s);
    updateGeometry();
    refresh();
}

/// The first family visible, the kinds that others put first, and the menu at the end.
QSize PageSwitches::sizeHint() const { return {minWidth(Form::Bare) + widthOfFirstKinds(), m_lineHeight}; }

/// The first family in small type, and the kinds that others put first.
QSize PageSwitches::minimumSizeHint() const { return {minWidth(Form::Small) + widthOfFirstKinds(), m_lineHeight}; }

/// Of all families but the first, with the gaps before them.
int PageSwitches::widthOfFirstKinds() const
{
    int width = 0;
    for (std::size_t i = 1; m_editor->isKnown() && i < m_switches.size(); ++i)
        if (hasFirstKinds(*m_switches[i]) && m_editor->isInUse(m_switches[i]->key()))
            width += space::xl + m_switches[i]->widthOfFirst();
    return width;
}

int PageSwitches::minWidth(Form first) const
{
    const bool isThere = !m_switches.empty() && m_editor->isKnown();
    return (isThere ? m_switches.front()->widthAs(first) + space::s : 0) + m_more->sizeHint().width();
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
