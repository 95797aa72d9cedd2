#include "widgets/panels/variant_panel.h"

#include "widgets/panels/choice_group.h"
#include "widgets/panels/choice_row.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/text_label.h"
#include "widgets/views/segmented_switch.h"

#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace widgets {

namespace {

constexpr int kDebounceMs = 80;
constexpr int kLeastCells = 64; // of a mask to paint: room for a longer text

/// Titles of what belongs to no choice of a kind.
struct Title
{
    const char* prefix;
    const char* text;
};
constexpr Title kTitles[] = {{"sizes.", QT_TRANSLATE_NOOP("widgets::VariantPanel", "Sizes")},
    {"", QT_TRANSLATE_NOOP("widgets::VariantPanel", "Embedding and weights")}};

/// Which choice a key folds out from, where its own prefix does not say so.
struct Belongs
{
    const char* prefix;
    const char* head; // empty: under a title
};
constexpr Belongs kBelongs[] = {{"score.", "attention.kind"}, {"bias.attention", "attention.kind"},
    {"bias.feed_forward", "feed_forward.kind"}, {"bias.output", "output.head"}, {"block.embedding_scale", ""},
    {"norm.embedding", "norm.placement"}, {"norm.final", "norm.placement"}};

bool startsWith(const std::string& text, const char* prefix) { return text.rfind(prefix, 0) == 0; }

/// Always in sight: the choices of a kind, and the two of the whole model that are like them.
bool isHead(const core::ChoiceKey& key)
{
    return key.ofKey.empty() && (!key.formulas.empty() || key.id == "topology" || key.id == "output.head");
}

/// The head that a key folds out from; empty = under a title.
std::string headOf(const core::ChoiceKey& key)
{
    for (const Belongs& rule : kBelongs)
        if (startsWith(key.id, rule.prefix))
            return rule.head;
    const std::string prefix = key.id.substr(0, key.id.find('.') + 1);
    for (const core::ChoiceKey& head : core::choiceKeys())
        if (isHead(head) && !prefix.empty() && startsWith(head.id, prefix.c_str()))
            return head.id;
    return {};
}

const char* titleOf(const core::ChoiceKey& key)
{
    return std::find_if(std::begin(kTitles), std::end(kTitles), [&](const Title& t) {
        return startsWith(key.id, t.prefix);
    })->text;
}

bool differsByLayer(const core::Choices& choices, const std::string& key, int layers)
{
    for (int layer = 1; layer < layers; ++layer)
        if (choices.value(key, layer) != choices.value(key, 0))
            return true;
    return false;
}

} // namespace

VariantPanel::VariantPanel(QWidget* parent)
    : QWidget(parent)
    , m_scope(new SegmentedSwitch({"all", "one"}, this))
    , m_note(new TextLabel(TextRole::Body, Tone::Muted, this))
    , m_debounce(new QTimer(this))
{
    m_debounce->setSingleShot(true);
    m_debounce->setInterval(kDebounceMs);
    connect(m_debounce, &QTimer::timeout, this, [this] { emit choicesChanged(m_said); });
    connect(m_scope, &SegmentedSwitch::chosen, this, &VariantPanel::refresh);
    m_scope->setCurrent(QStringLiteral("all"));
    build();
    refresh();
}

VariantPanel::~VariantPanel() = default;

ChoiceRow* VariantPanel::makeRow(const core::ChoiceKey& key, QWidget* parent)
{
    auto* row = new ChoiceRow(key, parent);
    connect(row, &ChoiceRow::chosen, this, [this, id = key.id](const core::Json& value, bool later) { say(id, value, later); });
    connect(row, &ChoiceRow::resetAsked, this, [this, id = key.id] { reset(id); });
    connect(row, &ChoiceRow::refusedWordsAsked, this, [this, row] { refreshWords(*row); });
    m_rows.push_back(row);
    return row;
}

