#include "app/next_tokens.h"

#include "widgets/panels/read_out.h"
#include "widgets/plot/theme.h"
#include "widgets/views/next_tokens.h"

#include <QEvent>
#include <QFontMetrics>
#include <QLocale>
#include <QPainter>

#include <algorithm>

namespace app {

using namespace widgets;

namespace {

constexpr int shownRows = 6;

QFont rowFont() { return fontOf(TextRole::Label, currentTheme(), currentLanguageIsChinese()); }

int rowHeight() { return QFontMetrics(rowFont()).height() + int(6 * currentTheme().scale); }

} // namespace

NextTokens::NextTokens(SelectionModel* selection, QWidget* parent)
    : QWidget(parent)
    , m_selection(selection)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(selection, &SelectionModel::pinnedChanged, this, &NextTokens::refresh);
}

void NextTokens::setRun(const RunPtr& run)
{
    m_run = run;
    refresh();
}

QSize NextTokens::sizeHint() const { return {220, rowHeight() * (shownRows + 1)}; }

void NextTokens::refresh()
{
    m_rows.clear();
    m_position = -1;
    if (m_run) {
        const int tokens = int(streamTokens(*m_run->trace).size());
        const int query = m_selection->pinned().query;
        m_position = query >= 0 && query < tokens ? query : tokens - 1;
        for (const core::TokenProbability& next : nextTokens(*m_run->trace, m_position, shownRows))
            m_rows.push_back({tokenText(*m_run, next.id), next.probability});
    }

    QStringList words;
    for (const Row& row : m_rows)
        words += tr("%1 %2").arg(row.token, QLocale().toString(row.probability, 'f', 3));
    setAccessibleName(tr("Next token"));
    setAccessibleDescription(words.join(", "));
    updateGeometry();
    update();
}

void NextTokens::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = currentTheme();
    painter.setFont(rowFont());
    const QFontMetrics metrics(rowFont());
    const int height = rowHeight();
    if (m_rows.empty()) {
        painter.setPen(theme.text2);
        painter.drawText(rect(), Qt::AlignTop | Qt::TextWordWrap,
            !m_run                                                                          ? tr("No result yet")
                : m_run->setup && m_run->setup->config.outputHead == core::OutputHead::None ? tr("This model has no output head")
                                                                                            : tr("This run has no logits here"));
        return;
    }
    painter.setPen(theme.text2);
    painter.drawText(QRect(0, 0, width(), height), Qt::AlignVCenter,
        metrics.elidedText((speaksOfHere(*m_run->trace) ? tr("at %1 %2") : tr("after %1 %2"))
                               .arg(QLocale().toString(m_position), quotedToken(*m_run->trace, m_position)),
            Qt::ElideRight, width()));

    const int nameWidth = width() * 38 / 100;
    const int numberWidth = metrics.horizontalAdvance(QStringLiteral("0.0000"));
    const int barLeft = nameWidth + space::s;
    const double barRoom = std::max(8, width() - barLeft - numberWidth - space::s);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        const QRect line(0, int(i + 1) * height, width(), height);
        painter.setPen(theme.text);
        painter.drawText(QRect(0, line.top(), nameWidth, height), Qt::AlignVCenter | Qt::AlignRight,
            metrics.elidedText(row.token, Qt::ElideRight, nameWidth));
        const double bar = std::max(2.0, barRoom * row.probability / m_rows[0].probability);
        painter.setPen(Qt::NoPen);
        painter.setBrush(i == 0 ? theme.slotB : theme.slotA);
        painter.drawRoundedRect(QRectF(barLeft, line.top() + height * 0.22, bar, height * 0.56), 2, 2);
        painter.setPen(theme.text2);
        painter.drawText(QRectF(barLeft + bar + space::xs, line.top(), numberWidth + space::s, height), Qt::AlignVCenter,
            QLocale().toString(row.probability, 'f', 3));
    }
}

void NextTokens::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        refresh();
}

} // namespace app
