#pragma once

// ChoiceEditor: the choices given for the model on screen, what follows from them, and why some are refused. The one
// place that decides this for a window: the panel of the architecture and the switches on the page both edit through it.

#include "core/run/model.h"

#include <QObject>

#include <map>
#include <string>

class QTimer;

namespace widgets {

class ChoiceEditor : public QObject
{
    Q_OBJECT
public:
    explicit ChoiceEditor(QObject* parent = nullptr);

    /// Null: nothing runs yet. Emits changed() only.
    void setSetup(const core::SetupPtr& setup);

    /// A recorded run, which cannot be changed; `choices` as in its file, perhaps none. Emits changed() only.
    void setRecorded(const core::Json& choices);

    /// Another model is being opened: nothing holds until the next setSetup() or setRecorded(). Empty: it is not, after all.
    void setOpening(const QString& model);

    /// What is said before the person says anything: no change of theirs, and what reset() goes back to.
    void setStart(const core::Choices& start) { m_start = start; }

    /// The block that "this layer only" is about, and whose values are shown where layers differ.
    void setLayer(int layer);
    int layer() const { return m_layer; }

    /// Whether a change is about that layer only.
    bool isOneLayer() const;
    void setOneLayer(bool oneLayer);

    /// Keys that a class does not need: these choices, and the parameters of their kinds, are in no list. Emits changed() only.
    void setHidden(const QStringList& keys);

    /// Tokens of the text: a mask to paint begins with as many cells.
    void setTokens(int tokens) { m_tokens = tokens; }

    const core::SetupPtr& setup() const { return m_setup; }
    const core::ModelConfig& config() const { return m_config; }
    const core::Choices& said() const { return m_said; } // on top of the model's own
    const QString& opening() const { return m_opening; } // empty: nothing is being opened
    bool isRecorded() const { return m_isRecorded; }
    bool isKnown() const { return m_isKnown && m_opening.isEmpty() && (m_setup || m_isRecorded); } // what runs
    bool canEdit() const { return m_setup && m_opening.isEmpty(); }

    /// What runs in this layer; layerOf() has the one to show where layers may differ.
    core::Json value(const core::ChoiceKey& key, int layer) const { return choicesOf(key).value(key.id, layer); }
    core::Json own(const core::ChoiceKey& key) const { return m_own.value(key.id, layerOf(key)); } // of the model itself
    int layerOf(const core::ChoiceKey& key) const;
    bool differsByLayer(const core::ChoiceKey& key) const;

    /// The kind that a parameter belongs to runs somewhere; a plain choice always counts, unless it is hidden.
    bool isInUse(const core::ChoiceKey& key) const;

    /// The model makes something of it: a kind's parameter, what is switched on, or was said.
    bool isUsed(const core::ChoiceKey& key) const;

    bool differs(const core::ChoiceKey& key) const; // from the model's own
    bool isSaid(const core::ChoiceKey& key) const;  // by the person

    /// Why nothing can be said about this key; empty when something can.
    QString whyFixed(const core::ChoiceKey& key) const;

    /// Why this value would not run; empty when it would. Resolves the model once; nothing is computed or read.
    QString whyRefused(const core::ChoiceKey& key, const core::Json& value) const;

    /// The person says it, for all layers or the one; null takes back what was said. `later`: one of many steps of a number.
    void say(const std::string& key, const core::Json& value, bool later = false);
    void reset(const std::string& key);

signals:
    /// Whatever is shown of choices may be another.
    void changed();

    /// What was said last about this key cannot be; empty: it can.
    void refused(const QString& key, const QString& why);

    /// One change by the person: everything said now. Numbers are announced 80 ms after the last step.
    void choicesChanged(const core::Choices& said);

private:
    const core::Choices& choicesOf(const core::ChoiceKey& key) const;
    QString whyWithoutEffect(const core::ChoiceKey& key) const;
    bool changesParameters(const core::ChoiceKey& key) const;
    core::Json startingTable(core::Index tokens) const;
    void put(core::Choices& said, const core::ChoiceKey& key, const core::Json& value, core::Index tokens) const;
    void announce(const core::Choices& said, bool later);

    core::SetupPtr m_setup;
    bool m_isRecorded = false;
    bool m_isKnown = true; // not of every recorded run
    QString m_opening;
    QStringList m_hidden;
    core::Choices m_start;
    core::Choices m_said;     // includes a number not yet announced
    core::Choices m_resolved; // what runs
    core::Choices m_own;      // the model without anything said
    core::ModelConfig m_config;
    mutable std::map<std::string, bool> m_changesParameters; // of keys asked since the last change
    int m_layer = 0;
    int m_tokens = 0;
    bool m_isOneLayer = false;
    QTimer* m_debounce;
};

} // namespace widgets