/// The row of a key and, below it, its parameters, whose own parameters follow in turn.
void VariantPanel::addRows(ChoiceGroup& group, const core::ChoiceKey& key)
{
    if (!isHead(key))
        group.add(makeRow(key, &group));
    for (const core::ChoiceKey& parameter : core::choiceKeys())
        if (parameter.ofKey == key.id)
            addRows(group, parameter);
}

void VariantPanel::build()
{
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    auto* scopeLine = new QHBoxLayout;
    scopeLine->setContentsMargins(space::l, space::s, space::m, 0);
    scopeLine->addWidget(m_scope);
    scopeLine->addStretch(1);
    outer->addLayout(scopeLine);
    m_note->setFlowing();
    m_note->setAlignment(Qt::AlignTop);
    m_note->setContentsMargins(space::l, space::s, space::m, space::s);
    outer->addWidget(m_note);
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* inside = new QWidget(scroll);
    auto* column = new QVBoxLayout(inside);
    column->setContentsMargins(space::xs, space::s, space::xs, space::s);
    column->setSpacing(2);

    const std::vector<core::ChoiceKey>& keys = core::choiceKeys();
    for (const core::ChoiceKey& head : keys) {
        if (!isHead(head))
            continue;
        auto* group = new ChoiceGroup(makeRow(head, inside), inside);
        addRows(*group, head);
        for (const core::ChoiceKey& key : keys)
            if (!isHead(key) && key.ofKey.empty() && headOf(key) == head.id)
                addRows(*group, key);
        m_groups.emplace_back(group, nullptr);
        column->addWidget(group);
    }
    for (const Title& title : kTitles) {
        auto* group = new ChoiceGroup(inside);
        for (const core::ChoiceKey& key : keys)
            if (!isHead(key) && key.ofKey.empty() && headOf(key).empty() && titleOf(key) == title.text)
                addRows(*group, key);
        m_groups.emplace_back(group, title.text);
        column->addWidget(group);
    }
    column->addStretch(1);
    scroll->setWidget(inside);
    outer->addWidget(scroll, 1);
    m_list = scroll;
}

void VariantPanel::setSetup(const core::SetupPtr& setup)
{
    const bool numberUnderway = m_debounce->isActive();
    m_setup = setup;
    m_isRecorded = false;
    m_isKnown = true;
    if (setup) {
        m_config = setup->config;
        m_resolved = core::describe(setup->config);
        m_own = core::describe(core::resolve(setup->model->choices, {}));
        if (!numberUnderway) // else the person is still turning a number: keep what was said last
            m_said = setup->said;
    }
    refresh();
}

void VariantPanel::setRecorded(const core::Json& choices)
{
    m_setup = nullptr;
    m_isRecorded = true;
    m_isKnown = choices.is_object() && !choices.empty();
    try {
        m_config = core::resolve(m_isKnown ? core::Choices::fromJson(choices) : core::Choices(), {});
        m_resolved = m_own = core::describe(m_config);
        m_said = {};
    } catch (const core::Error&) { // choices of another program
        m_isKnown = false;
    }
    refresh();
}

void VariantPanel::setLayer(int layer)
{
    if (std::exchange(m_layer, layer) != layer)
        refresh();
}

void VariantPanel::setTokens(int tokens)
{
    m_tokens = tokens;
    for (ChoiceRow* row : m_rows)
        row->setTokens(tokens);
}

bool VariantPanel::isOneLayer() const
{
    return m_scope->current() == QLatin1String("one") && m_setup && m_layer < int(m_config.layers());
}

void VariantPanel::setOneLayer(bool oneLayer)
{
    m_scope->setCurrent(oneLayer ? QStringLiteral("one") : QStringLiteral("all"));
    refresh();
}

ChoiceRow* VariantPanel::rowOf(const std::string& key)
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](ChoiceRow* row) { return row->key().id == key; });
    return found == m_rows.end() ? nullptr : *found;
}

