#pragma once

// OptionControls: the controls of a page that are named after the options of its figures.

class QObject;
class QVariant;

namespace widgets {

/// Says an option's value to its control: a switch, a box, a slider, a button that is on or off. Emits what the person would have
/// caused; nothing for other objects.
void setControl(QObject* control, const QVariant& value);

} // namespace widgets
