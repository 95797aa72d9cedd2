#include "widgets/views/shared/option_controls.h"

#include "widgets/controls/segmented_switch.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QComboBox>
#include <QSpinBox>
#include <QVariant>

#include <algorithm>

namespace widgets {

void setControl(QObject* control, const QVariant& value)
{
    if (auto* choice = qobject_cast<SegmentedSwitch*>(control)) {
        if (choice->current() != value.toString()) {
            choice->setCurrent(value.toString());
            emit choice->chosen(choice->current());
        }
    } else if (auto* slider = qobject_cast<QAbstractSlider*>(control)) {
        slider->setValue(value.toInt());
    } else if (auto* number = qobject_cast<QSpinBox*>(control)) {
        number->setValue(value.toInt());
    } else if (auto* real = qobject_cast<QDoubleSpinBox*>(control)) {
        real->setValue(value.toDouble());
    } else if (auto* box = qobject_cast<QComboBox*>(control)) {
        box->setCurrentIndex(std::max(box->findData(value), box->findText(value.toString())));
    } else if (auto* button = qobject_cast<QAbstractButton*>(control);
               button && button->isCheckable() && !qobject_cast<SegmentedSwitch*>(button->parent())) {
        button->setChecked(value.toBool());
    }
}

} // namespace widgets
