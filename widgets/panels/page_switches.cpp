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

using Form = PageSwitch::Form;

namespace {

constexpr int most = 99; // kinds without room, for the width of their sign
constexpr int wait = 120; // ms that the pointer rests on the end of the line before it unfolds

QString signOf(qsizetype hidden) { return hidden > 0 ? QStringLiteral("+%1 ▾").arg(hidden) : QStringLiteral("▾"); }

} // namespace

PageSwitches::PageSwitches(ChoiceEditor* editor, QWidget* parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_note(new TextLabel(TextRole::Label, Tone::Muted, this))
    , m_more(new QToolButton(this))
    , m_pins(new QMenu(m_more))
{
    m_more->setObjectName(QStringLiteral("moreSwitches"));
    m_more->setText(signOf(0));
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

/// Those of which some kind is not to be seen in the line.
std::vector<const PageSwitch*> PageSwitches::withoutRoom() const
{
    std::vector<const PageSwitch*> all;
    for (std::size_t i = 0; i < m_switches.size(); ++i) {
        const Form form = m_switches[i]->form();
        const bool hasMenu = form == Form::Menu && i > 0; // which is one click more
        if (isShown(i) && m_switches[i]->canOpen() && !hasMenu && !m_switches[i]->outOfSight().isEmpty())
            all.push_back(m_switches[i]);
    }
    return all;
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
            if (one->form() != Form::Folded)
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

/// Kinds of it come first on this page: they are one click away where one of the page's own is.
static bool hasFirstKinds(const PageSwitch& one) { return one.canOpen() && !one.first().isEmpty(); }

bool PageSwitches::isShown(std::size_t at) const { return m_editor->isKnown() && m_editor->isInUse(m_switches[at]->key()); }

int PageSwitches::widthAs(std::size_t at, Form form) const
{
    return at > 0 && form == Form::Some ? m_switches[at]->widthOfFirst() : m_switches[at]->widthAs(form);
}

/// Each in as open a form as all have room for, the first ones first.
std::vector<Form> PageSwitches::formsIn(int room) const
{
    std::vector<Form> forms(m_switches.size(), Form::Folded);
    int used = -space::xl;
    const auto grow = [&](std::size_t i, Form to) {
        const int more = widthAs(i, to) - widthAs(i, forms[i]) + (forms[i] == Form::Folded ? space::xl : 0);
        if (to >= forms[i] || used + more > room)
            return;
        used += more;
        forms[i] = to;
    };
    const bool hasOwn = !m_switches.empty() && isShown(0) && m_switches[0]->canOpen();
    if (hasOwn) // one click for the page's own family, before others
        for (const Form form : {Form::Menu, Form::Some})
            grow(0, form);
    for (std::size_t i = 1; i < m_switches.size(); ++i) // the kinds that its other families put first, beside some of its own
        if (isShown(i) && hasFirstKinds(*m_switches[i]) && forms[0] != Form::Folded)
            grow(i, Form::Some);
    if (hasOwn) // all of its own before other choices
        for (const Form form : {Form::Small, Form::Brief, Form::Bare})
            grow(0, form);
    for (const Form form : {Form::Menu, Form::Bare, Form::Open})
        for (std::size_t i = 0; i < m_switches.size(); ++i)
            if (isShown(i)
                && (form == Form::Menu
                    || (m_switches[i]->canOpen() && forms[0] < Form::Small && (i == 0 || forms[i] != Form::Folded))))
                grow(i, form);
    return forms;
}

/// Where kinds of the page's own family have no room, the end of the line says how many.
void PageSwitches::arrange()
{
    const QRect line = contentsRect();
    const int top = line.top() + (line.height() - m_lineHeight) / 2;
    const auto rightFor = [&](qsizetype hidden) {
        m_more->setText(signOf(hidden));
        return line.right() + 1 - m_more->sizeHint().width();
    };
    const auto roomUpTo = [&](int end) { return end - line.left() - space::s; };
    int right = rightFor(0), room = roomUpTo(right);
    std::vector<Form> forms = formsIn(room);
    if (!forms.empty() && forms[0] >= Form::Some && isShown(0) && m_switches[0]->canOpen()) {
        const int end = rightFor(most);
        const std::vector<Form> others = formsIn(roomUpTo(end));
        const auto isFolded = [](Form form) { return form == Form::Folded; };
        if (end >= line.left() && std::ranges::equal(forms, others, {}, isFolded, isFolded)) { // nothing goes for a number's sake
            forms = others;
            right = end;
            room = roomUpTo(end);
        }
    }
    m_more->setGeometry(right, top, line.right() + 1 - right, m_lineHeight);
    m_note->setVisible(!m_note->text().isEmpty());
    m_note->setGeometry(line.left(), line.top(), std::max(0, room), line.height());

    const auto some = std::ranges::find_if( // as many of its kinds as have room, in type as large as that
        forms, [](Form form) { return form == Form::Some || form == Form::Small; });
    int used = -space::xl;
    for (std::size_t i = 0; i < forms.size(); ++i)
        used += forms[i] == Form::Folded ? 0 : widthAs(i, forms[i]) + space::xl;
    int x = line.left();
    for (std::size_t i = 0; i < m_switches.size(); ++i) {
        PageSwitch* one = m_switches[i];
        const int width = widthAs(i, forms[i]) + (forms.begin() + std::ptrdiff_t(i) == some ? room - used : 0);
        one->setForm(forms[i], width);
        if (forms[i] == Form::Folded)
            continue;
        one->setGeometry(x, top, width, m_lineHeight);
        x += width + space::xl;
    }
    describeMore();
}

void PageSwitches::describeMore()
{
    const std::vector<const PageSwitch*> hidden = withoutRoom();
    const bool isOfOwn = !hidden.empty() && hidden.front() == m_switches.front();
    QStringList words;
    for (const PageSwitch* one : hidden)
        words << tr("%1: %2").arg(one->name(), one->outOfSight().join(tr(", ")));
    m_more->setText(signOf(isOfOwn ? hidden.front()->outOfSight().size() : 0));
    if (m_more->sizeHint().width() > m_more->width())
        m_more->setText(signOf(0));
    m_more->setToolTip(hidden.empty() ? tr("Which switches to keep on every page") : QString()); // else it unfolds
    m_more->setAccessibleName(hidden.empty() ? m_more->toolTip() : tr("More kinds. %1").arg(words.join(QStringLiteral(". "))));
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
