// What of the switches has room in their line, and what its end says of the others.

#include "widgets/panels/page_switch.h"
#include "widgets/panels/page_switches.h"

#include <QToolButton>

#include <algorithm>

namespace widgets {

using Form = PageSwitch::Form;

namespace {

constexpr int most = 99; // kinds without room, for the width of their sign

/// The end of the line, as short as the room asks for: how many kinds are behind it, if any.
QStringList signsOf(qsizetype hidden)
{
    const QString sign = QStringLiteral("▾");
    return hidden > 0 ? QStringList{QStringLiteral("+%1 ▾").arg(hidden), sign} : QStringList{sign}; // a number alone opens nothing
}

/// No kind goes or becomes smaller for a number's sake; the name of a choice may.
bool isAsOpen(Form before, Form after) { return before == after || (before == Form::Open && after == Form::Bare); }

} // namespace

/// Whether in this form some kind would be neither in the line nor in a menu of it.
bool PageSwitches::hidesKinds(std::size_t at, Form form) const
{
    const bool hasMenu = form == Form::Menu && at > 0; // which is one click more
    return isShown(at) && m_switches[at]->canOpen() && !hasMenu && form >= Form::Some;
}

/// Those of which some kind is not to be seen in the line.
std::vector<const PageSwitch*> PageSwitches::withoutRoom() const
{
    std::vector<const PageSwitch*> all;
    for (std::size_t i = 0; i < m_switches.size(); ++i)
        if (hidesKinds(i, m_switches[i]->form()) && !m_switches[i]->outOfSight().isEmpty())
            all.push_back(m_switches[i]);
    return all;
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
        for (const Form form : {Form::Kind, Form::Menu, Form::Some})
            grow(0, form);
    for (std::size_t i = 1; i < m_switches.size(); ++i) // the kinds that its other families put first, beside some of its own
        if (isShown(i) && hasFirstKinds(*m_switches[i]) && forms[0] != Form::Folded)
            grow(i, Form::Some);
    if (hasOwn) // all of its own before other choices
        for (const Form form : {Form::Small, Form::Brief, Form::Bare})
            grow(0, form);
    const std::size_t end = hasOwn && forms[0] == Form::Folded ? 0 : m_switches.size(); // no other in its stead
    for (const Form form : {Form::Menu, Form::Bare, Form::Open})
        for (std::size_t i = 0; i < end; ++i)
            if (isShown(i)
                && (form == Form::Menu
                    || (m_switches[i]->canOpen() && forms[0] < Form::Small && (i == 0 || forms[i] != Form::Folded))))
                grow(i, form);
    return forms;
}

/// Px of the end of the line with this sign.
int PageSwitches::endWidth(const QString& sign) const
{
    const auto widthOf = [&](const QString& text) { return m_more->fontMetrics().size(Qt::TextShowMnemonic, text).width(); };
    return m_more->sizeHint().width() + widthOf(sign) - widthOf(m_more->text());
}

/// Where kinds have no room, the end of the line says how many.
void PageSwitches::arrange()
{
    const QRect line = contentsRect();
    const int top = line.top() + (line.height() - m_lineHeight) / 2;
    const auto roomUpTo = [&](int end) { return end - line.left() - space::s; };
    const auto endFor = [&](const QString& sign) { return line.right() + 1 - endWidth(sign); };
    int right = endFor(signsOf(0).front()), room = roomUpTo(right);
    std::vector<Form> forms = formsIn(room);
    bool isWhole = true;
    for (std::size_t i = 0; i < forms.size(); ++i)
        isWhole = isWhole && !hidesKinds(i, forms[i]);
    for (const QString& widest : isWhole ? QStringList() : signsOf(most)) {
        const int end = endFor(widest);
        const std::vector<Form> others = formsIn(roomUpTo(end));
        if (end >= line.left() && std::ranges::equal(forms, others, isAsOpen)) {
            forms = others;
            right = end;
            room = roomUpTo(end);
            break;
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
    qsizetype kinds = 0;
    QStringList words;
    for (const PageSwitch* one : hidden) {
        kinds += one->outOfSight().size();
        words << tr("%1: %2").arg(one->name(), one->outOfSight().join(tr(", ")));
    }
    for (const QString& text : signsOf(kinds)) {
        m_more->setText(text);
        if (endWidth(text) <= m_more->width())
            break;
    }
    m_more->setToolTip(hidden.empty() ? tr("Which switches to keep on every page") : QString()); // else it unfolds
    m_more->setAccessibleName(hidden.empty() ? m_more->toolTip() : tr("More kinds. %1").arg(words.join(QStringLiteral(". "))));
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
    return (isThere ? m_switches.front()->widthAs(first) + space::s : 0) + endWidth(signsOf(0).front());
}

} // namespace widgets