/// A parameter is shown while one of its kinds is in use; what nothing follows from (an encoder's size without one) is not.
bool VariantPanel::isInUse(const core::ChoiceKey& key) const
{
    if (startsWith(key.id, "sizes."))
        return m_resolved.has(key.id);
    if (key.ofKey.empty() || key.ofKinds.empty())
        return true;
    if (const core::ChoiceKey* family = core::findChoiceKey(key.ofKey); family && !isInUse(*family))
        return false;
    for (int layer = 0; layer < int(m_config.layers()); ++layer) {
        const core::Json kind = m_resolved.value(key.ofKey, isOneLayer() ? m_layer : layer);
        if (kind.is_string() && std::find(key.ofKinds.begin(), key.ofKinds.end(), kind.get<std::string>()) != key.ofKinds.end())
            return true;
    }
    return false;
}

/// What a mask to paint begins with: the mask that is there.
core::Json VariantPanel::startingTable() const
{
    const core::AttentionMask& mask = m_config.block(std::min<core::Index>(m_layer, m_config.layers() - 1)).mask;
    const int size = std::max(kLeastCells, m_tokens);
    core::Json rows = core::Json::array();
    for (int query = 0; query < size; ++query) {
        core::Json row = core::Json::array();
        for (int key = 0; key < size; ++key)
            row.push_back(core::maskSees(mask, query, key) ? 1 : 0);
        rows.push_back(std::move(row));
    }
    return rows;
}

/// Says it, for all layers or the one; a kind that needs a table gets one to begin with. Throws core::Error.
void VariantPanel::put(core::Choices& said, const core::ChoiceKey& key, const core::Json& value) const
{
    const int layers = int(m_config.layers());
    const auto set = [&](const std::string& id, const core::Json& to) {
        if (isOneLayer())
            said.set(id, m_layer, m_layer, layers, to);
        else
            said.set(id, to);
    };
    set(key.id, value);
    for (const core::ChoiceKey& parameter : core::choiceKeys())
        if (parameter.type == core::ChoiceType::Table && parameter.ofKey == key.id && value == parameter.ofKinds.front()
            && said.value(parameter.id, m_layer).is_null() && m_resolved.value(parameter.id, m_layer).is_null())
            set(parameter.id, startingTable());
}

