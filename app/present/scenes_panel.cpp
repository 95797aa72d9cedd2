#include "app/present/scenes_panel.h"

#include "widgets/controls/text_label.h"
#include "widgets/plot/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

namespace app {

ScenesPanel::ScenesPanel(QWidget* parent)
    : QWidget(parent)
    , m_list(new QListWidget(this))
    , m_title(new QLineEdit(this))
    , m_notes(new QPlainTextEdit(this))
    , m_empty(new widgets::TextLabel(widgets::TextRole::Body, widgets::Tone::Muted, this))
{
    setObjectName("scenesPanel");
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(widgets::space::l, widgets::space::m, widgets::space::l, widgets::space::m);
    column->setSpacing(widgets::space::s);
    auto* const row = new QHBoxLayout;
    row->setSpacing(widgets::space::xs);
    for (QToolButton*& button : m_buttons) {
        button = new QToolButton(this);
        row->addWidget(button);
    }
    row->addStretch();
    m_empty->setWordWrap(true);
    m_list->setDragDropMode(QAbstractItemView::InternalMove);
    m_list->setDefaultDropAction(Qt::MoveAction);
    m_list->setWordWrap(true);
    m_notes->setTabChangesFocus(true);
    m_notes->installEventFilter(this);
    column->addLayout(row);
    column->addWidget(m_empty);
    column->addWidget(m_list, 2);
    column->addWidget(m_title);
    column->addWidget(m_notes, 1);

    connect(m_list, &QListWidget::currentRowChanged, this, &ScenesPanel::showCurrent);
    connect(m_list, &QListWidget::itemActivated, this, [this] { emit sceneWanted(current()); });
    connect(m_list->model(), &QAbstractItemModel::rowsMoved, this, [this] { // by a drag
        if (!m_isFilling)
            QTimer::singleShot(0, this, &ScenesPanel::takeOrder); // when the list is at rest
    });
    connect(m_title, &QLineEdit::editingFinished, this, &ScenesPanel::takeWords);
    connect(m_buttons[Keep], &QToolButton::clicked, this, &ScenesPanel::keepWanted);
    connect(m_buttons[Replace], &QToolButton::clicked, this, [this] { emit replaceWanted(current()); });
    connect(m_buttons[Remove], &QToolButton::clicked, this, [this] {
        QList<PlannedStep> fewer = m_scenes;
        fewer.removeAt(current());
        change(fewer, std::min(current(), int(fewer.size()) - 1));
    });
    connect(m_buttons[Up], &QToolButton::clicked, this, [this] { move(-1); });
    connect(m_buttons[Down], &QToolButton::clicked, this, [this] { move(1); });
    connect(m_buttons[Export], &QToolButton::clicked, this, &ScenesPanel::exportWanted);
    retranslate();
    fill();
}

int ScenesPanel::current() const { return m_list->currentRow(); }

void ScenesPanel::setCurrent(int scene) { m_list->setCurrentRow(scene); }

void ScenesPanel::setScenes(const QList<PlannedStep>& scenes)
{
    if (scenes == m_scenes)
        return;
    m_scenes = scenes;
    fill();
}

void ScenesPanel::fill()
{
    const int at = current();
    m_isFilling = true;
    m_list->clear();
    for (qsizetype i = 0; i < m_scenes.size(); ++i) {
        auto* const item = new QListWidgetItem(QStringLiteral("%1  %2").arg(i + 1).arg(m_scenes[i].title), m_list);
        item->setData(Qt::UserRole, int(i));
        item->setToolTip(m_scenes[i].notes);
    }
    m_list->setCurrentRow(std::min(at < 0 ? 0 : at, int(m_scenes.size()) - 1));
    m_isFilling = false;
    m_empty->setVisible(m_scenes.isEmpty());
    for (QWidget* const part : std::initializer_list<QWidget*>{m_list, m_title, m_notes})
        part->setVisible(!m_scenes.isEmpty());
    showCurrent();
}

void ScenesPanel::showCurrent()
{
    if (m_isFilling)
        return;
    const int at = current();
    const PlannedStep scene = m_scenes.value(at);
    if (m_title->text() != scene.title) {
        m_title->setText(scene.title);
        m_title->setCursorPosition(0); // a long one is seen from its beginning
    }
    if (m_notes->toPlainText() != scene.notes)
        m_notes->setPlainText(scene.notes);
    for (const Button button : {Replace, Remove})
        m_buttons[button]->setEnabled(at >= 0);
    m_buttons[Up]->setEnabled(at > 0);
    m_buttons[Down]->setEnabled(at >= 0 && at + 1 < m_scenes.size());
    m_buttons[Export]->setEnabled(!m_scenes.isEmpty());
}

/// By the person.
void ScenesPanel::change(const QList<PlannedStep>& scenes, int current)
{
    if (scenes == m_scenes)
        return;
    m_scenes = scenes;
    fill();
    setCurrent(current);
    emit scenesChanged(m_scenes);
}

void ScenesPanel::takeOrder()
{
    QList<PlannedStep> ordered;
    for (int row = 0; row < m_list->count(); ++row)
        ordered << m_scenes.value(m_list->item(row)->data(Qt::UserRole).toInt());
    if (ordered.size() == m_scenes.size())
        change(ordered, current());
}

void ScenesPanel::move(int by)
{
    QList<PlannedStep> ordered = m_scenes;
    ordered.move(current(), current() + by);
    change(ordered, current() + by);
}

void ScenesPanel::takeWords()
{
    const int at = current();
    if (at < 0)
        return;
    QList<PlannedStep> scenes = m_scenes;
    if (!m_title->text().trimmed().isEmpty())
        scenes[at].title = m_title->text().trimmed();
    scenes[at].notes = m_notes->toPlainText();
    change(scenes, at);
}

bool ScenesPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_notes && event->type() == QEvent::FocusOut)
        takeWords();
    return QWidget::eventFilter(watched, event);
}

void ScenesPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void ScenesPanel::retranslate()
{
    const auto name = [this](Button button, const QString& sign, const QString& words) {
        m_buttons[button]->setText(sign);
        m_buttons[button]->setToolTip(words);
        m_buttons[button]->setAccessibleName(words);
    };
    name(Keep, QStringLiteral("＋"), tr("Keeps what is on screen as a scene"));
    name(Replace, QStringLiteral("⟳"), tr("Puts what is on screen in place of this scene"));
    name(Remove, QStringLiteral("−"), tr("Removes this scene"));
    name(Up, QStringLiteral("↑"), tr("Moves this scene up"));
    name(Down, QStringLiteral("↓"), tr("Moves this scene down"));
    name(Export, QStringLiteral("⤓"), tr("Exports all scenes"));
    m_list->setAccessibleName(tr("Scenes"));
    m_title->setAccessibleName(tr("Title of the scene"));
    m_title->setPlaceholderText(tr("Title"));
    m_notes->setAccessibleName(tr("Notes for the lecturer"));
    m_notes->setPlaceholderText(tr("Notes, for the lecturer's screen"));
    m_empty->setText(
        tr("A scene keeps what is on screen: model, text, choices, page and place. In F5 a clicker walks the scenes."));
}

} // namespace app
