#include "widgets/panels/choice_editor.h"

#include "core/files/library/training_runs.h"
#include "core/run/forward.h"
#include "widgets/figure/error_text.h"
#include "widgets/panels/choice_order.h"

#include <QTimer>

#include <algorithm>
#include <utility>

namespace widgets {

namespace {

constexpr int kDebounceMs = 80;

/// The default of a choice.
const core::Choices& plainChoices()
{
    static const core::Choices plain = core::describe(core::resolve({}, {}));
    return plain;
}

/// Of one training: all but the weights is the same, and nothing that is said of the choices changes.
bool areMoments(const core::Setup& a, const core::Setup& b)
{
    return core::withoutStep(a.model->name) == core::withoutStep(b.model->name) && a.model->choices == b.model->choices
        && a.model->sizesFixed == b.model->sizesFixed && a.config == b.config && a.said == b.said && a.origin.how == b.origin.how
        && core::withoutStep(a.origin.model) == core::withoutStep(b.origin.model) && a.origin.seeded == b.origin.seeded;
}

} // namespace

ChoiceEditor::ChoiceEditor(QObject* parent)
    : QObject(parent)
    , m_debounce(new QTimer(this))
{
    m_debounce->setSingleShot(true);
    m_debounce->setInterval(kDebounceMs);
    connect(m_debounce, &QTimer::timeout, this, [this] { emit choicesChanged(m_said); });
}

void ChoiceEditor::setSetup(const core::SetupPtr& setup)
{
    const bool numberUnderway = m_debounce->isActive();
    const bool isMoment
        = setup && m_setup && setup != m_setup && m_opening.isEmpty() && setup->said == m_said && areMoments(*setup, *m_setup);
    m_setup = setup;
    if (isMoment)
        return;
    m_isRecorded = false;
    m_isKnown = true;
    m_opening.clear();
    m_changesParameters.clear();
    if (setup) {
        m_config = setup->config;
        m_resolved = core::describe(setup->config);
        m_own = core::describe(core::resolve(setup->model->choices, {}));
        if (!numberUnderway) // else the person is still turning a number: keep what was said last
            m_said = setup->said;
    }
    emit changed();
}

void ChoiceEditor::setRecorded(const core::Json& choices)
{
    m_setup = nullptr;
    m_isRecorded = true;
    m_isKnown = choices.is_object() && !choices.empty();
    m_opening.clear();
    try {
        m_config = core::resolve(m_isKnown ? core::Choices::fromJson(choices) : core::Choices(), {});
        m_resolved = m_own = core::describe(m_config);
        m_said = {};
    } catch (const core::Error&) { // choices of another program
        m_isKnown = false;
    }
    emit changed();
}

void ChoiceEditor::setOpening(const QString& model)
{
    if (std::exchange(m_opening, model) != model)
        emit changed();
}

void ChoiceEditor::setLayer(int layer)
{
    if (std::exchange(m_layer, layer) != layer)
        emit changed();
}

bool ChoiceEditor::isOneLayer() const { return m_isOneLayer && m_setup && m_layer < int(m_config.layers()); }

void ChoiceEditor::setOneLayer(bool oneLayer)
{
    if (std::exchange(m_isOneLayer, oneLayer) != oneLayer)
        emit changed();
}

const core::Choices& ChoiceEditor::choicesOf(const core::ChoiceKey& key) const
{
    return m_resolved.has(key.id) ? m_resolved : m_said; // a schedule is in the masks
}

bool ChoiceEditor::differsByLayer(const core::ChoiceKey& key) const
{
    const core::Choices& shown = choicesOf(key);
    for (int layer = 1; key.perLayer && layer < int(m_config.layers()); ++layer)
        if (shown.value(key.id, layer) != shown.value(key.id, 0))
            return true;
    return false;
}

int ChoiceEditor::layerOf(const core::ChoiceKey& key) const
{
    return isOneLayer() || differsByLayer(key) ? std::min(m_layer, int(m_config.layers()) - 1) : 0;
}

/// What nothing follows from (an encoder's size without one) is not in use either.
void ChoiceEditor::setHidden(const QStringList& keys)
{
    if (m_hidden == keys)
        return;
    m_hidden = keys;
    emit changed();
}

bool ChoiceEditor::isInUse(const core::ChoiceKey& key) const
{
    for (const std::string& id : {key.id, key.ofKey, headOf(key)})
        if (!id.empty() && m_hidden.contains(QString::fromStdString(id)))
            return false;
    if (key.id.starts_with("sizes."))
        return m_resolved.has(key.id);
    if (key.ofKey.empty() || key.ofKinds.empty())
        return true;
    if (const core::ChoiceKey* family = core::findChoiceKey(key.ofKey); family && !isInUse(*family))
        return false;
    for (int layer = 0; layer < int(m_config.layers()); ++layer) {
        const core::Json kind = m_resolved.value(key.ofKey, isOneLayer() ? m_layer : layer);
        if (kind.is_string() && std::ranges::find(key.ofKinds, kind.get<std::string>()) != key.ofKinds.end())
            return true;
    }
    return false;
}

bool ChoiceEditor::isUsed(const core::ChoiceKey& key) const
{
    if (isHead(key) || !key.ofKey.empty() || key.id.starts_with("sizes.") || key.id == "weights" || differs(key) || isSaid(key))
        return true;
    if (key.id == "seed") // as long as a number comes from it
        return !m_setup || m_setup->origin.how == core::WeightsOrigin::How::Seeded || !m_setup->origin.seeded.empty();
    if (!m_resolved.has(key.id))
        return false;
    // A bias that is on is made something of, even where that is usual; a limit that is off is not.
    const core::Json& value = m_resolved.all().at(key.id);
    if (value == core::Json(true))
        return changesParameters(key);
    const auto plain = plainChoices().all().find(key.id);
    return value != core::Json(false) && (plain == plainChoices().all().end() || value != plain->second);
}

/// What is on by default and brings nothing with it (the bias of a head that is not there) is no part of the model.
bool ChoiceEditor::changesParameters(const core::ChoiceKey& key) const
{
    const auto plain = plainChoices().all().find(key.id);
    if (!m_setup || plain == plainChoices().all().end() || plain->second != core::Json(true))
        return true;
    const auto known = m_changesParameters.find(key.id);
    if (known != m_changesParameters.end())
        return known->second;
    const auto namesWith = [&](const core::Choices& said) {
        std::vector<std::string> names;
        for (const core::WeightSpec& spec : core::plan(core::resolve(m_setup->model->choices, said), 1).weights)
            names.push_back(spec.name);
        return names;
    };
    bool changes = true;
    try {
        core::Choices without = m_said;
        without.set(key.id, false);
        changes = namesWith(without) != namesWith(m_said);
    } catch (const core::Error&) { // cannot be without it
    }
    return m_changesParameters[key.id] = changes;
}

bool ChoiceEditor::differs(const core::ChoiceKey& key) const
{
    return m_resolved.has(key.id) && (!m_own.has(key.id) || m_resolved.all().at(key.id) != m_own.all().at(key.id));
}

bool ChoiceEditor::isSaid(const core::ChoiceKey& key) const
{
    const auto in = [&](const core::Choices& choices) { return choices.has(key.id) ? choices.all().at(key.id) : core::Json(); };
    return in(m_said) != in(m_start);
}

/// Which part of a block the key is about, when no block that is meant has it.
QString ChoiceEditor::whyWithoutEffect(const core::ChoiceKey& key) const
{
    const auto inNoBlock = [&](const auto& has) {
        const std::vector<core::BlockConfig>& blocks = m_config.blocks;
        return isOneLayer() ? !has(blocks[std::size_t(m_layer)]) : std::none_of(blocks.begin(), blocks.end(), has);
    };
    const std::string head = isHead(key) ? key.id : headOf(key);
    const bool ofAttention = head == "attention.kind" || head == "mask.kind";
    if (ofAttention && !m_config.hasEncoder() && inNoBlock([](const auto& block) { return core::isAttention(block.mixer); }))
        return tr("The mixer replaces attention: this has no effect.");
    const bool ofActivation = head == "activation.kind" && m_config.outputHead != core::OutputHead::MaskedLanguage;
    if (ofActivation && inNoBlock([](const auto& block) { return core::hasFeedForward(block.feedForward); }))
        return tr("There is no feed-forward: this has no effect.");
    return {};
}

QString ChoiceEditor::whyFixed(const core::ChoiceKey& key) const
{
    if (m_isRecorded)
        return tr("A recorded run: this is what ran. Open its model to change it.");
    if (!canEdit())
        return tr("The model is being opened.");
    // Contract §2: weights from a file fix all sizes but the number of layers and the context.
    if (m_setup->model->sizesFixed && key.id.starts_with("sizes.") && key.id != "sizes.layers" && key.id != "sizes.context")
        return tr("The sizes of this model come from its file.");
    if (isOneLayer() && !key.perLayer)
        return tr("This is one choice for the whole model.");
    return whyWithoutEffect(key);
}

QString ChoiceEditor::whyRefused(const core::ChoiceKey& key, const core::Json& value) const
{
    if (!m_setup)
        return {};
    try {
        core::Choices said = m_said;
        put(said, key, value, 1); // a table of one token is refused or taken as that of a long text is
        core::resolve(m_setup->model->choices, said);
        return {};
    } catch (const core::Error& error) {
        return errorText(error.parts());
    }
}

/// What a mask to paint begins with: the mask that is there.
core::Json ChoiceEditor::startingTable(core::Index tokens) const
{
    const core::Index layer = std::min<core::Index>(m_layer, m_config.layers() - 1);
    return core::jsonOf(core::cellsOf(m_config.block(layer).mask, tokens));
}

/// Says it, for all layers or the one; a kind that needs a table gets one of so many tokens to begin with. Throws core::Error.
void ChoiceEditor::put(core::Choices& said, const core::ChoiceKey& key, const core::Json& value, core::Index tokens) const
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
            set(parameter.id, startingTable(tokens));
}