void VariantPanel::say(const std::string& key, const core::Json& value, bool later)
{
    ChoiceRow* row = rowOf(key);
    if (!m_setup || !row)
        return;
    if (value.is_null())
        return reset(key);
    core::Choices said = m_said;
    try {
        put(said, row->key(), value);
        // Back at the model's own choice: nothing is said about it any more.
        if (m_own.has(key) && m_own.all().at(key) == said.all().at(key))
            said.remove(key);
        announce(said, *row, later);
        for (const auto& [group, title] : m_groups) // what the new kind brings with it comes into sight
            if (group->head() == row && !later)
                group->setOpen(true);
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
    m_config = config;
    m_resolved = core::describe(config);
    refresh();
    if (later) {
        m_debounce->start();
    } else {
        m_debounce->stop();
        emit choicesChanged(m_said);
    }
}

/// Why this setting is refused; empty when it runs. Nothing is computed or read.
QString VariantPanel::whyRefused(const core::ChoiceKey& key, const core::Json& value) const
{
    try {
        core::Choices said = m_said;
        put(said, key, value);
        core::resolve(m_setup->model->choices, said);
        return {};
    } catch (const core::Error& error) {
        return errorText(error.parts());
    }
}

/// Which part of a block the key speaks of, when no block that is meant has it.
QString VariantPanel::whyWithoutEffect(const core::ChoiceKey& key) const
{
    const auto inNoBlock = [&](const auto& has) {
        const std::vector<core::BlockConfig>& blocks = m_config.blocks;
        return isOneLayer() ? !has(blocks[std::size_t(m_layer)]) : std::none_of(blocks.begin(), blocks.end(), has);
    };
    const std::string head = isHead(key) ? key.id : key.ofKey.empty() ? headOf(key) : key.ofKey;
    const bool ofAttention = head == "attention.kind" || head == "mask.kind";
    if (ofAttention && !m_config.hasEncoder() && inNoBlock([](const auto& block) { return core::isAttention(block.mixer); }))
        return tr("The mixer stands in place of attention: this has no effect.");
    const bool ofActivation = head == "activation.kind" && m_config.outputHead != core::OutputHead::MaskedLanguage;
    if (ofActivation && inNoBlock([](const auto& block) { return core::hasFeedForward(block.feedForward); }))
        return tr("There is no feed-forward: this has no effect.");
    return {};
}

/// Why nothing of this key can be set; empty when it can.
QString VariantPanel::whyFixed(const core::ChoiceKey& key) const
{
    // Contract §2: weights from a file fix all sizes but the number of layers and the context.
    if (m_setup->model->sizesFixed && startsWith(key.id, "sizes.") && key.id != "sizes.layers" && key.id != "sizes.context")
        return tr("The sizes of this model come from its file.");
    if (isOneLayer() && !key.perLayer)
        return tr("This is one choice for the whole model.");
    return whyWithoutEffect(key);
}

const core::Choices& VariantPanel::choicesOf(const core::ChoiceKey& key) const
{
    return m_resolved.has(key.id) ? m_resolved : m_said; // a schedule stands in the masks
}

/// Whose value is shown where layers may differ.
int VariantPanel::layerOf(const core::ChoiceKey& key) const
{
    const int layers = int(m_config.layers());
    const bool varies = key.perLayer && differsByLayer(choicesOf(key), key.id, layers);
    return varies || isOneLayer() ? std::min(m_layer, layers - 1) : 0;
}

void VariantPanel::refreshRow(ChoiceRow& row)
{
    const core::ChoiceKey& key = row.key();
    const bool isShown = m_setup || m_isRecorded;
    row.setVisible(!isShown || isInUse(key));
    row.forgetRefusedWords();
    if (!isShown)
        return;
    const int layers = int(m_config.layers());
    const core::Choices& shown = choicesOf(key);
    const bool varies = key.perLayer && differsByLayer(shown, key.id, layers);
    row.setValue(shown.value(key.id, layerOf(key)), varies && !isOneLayer() ? layerOf(key) : -1);
    const bool differs = m_resolved.has(key.id) && (!m_own.has(key.id) || m_resolved.all().at(key.id) != m_own.all().at(key.id));
    row.setDifference(differs, m_said.has(key.id));
    if (m_setup)
        row.setFixed(whyFixed(key));
}

/// Which words of a menu can run. Resolves the model once for each word, so only before the menu opens.
void VariantPanel::refreshWords(ChoiceRow& row)
{
    if (!m_setup)
        return;
    const core::ChoiceKey& key = row.key();
    const core::Json value = choicesOf(key).value(key.id, layerOf(key));
    for (std::size_t i = 0; i < key.words.size(); ++i)
        row.setWordRefused(int(i), value == key.words[i] ? QString() : whyRefused(key, key.words[i]));
}

void VariantPanel::refresh()
{
    m_list->setEnabled(m_setup != nullptr);
    m_list->setVisible(m_isKnown);
    m_note->setVisible(m_isRecorded);
    m_note->setText(m_isKnown ? tr("A recorded run: this is what ran. Open its model to change it.")
                              : tr("A recorded run: its file does not say what ran."));
    m_scope->setVisible(m_setup && m_config.layers() > 1);
    m_scope->setLabel(QStringLiteral("all"), tr("All layers"), tr("A change speaks of every layer"));
    m_scope->setLabel(
        QStringLiteral("one"), tr("Layer %1 only").arg(m_layer), tr("A change speaks of the layer that is selected"));
    for (ChoiceRow* row : m_rows)
        refreshRow(*row);
    for (const auto& [group, title] : m_groups) {
        group->setTitle(title ? tr(title) : QString());
        group->refresh();
    }
}

QSize VariantPanel::sizeHint() const { return QSize(300, 520) * currentTheme().scale; }

QSize VariantPanel::minimumSizeHint() const { return QSize(230, 120) * currentTheme().scale; }

void VariantPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        for (ChoiceRow* row : m_rows)
            row->retranslate();
        refresh();
    }
    if (meansRestyle(*event))
        updateGeometry();
}

} // namespace widgets
