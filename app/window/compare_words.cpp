#include "app/window/compare_words.h"

#include "widgets/controls/elided_label.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/theme.h"

#include <QHBoxLayout>

namespace app {

using widgets::TextRole;
using widgets::Tone;
namespace space = widgets::space;

CompareWords::CompareWords(QWidget* parent)
    : QWidget(parent)
    , m_words(new widgets::ElidedLabel(TextRole::Body, Tone::Muted, this))
    , m_number(new widgets::TextLabel(TextRole::Body, Tone::Normal, this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(space::m);
    row->addWidget(m_words, 1);
    row->addWidget(m_number);
    m_number->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(m_number, &QLabel::linkActivated, this, [this](const QString& link) {
        const auto metric = std::size_t(link.toInt());
        if (metric < m_metrics.size())
            emit placeChosen(m_metrics[metric].at);
    });
    hide();
}

QString CompareWords::fairness() const { return m_words->text(); }

void CompareWords::showSlots(
    const widgets::FigureInfo& figure, const widgets::FigureData& drawn, const widgets::Fairness& fairness)
{
    m_metrics = figure.metrics && widgets::whyNoDifference(figure, drawn).isEmpty() ? figure.metrics(drawn)
                                                                                    : std::vector<widgets::Metric>();
    QString number;
    QStringList all;
    const bool isNothingDifferent
        = fairness.differs.empty() && fairness.sameIds && fairness.areKnown && fairness.shared == fairness.tensors;
    for (std::size_t i = 0; i < m_metrics.size(); ++i) {
        const widgets::Metric& metric = m_metrics[i];
        all << tr("%1 %2").arg(metric.name, metric.value);
        if (metric.hasPlace && metric.value == widgets::formatNumber(0) && !isNothingDifferent)
            all.back() = tr("%1: no effect up to here").arg(all.back());
        if (metric.hasPlace && number.isEmpty())
            number = QStringLiteral("<a href=\"%1\">%2</a>").arg(i).arg(all.back().toHtmlEscaped());
    }
    if (number.isEmpty() && !all.isEmpty())
        number = all.front().toHtmlEscaped();
    m_words->setText(widgets::fairnessText(drawn, fairness));
    m_number->setText(number);
    m_number->setToolTip(all.size() > 1 ? all.join(QStringLiteral(" · ")) : QString());
    m_number->setVisible(!number.isEmpty());
    updateGeometry();
    show();
}

void CompareWords::showHint(const QString& hint)
{
    m_metrics.clear();
    m_words->setText(hint);
    m_number->hide();
    updateGeometry();
    setVisible(!hint.isEmpty());
}

QSize CompareWords::minimumSizeHint() const
{
    constexpr int fewWords = 140; // px of ordinary type
    return m_number->isHidden() ? QSize(0, 1)
                                : QSize(int(fewWords * widgets::currentTheme().scale) + m_number->sizeHint().width(), 1);
}

/// The words whole; the line gives what it has.
QSize CompareWords::sizeHint() const
{
    const int words = m_words->fontMetrics().horizontalAdvance(m_words->text()) + 1;
    return {words + (m_number->isHidden() ? 0 : m_number->sizeHint().width() + space::m), m_words->sizeHint().height()};
}

} // namespace app
