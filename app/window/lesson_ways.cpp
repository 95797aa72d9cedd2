#include "app/window/lesson_ways.h"

#include "app/base/languages.h"
#include "app/lessons/lesson_player.h"
#include "app/window/lesson_parts.h"

#include "widgets/controls/text_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>

namespace app {

using namespace widgets;

LessonWays::LessonWays(LessonPlayer* player, Form form, QWidget* parent)
    : QWidget(parent)
    , m_player(player)
    , m_form(form)
    , m_previous(new QPushButton(this))
    , m_next(new QPushButton(this))
{
    m_previous->setObjectName("previousLessonStep");
    m_next->setObjectName("nextLessonStep");
    if (form == Form::Column) // its words are as long as there is room
        m_next->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(m_previous, &QPushButton::clicked, this, [this] { m_player->goTo(m_player->at() - 1); });
    connect(m_next, &QPushButton::clicked, this,
        [this] { m_player->at() + 1 < m_player->count() ? m_player->goTo(m_player->at() + 1) : emit leaveWanted(); });
    connect(player, &LessonPlayer::stepChanged, this, &LessonWays::refresh);
    connect(player, &LessonPlayer::progressChanged, this, &LessonWays::refresh);
    if (form == Form::Across)
        for (QPushButton* const button : {m_previous, m_next})
            button->setFocusPolicy(Qt::TabFocus);
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(space::s);
    row->addWidget(m_previous);
    row->addWidget(m_next, 1);
    retranslate();
}

void LessonWays::retranslate()
{
    const QString sign = QStringLiteral("‹");
    m_previous->setText(m_form == Form::Across ? sign : sign + QLatin1Char(' ') + tr("Previous"));
    m_previous->setAccessibleName(tr("Previous step"));
    m_previous->setToolTip(m_form == Form::Across ? m_previous->accessibleName() : QString());
    restyle();
    refresh();
}

void LessonWays::restyle() { m_next->setStyleSheet(mainButtonStyle(currentTheme())); }

void LessonWays::refresh()
{
    if (!m_player->isActive())
        return;
    m_previous->setEnabled(m_player->at() > 0);
    m_next->setText(m_player->at() + 1 == m_player->count() ? tr("Finish") : tr("Next") + QStringLiteral(" ›"));
    m_next->setEnabled(m_player->isFinished());
    if (m_form == Form::Column)
        nameNext();
}

/// Where it leads to, once that gives no answer away, and where there is room for it.
void LessonWays::nameNext()
{
    const QString plain = m_next->text();
    m_next->setMinimumWidth(m_next->sizeHint().width());
    const int next = m_player->at() + 1;
    if (next == m_player->count() || !m_player->isFinished())
        return;
    const QString title = m_player->lesson().wordsIn(currentLanguage()).steps[std::size_t(next)].title;
    m_next->setText(tr("Next: %1").arg(title).replace(QLatin1Char('&'), QLatin1String("&&")) + QStringLiteral(" ›"));
    if (m_next->sizeHint().width() > m_next->width())
        m_next->setText(plain);
}

void LessonWays::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    refresh();
}

void LessonWays::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (isOfTheme(*event))
        restyle();
}

} // namespace app
