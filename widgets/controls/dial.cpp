#include "widgets/controls/dial.h"

#include "widgets/plot/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>

namespace widgets {

namespace {

constexpr int narrowest = 48, widest = 140; // px of the slider

} // namespace

Dial::Dial(int min, int max, QWidget* parent)
    : QWidget(parent)
    , m_name(new QLabel(this))
    , m_slider(new QSlider(Qt::Horizontal, this))
{
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(space::s);
    row->addWidget(m_name);
    row->addWidget(m_slider);
    m_slider->setRange(min, max);
    m_slider->setMinimumWidth(narrowest);
    m_slider->setMaximumWidth(widest);
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) {
        emit moved(value);
        if (!m_slider->isSliderDown())
            emit settled();
    });
    connect(m_slider, &QSlider::sliderReleased, this, &Dial::settled);
}

void Dial::setRange(int min, int max)
{
    const QSignalBlocker blocker(m_slider);
    m_slider->setRange(min, max);
}

void Dial::setValue(int value, const QString& name)
{
    const QSignalBlocker blocker(m_slider);
    m_slider->setValue(value);
    const QString read = m_slider->accessibleName();
    if (read.isEmpty() || read == m_name->text()) // else the page has named it
        m_slider->setAccessibleName(name);
    m_slider->setAccessibleDescription(name);
    m_name->setText(name);
}

} // namespace widgets
