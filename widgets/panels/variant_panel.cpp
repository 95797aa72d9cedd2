#include "widgets/panels/variant_panel.h"

#include "widgets/panels/choice_row.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/text_label.h"

#include <QCoreApplication>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace widgets {

namespace {

constexpr int kDebounceMs = 80;

bool isSize(const core::ChoiceKey& key) { return key.id.rfind("sizes.", 0) == 0; }

/// Contract §2: weights from a file fix all sizes but the number of layers and the context.
bool isFixedByFile(const core::ChoiceKey& key) { return isSize(key) && key.id != "sizes.layers" && key.id != "sizes.context"; }

/// A parameter is shown while one of its kinds is in use.
bool isInUse(const core::ChoiceKey& key, const core::Choices& resolved)
{
    if (key.ofKey.empty() || key.ofKinds.empty())
        return true;
    const core::Json kind = resolved.value(key.ofKey);
    return kind.is_string() && std::find(key.ofKinds.begin(), key.ofKinds.end(), kind.get<std::string>()) != key.ofKinds.end();
}

/// Why this setting is refused; empty when it runs. Nothing is computed or read.
QString whyRefused(const core::Model& model, core::Choices said, const std::string& key, const core::Json& value)
{
    try {
        said.set(key, value);
        core::resolve(model.choices, said);
        return {};
    } catch (const core::Error& error) {
        return errorText(error.parts());
    }
}

} // namespace

VariantPanel::VariantPanel(QWidget* parent)
    : QWidget(parent)
    , m_debounce(new QTimer(this))
{
    m_debounce->setSingleShot(true);
    m_debounce->setInterval(kDebounceMs);
    connect(m_debounce, &QTimer::timeout, this, [this] { emit choicesChanged(m_said); });
    build();
    refresh();
}

VariantPanel::~VariantPanel() = default;

void VariantPanel::build()
{
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* inside = new QWidget(scroll);
    auto* column = new QVBoxLayout(inside);
    column->setContentsMargins(space::s, space::s, space::s, space::s);
    column->setSpacing(space::xs);

    // Two sections: what the architecture is, and how large. A parameter stands below the choice that it belongs to.
    const auto addSection = [&](const char* title, bool sizes) {
        auto* heading = new TextLabel(TextRole::Section, Tone::Normal, inside);
        heading->setProperty("source", QString::fromLatin1(title));
        m_sections.push_back(heading);
        column->addWidget(heading);
        const auto addRow = [&](const core::ChoiceKey& key) {
            auto* row = new ChoiceRow(key, inside);
            connect(row, &ChoiceRow::chosen, this,
                [this, id = key.id](const core::Json& value, bool later) { say(id, value, later); });
            connect(row, &ChoiceRow::resetAsked, this, [this, id = key.id] { reset(id); });
            m_rows.push_back(row);
            column->addWidget(row);
        };
        for (const core::ChoiceKey& key : core::choiceKeys()) {
            if (isSize(key) != sizes || !key.ofKey.empty())
                continue;
            addRow(key);
            for (const core::ChoiceKey& parameter : core::choiceKeys())
                if (parameter.ofKey == key.id && isSize(parameter) == sizes)
                    addRow(parameter);
        }
        column->addSpacing(space::l);
    };
    addSection(QT_TR_NOOP("Choices"), false);
    addSection(QT_TR_NOOP("Sizes"), true);

    column->addStretch(1);
    scroll->setWidget(inside);
    outer->addWidget(scroll);
}

void VariantPanel::setSetup(const core::SetupPtr& setup)
{
    const bool numberUnderway = m_debounce->isActive();
    m_setup = setup;
    if (setup) {
        m_resolved = core::describe(setup->config);
        m_own = core::describe(core::resolve(setup->model->choices, {}));
        if (!numberUnderway) // else the person is still turning a number: keep what was said last
            m_said = setup->said;
    }
    refresh();
}

ChoiceRow* VariantPanel::rowOf(const std::string& key)
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](ChoiceRow* row) { return row->key().id == key; });
    return found == m_rows.end() ? nullptr : *found;
}

void VariantPanel::say(const std::string& key, const core::Json& value, bool later)
{
    ChoiceRow* row = rowOf(key);
    if (!m_setup || !row)
        return;
    core::Choices said = m_said;
    try {
        said.set(key, value);
        // Back at the model's own choice: nothing is said about it any more.
        if (m_own.has(key) && m_own.value(key) == said.value(key) && !m_own.all().at(key).is_array())
            said.remove(key);
        announce(said, *row, later);
    } catch (const core::Error& error) {
        row->setProblem(errorText(error.parts()));
    }
}

void VariantPanel::reset(const std::string& key)
{
    ChoiceRow* row = rowOf(key);
    if (!m_setup || !row)
        return;
    core::Choices said = m_said;
    said.remove(key);
    try {
        announce(said, *row, false);
    } catch (const core::Error& error) {
        row->setProblem(errorText(error.parts()));
    }
}

void VariantPanel::announce(const core::Choices& said, ChoiceRow& row, bool later)
{
    const core::ModelConfig config = core::resolve(m_setup->model->choices, said); // throws when it cannot run
    row.setProblem({});
    if (said == m_said)
        return;
    m_said = said;
    m_resolved = core::describe(config);
    refresh();
    if (later) {
        m_debounce->start();
    } else {
        m_debounce->stop();
        emit choicesChanged(m_said);
    }
}

void VariantPanel::refresh()
{
    setEnabled(m_setup != nullptr);
    for (QWidget* section : m_sections)
        static_cast<TextLabel*>(section)->setText(tr(section->property("source").toString().toUtf8().constData()));
    for (ChoiceRow* row : m_rows) {
        const core::ChoiceKey& key = row->key();
        row->setVisible(!m_setup || isInUse(key, m_resolved));
        row->retranslate();
        if (!m_setup)
            continue;
        const bool varies
            = m_resolved.has(key.id) && m_resolved.all().at(key.id).is_array() && key.type != core::ChoiceType::Text;
        row->setValue(m_resolved.value(key.id), varies);
        const bool differs
            = m_resolved.has(key.id) && (!m_own.has(key.id) || m_resolved.all().at(key.id) != m_own.all().at(key.id));
        row->setDifference(differs, m_said.has(key.id));
        const bool fixed = m_setup->model->sizesFixed && isFixedByFile(key);
        row->setFixed(fixed ? tr("The sizes of this model come from its file.") : QString());
        for (std::size_t i = 0; i < key.words.size(); ++i)
            row->setWordRefused(int(i), whyRefused(*m_setup->model, m_said, key.id, key.words[i]));
    }
}

QSize VariantPanel::sizeHint() const { return QSize(300, 520) * currentTheme().scale; }

QSize VariantPanel::minimumSizeHint() const { return QSize(230, 120) * currentTheme().scale; }

void VariantPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
    if (meansRestyle(*event))
        updateGeometry();
}

} // namespace widgets
