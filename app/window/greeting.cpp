#include "app/window/greeting.h"

#include "app/window/lesson_parts.h"

#include "widgets/controls/text_label.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace app {

using namespace widgets;

namespace {
constexpr int cardWidth = 420; // px of ordinary type
constexpr double veiled = 0.75; // opacity: what is below is seen, and not read

/// Over the window below the card, as long as that is there; a click on it is *Just look*.
class Veil : public QWidget
{
public:
    Veil(QWidget* under, Greeting* card)
        : QWidget(under)
        , m_card(card)
    {
        setGeometry(under->rect());
        under->installEventFilter(this);
        connect(card, &Greeting::dismissed, this, [this] {
            hide();
            deleteLater();
        });
        show();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QColor ground = currentTheme().surface;
        ground.setAlphaF(float(veiled));
        QPainter(this).fillRect(rect(), ground);
    }
    void mousePressEvent(QMouseEvent*) override { m_card->leave(); }
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Resize)
            setGeometry(parentWidget()->rect());
        return QWidget::eventFilter(watched, event);
    }

private:
    Greeting* m_card;
};

} // namespace

Greeting::Greeting(QWidget* under)
    : QFrame(under)
    , m_title(new TextLabel(TextRole::Title, Tone::Normal, this))
    , m_words(new TextLabel(TextRole::Body, Tone::Muted, this))
{
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_words->setFlowing();
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(space::xl, space::xl, space::xl, space::xl);
    column->setSpacing(space::s);
    column->addWidget(m_title);
    column->addWidget(m_words);
    column->addSpacing(space::m);
    for (int way = 0; way < 3; ++way) {
        m_ways.push_back(new QPushButton(this));
        column->addWidget(m_ways.back());
    }
    m_ways[0]->setDefault(true);
    connect(m_ways[0], &QPushButton::clicked, this, [this] {
        leave();
        emit tourWanted();
    });
    connect(m_ways[1], &QPushButton::clicked, this, [this] {
        leave();
        emit comparisonWanted();
    });
    connect(m_ways[2], &QPushButton::clicked, this, &Greeting::leave);
    under->installEventFilter(this);
    new Veil(under, this);
    retranslate();
    show();
    raise();
    m_ways[0]->setFocus(Qt::OtherFocusReason);
}

void Greeting::retranslate()
{
    m_title->setText(tr("Welcome to Cutaway"));
    m_words->setText(
        tr("A real Transformer runs in this window, and every number of it can be seen. Where would you like to begin?"));
    m_ways[0]->setText(tr("A tour of three minutes"));
    m_ways[1]->setText(tr("Compare two models"));
    m_ways[2]->setText(tr("Just look"));
    setAccessibleName(m_title->text());
    m_ways[0]->setStyleSheet(mainButtonStyle(currentTheme())); // what Return takes
    place();
}

void Greeting::place()
{
    const QRect room = parentWidget()->rect();
    const int broad = std::min(int(cardWidth * currentTheme().scale), room.width());
    setFixedWidth(broad);
    const int high
        = std::min(layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(broad) : sizeHint().height(), room.height());
    setGeometry((room.width() - broad) / 2, (room.height() - high) / 2, broad, high);
    raise();
}

void Greeting::leave()
{
    parentWidget()->removeEventFilter(this);
    hide();
    deleteLater();
    emit dismissed();
}

void Greeting::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if ((event->type() == QEvent::LanguageChange || isOfTheme(*event)) && m_ways.size() == 3)
        retranslate();
}

void Greeting::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        leave();
    else
        QFrame::keyPressEvent(event);
}

bool Greeting::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        place();
    return QFrame::eventFilter(watched, event);
}

} // namespace app
