#pragma once

#include "core/model/choices.h"

#include <QUndoCommand>

#include <functional>

namespace app {

/// One change of the choices. Neighbouring changes of the same number are one step of undo.
class ChoiceCommand : public QUndoCommand
{
public:
    using Apply = std::function<void(const core::Choices&)>;

    ChoiceCommand(core::Choices before, core::Choices after, Apply apply);

    void undo() override { m_apply(m_before); }
    void redo() override { m_apply(m_after); }
    int id() const override;
    bool mergeWith(const QUndoCommand* other) override;

private:
    core::Choices m_before, m_after;
    Apply m_apply;
    std::string m_number; // key of the only change when it is a number; empty: never merges
};

} // namespace app
