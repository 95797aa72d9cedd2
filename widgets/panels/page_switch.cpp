#include "widgets/panels/page_switch.h"

#include "widgets/controls/kept_in_sight.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/controls/text_label.h"
#include "widgets/panels/choice_control.h"
#include "widgets/panels/choice_order.h"
#include "widgets/panels/choice_words.h"
#include "widgets/plot/counting.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QHBoxLayout>

#include <algorithm>
#include <functional>
#include <numeric>

namespace widgets {

namespace {

constexpr int fewest = 2; // kinds that are worth a strip

} // namespace

PageSwitch::PageSwitch(ChoiceEditor* editor, const core::ChoiceKey& key, const QStringList& first, QWidget* parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_key(key)
    , m_first(first)
    , m_name(new TextLabel(TextRole::Label, Tone::Muted, this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(space::s);
    row->addWidget(m_name);
    if (const QStringList words = wordIds(key); !words.isEmpty()) { // in one order on every page
        m_segments = new SegmentedSwitch(words, this);
        m_segments->setFirst(firstKinds(key));
        connect(m_segments, &SegmentedSwitch::chosen, this, [this](const QString& id) {
            m_editor->say(m_key.id, valueOfWord(m_key, id));
            refresh(); // what was refused stays as it is
        });
        row->addWidget(m_segments);
    }
    if (!m_segments || m_segments->ids().size() > 2) {
        m_control = makeControl(
            key, this, [this](const core::Json& value, bool later) { m_editor->say(m_key.id, value, later); },
            [this] { showRefused(*m_editor, m_key, m_control); });
        if (auto* menu = qobject_cast<QComboBox*>(m_control))
            menu->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        row->addWidget(m_control);
    }
    setFocusPolicy(Qt::NoFocus);
    setObjectName(QStringLiteral("page:") + QString::fromStdString(key.id));
    retranslate();
    setForm(Form::Folded, 0);
}

/// "Yes" and "no" mean nothing without it, nor do norms that are not those of the layer.
bool PageSwitch::needsName() const { return m_key.type == core::ChoiceType::Bool || m_key.id == "score.qk_norm"; }

bool PageSwitch::hasName(Form form) const { return needsName() || form == Form::Open || form == Form::Menu; }

QString PageSwitch::name() const { return coreLabel(m_key.label); }

int PageSwitch::widthAs(Form form) const
{
    if (form == Form::Folded)
        return 0;
    if (form == Form::Kind && m_control && !needsName())
        return m_control->sizeHint().expandedTo(m_control->minimumSizeHint()).width();
    if (m_segments && !hasName(form)) {
        using Words = SegmentedSwitch::Words;
        return form == Form::Some ? minOfSome()
                                  : m_segments->widthOf(m_segments->ids(),
                                      form == Form::Bare        ? Words::Whole
                                          : form == Form::Brief ? Words::Brief
                                                                : Words::Small);
    }
    const QWidget* control = (form == Form::Open && m_segments) || !m_control ? m_segments : m_control;
    return m_name->sizeHint().width() + space::s
        + control->sizeHint().expandedTo(control->minimumSizeHint()).width(); // a number has a least width
}

bool PageSwitch::isKept(const QString& id) const { return m_first.contains(id) || id == m_own; }

/// With the kept kinds and the one that runs, whichever that is; or with the widest few.
int PageSwitch::minOfSome() const
{
    QList<int> others;
    int kept = 0;
    for (const QString& id : m_segments->ids()) {
        const int width = m_segments->widthOf({id}, SegmentedSwitch::Words::Brief);
        if (!m_first.isEmpty() && isKept(id))
            kept += width;
        else
            others << width;
    }
    std::ranges::sort(others, std::greater());
    return std::accumulate(
        others.begin(), others.begin() + std::min<qsizetype>(m_first.isEmpty() ? fewest : 1, others.size()), kept);
}

int PageSwitch::widthOfFirst() const
{
    QStringList first = m_segments ? m_segments->ids() : QStringList();
    first.removeIf([this](const QString& id) { return !isKept(id) && id != m_segments->current(); });
    return m_segments ? m_segments->widthOf(first, SegmentedSwitch::Words::Brief) : 0;
}

void PageSwitch::setForm(Form form, int width)
{
    m_form = form;
    const bool isMenu = form == Form::Menu || form == Form::Kind || (form != Form::Open && needsName());
    const bool isOpen = m_segments && form != Form::Folded && !(isMenu && m_control);
    m_name->setVisible(hasName(form));
    if (m_segments)
        m_segments->setRoom(form == Form::Bare || hasName(form) ? std::nullopt : std::optional(width));
    if (m_segments && m_segments->isHidden() == isOpen) {
        m_segments->setVisible(isOpen);
        if (isOpen && m_editor->isKnown())
            showRefused(*m_editor, m_key, m_segments);
    }
    if (m_control)
        m_control->setVisible(!isOpen);
    setVisible(form != Form::Folded);
}

void PageSwitch::unfold(int width, int nameWidth)
{
    setForm(Form::Open, width);
    m_name->setMinimumWidth(nameWidth);
    m_segments->wrapAt(width - nameWidth - space::s);
}

int PageSwitch::nameWidth() const { return m_name->sizeHint().width(); }

QStringList PageSwitch::outOfSight() const
{
    QStringList words;
    for (const QString& id : m_segments ? m_segments->ids() : QStringList())
        if (m_segments->isHidden() || m_segments->button(id)->isHidden())
            words << wordText(*m_editor, m_key, id).label;
    return words;
}

void PageSwitch::refresh()
{
    if (!m_editor->isKnown())
        return;
    const bool varies = m_editor->differsByLayer(m_key) || m_editor->isOneLayer();
    m_name->setText(varies ? tr("%1, L%2").arg(name()).arg(counted(m_editor->layerOf(m_key))) : name());
    m_name->setToolTip(m_key.id.c_str());
    if (m_segments) {
        m_own = ownWord(*m_editor, m_key);
        for (const QString& id : m_segments->ids())
            keepInSight(m_segments->button(id), isKept(id));
        showValue(*m_editor, m_key, m_segments);
        if (!m_segments->isHidden())
            showRefused(*m_editor, m_key, m_segments);
    }
    if (m_control) {
        const QString fixed = m_editor->whyFixed(m_key);
        showValue(*m_editor, m_key, m_control);
        m_control->setEnabled(fixed.isEmpty());
        m_control->setToolTip(fixed.isEmpty() ? name() : fixed);
    }
    const QString remark = remarkOn(*m_editor, m_key);
    if (!remark.isEmpty())
        m_name->setToolTip(remark);
}

void PageSwitch::retranslate()
{
    m_name->setText(name());
    for (QWidget* part : {static_cast<QWidget*>(m_segments), m_control})
        if (part)
            part->setAccessibleName(name());
    if (m_control)
        retranslateControl(m_key, m_control);
    refresh();
}

} // namespace widgets
