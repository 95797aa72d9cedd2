#include "app/window/next_tokens.h"

#include "app/runs/continuation.h"
#include "app/window/token_bars.h"

#include "widgets/plot/counting.h"
#include "widgets/plot/theme.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/read_out.h"

#include <QDoubleSpinBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLocale>
#include <QPushButton>

namespace app {

using namespace widgets;

NextTokens::NextTokens(SelectionModel* selection, QWidget* parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_bars(new TokenBars(this))
    , m_continue(new QPushButton(this))
    , m_temperature(new QDoubleSpinBox(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(space::xs);
    column->addWidget(m_bars);
    auto* line = new QHBoxLayout;
    line->setSpacing(space::s);
    line->addWidget(m_continue);
    line->addWidget(m_temperature);
    line->addStretch(1);
    column->addLayout(line);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);

    m_continue->setObjectName(QStringLiteral("continueButton"));
    m_temperature->setObjectName(QStringLiteral("temperature"));
    m_temperature->setRange(0, 2);
    m_temperature->setSingleStep(0.1);
    m_temperature->setDecimals(1);
    connect(m_bars, &TokenBars::chosen, this, [this](int bar) {
        if (std::size_t(bar) < m_rows.size())
            emit tokenChosen(m_position, m_rows[std::size_t(bar)].id);
    });
    connect(m_bars, &TokenBars::asked, this, [this](int bar, const QPoint& where) {
        if (std::size_t(bar) < m_rows.size())
            emit tokenAsked(m_position, m_rows[std::size_t(bar)].id, where);
    });
    connect(m_continue, &QPushButton::clicked, this,
        [this] { m_isWriting ? emit stopWanted() : emit continueWanted(temperature()); });
    connect(selection, &SelectionModel::pinnedChanged, this, &NextTokens::refresh);
    refresh();
}

void NextTokens::setRun(const RunPtr& run)
{
    m_run = run;
    m_canWrite = run && canContinue(*run);
    m_bars->setOpen(m_canWrite);
    m_continue->setVisible(m_canWrite);
    m_temperature->setVisible(m_canWrite);
    refresh();
}

void NextTokens::setWriting(bool writing)
{
    m_isWriting = writing;
    say();
}

double NextTokens::temperature() const { return m_temperature->value(); }

void NextTokens::setTemperature(double temperature) { m_temperature->setValue(temperature); }

void NextTokens::refresh()
{
    m_rows.clear();
    m_position = -1;
    if (m_run) {
        const int tokens = int(streamTokens(*m_run->trace).size());
        const int query = m_selection->pinned().query;
        m_position = query >= 0 && query < tokens ? query : tokens - 1;
        for (const core::TokenProbability& next : nextTokens(*m_run->trace, m_position, TokenBars::maxBars))
            m_rows.push_back({tokenText(*m_run, next.id), next.probability, next.id});
    }
    say();
}

/// What is in the panel, in the current language.
void NextTokens::say()
{
    QStringList words;
    std::vector<TokenBars::Bar> bars;
    for (const Row& row : m_rows) {
        words += tr("%1 %2").arg(row.token, widgets::probabilityText(row.probability));
        bars.push_back({row.token, row.probability});
    }
    const bool isSeeded = m_run && m_run->setup && m_run->setup->origin.how == core::WeightsOrigin::How::Seeded;
    const QString heading = !m_run ? tr("No result yet")
        : !m_rows.empty()          ? (speaksOfHere(*m_run->trace) ? tr("at %1 %2") : tr("after %1 %2"))
                                .arg(QLocale().toString(widgets::counted(m_position)), quotedToken(*m_run->trace, m_position))
        : m_run->setup && m_run->setup->config.outputHead == core::OutputHead::None ? tr("This model has no output head")
                                                                                    : tr("This run has no logits here");
    m_bars->setBars(isSeeded && !m_rows.empty() ? tr("%1, nothing learned").arg(heading) : heading, std::move(bars));
    const bool isAtEnd = m_run && m_position == int(streamTokens(*m_run->trace).size()) - 1;
    m_bars->setToolTip(!m_canWrite ? QString()
            : isAtEnd              ? tr("A click appends the token to the text")
                                   : tr("A click continues the text with the token from here"));
    m_bars->setAccessibleName(tr("Next token"));
    m_bars->setAccessibleDescription(words.join(", "));
    setAccessibleName(tr("Next token"));
    setAccessibleDescription(words.join(", "));
    m_continue->setText(m_isWriting ? tr("Stop") : tr("Continue"));
    m_continue->setToolTip(m_isWriting ? tr("Stops writing (Ctrl+.)") : tr("The model continues, token by token"));
    if (const QString prefix = tr("temperature "); m_temperature->prefix() != prefix) // the same one would lay all out anew
        m_temperature->setPrefix(prefix);
    m_temperature->setAccessibleName(tr("Temperature"));
    m_temperature->setToolTip(tr("0 always takes the most probable token; more draws less probable ones, too. The same text and "
                                 "temperature give the same tokens."));
    m_temperature->setEnabled(!m_isWriting);
}

void NextTokens::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        refresh();
}

} // namespace app