void ChoiceEditor::say(const std::string& key, const core::Json& value, bool later)
{
    const core::ChoiceKey* known = core::findChoiceKey(key);
    if (!canEdit() || !known)
        return;
    if (value.is_null())
        return reset(key);
    core::Choices said = m_said;
    try {
        put(said, *known, value, m_tokens);
        // Back at the model's own choice: nothing is said about it any more.
        if (m_own.has(key) && m_own.all().at(key) == said.all().at(key))
            said.remove(key);
        emit refused(QString::fromStdString(key), {});
        announce(said, later);
    } catch (const core::Error& error) {
        emit refused(QString::fromStdString(key), errorText(error.parts()));
    }
}

void ChoiceEditor::reset(const std::string& key)
{
    if (!canEdit())
        return;
    core::Choices said = m_said;
    said.remove(key);
    if (m_start.has(key))
        said.set(key, m_start.all().at(key));
    try {
        emit refused(QString::fromStdString(key), {});
        announce(said, false);
    } catch (const core::Error& error) {
        emit refused(QString::fromStdString(key), errorText(error.parts()));
    }
}

void ChoiceEditor::announce(const core::Choices& said, bool later)
{
    const core::ModelConfig config = core::resolve(m_setup->model->choices, said); // throws when it cannot run
    if (said == m_said)
        return;
    m_said = said;
    m_changesParameters.clear();
    m_config = config;
    m_resolved = core::describe(config);
    emit changed();
    if (later) {
        m_debounce->start();
    } else {
        m_debounce->stop();
        emit choicesChanged(m_said);
    }
}

} // namespace widgets
