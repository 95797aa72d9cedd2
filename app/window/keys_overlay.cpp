#include "app/window/keys_overlay.h"

#include "app/window/window_actions.h"

#include "widgets/controls/text_label.h"
#include "widgets/plot/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <vector>

namespace app {

namespace space = widgets::space;

namespace {

constexpr int margin = 40, perColumn = 380; // px of ordinary type

struct Group
{
    QString title;
    QString rows = {}; // of a table
    int count = 0;
};

struct FurtherKeys
{
    const char *keys, *text;
};

/// What keys do that are no actions: they act where the focus is.
constexpr FurtherKeys further[] = {
    {QT_TRANSLATE_NOOP("app::KeysOverlay", "Tab"), QT_TRANSLATE_NOOP("app::KeysOverlay", "The next part of the window")},
    {QT_TRANSLATE_NOOP("app::KeysOverlay", "Arrows"), QT_TRANSLATE_NOOP("app::KeysOverlay", "The next cell of the picture")},
    {QT_TRANSLATE_NOOP("app::KeysOverlay", "Enter"), QT_TRANSLATE_NOOP("app::KeysOverlay", "Marks the cell, as a click does")},
    {QT_TRANSLATE_NOOP("app::KeysOverlay", "+ and −"), QT_TRANSLATE_NOOP("app::KeysOverlay", "A map larger and smaller")},
    {QT_TRANSLATE_NOOP("app::KeysOverlay", "0"), QT_TRANSLATE_NOOP("app::KeysOverlay", "All of the map")},
    {QT_TRANSLATE_NOOP("app::KeysOverlay", "Backspace"), QT_TRANSLATE_NOOP("app::KeysOverlay", "The previous place")},
    {QT_TRANSLATE_NOOP("app::KeysOverlay", "Space"), QT_TRANSLATE_NOOP("app::KeysOverlay", "Plays the steps of the pass")},
    {QT_TRANSLATE_NOOP("app::KeysOverlay", "Home, End"), QT_TRANSLATE_NOOP("app::KeysOverlay", "The first and the last step")},
    {QT_TRANSLATE_NOOP("app::KeysOverlay", "Alt+Up, Alt+Down"),
        QT_TRANSLATE_NOOP("app::KeysOverlay", "An intervention earlier and later")},
};

QString rowOf(const QString& keys, const QString& text)
{
    return QStringLiteral("<tr><td align='right' style='white-space:pre'><b>%1</b></td><td>%2</td></tr>")
        .arg(keys.toHtmlEscaped(), text.toHtmlEscaped());
}

QString keyText(const QKeySequence& key) { return key.toString(QKeySequence::NativeText); }

/// Beside each other, each about as high as the others; a group is in one of them.
QString inColumns(const std::vector<Group>& groups, int columns)
{
    int lines = 0, used = 0;
    for (const Group& group : groups)
        lines += group.count + 2;
    QString html = QStringLiteral("<table width='100%' cellspacing='8'><tr><td valign='top'>");
    for (const Group& group : groups) {
        if (used > 0 && used + group.count / 2 > lines / columns) {
            html += QStringLiteral("</td><td valign='top'>");
            used = 0;
        }
        html += QStringLiteral("<h4>%1</h4><table cellpadding='2'>%2</table>").arg(group.title.toHtmlEscaped(), group.rows);
        used += group.count + 2;
    }
    return html + QStringLiteral("</td></tr></table>");
}

} // namespace

KeysOverlay::KeysOverlay(const WindowActions* actions, QWidget* window)
    : QFrame(window)
    , m_actions(actions)
    , m_title(new widgets::TextLabel(widgets::TextRole::Section, widgets::Tone::Normal, this))
    , m_close(new QToolButton(this))
    , m_words(new QTextBrowser(this))
{
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(space::m, space::s, space::s, space::s);
    column->setSpacing(space::xs);
    auto* const head = new QHBoxLayout;
    m_close->setText(QStringLiteral("×"));
    m_close->setAutoRaise(true);
    m_close->setFocusPolicy(Qt::TabFocus);
    head->addWidget(m_title, 1);
    head->addWidget(m_close);
    column->addLayout(head);
    column->addWidget(m_words, 1);
    setObjectName(QStringLiteral("keysOverlay"));
    setFrameShape(QFrame::Box);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_words->setFrameShape(QFrame::NoFrame);
    m_words->setOpenLinks(false);
    window->installEventFilter(this);
    setFocusProxy(m_words);
    connect(m_close, &QToolButton::clicked, this, &KeysOverlay::leave);
    hide();
}

void KeysOverlay::open()
{
    if (isHidden())
        m_focusBefore = window()->focusWidget();
    fill();
    place();
    show();
    raise();
    m_words->setFocus(Qt::PopupFocusReason);
}

void KeysOverlay::leave()
{
    hide();
    if (m_focusBefore)
        m_focusBefore->setFocus(Qt::PopupFocusReason);
}

QString KeysOverlay::text() const { return m_words->toPlainText(); }

void KeysOverlay::place()
{
    const int edge = int(margin * widgets::currentTheme().scale);
    const QRect room = parentWidget()->rect();
    const bool isSmall = room.width() < 16 * edge; // of no use but for words
    setGeometry(isSmall ? room : room.adjusted(edge, edge, -edge, -edge));
}

void KeysOverlay::fill()
{
    std::vector<Group> groups;
    const auto add = [&](const QString& place, const QString& keys, const QString& text) {
        auto group = std::ranges::find(groups, place, &Group::title);
        if (group == groups.end())
            group = groups.insert(groups.end(), Group{place});
        group->rows += rowOf(keys, text);
        ++group->count;
    };
    for (int act = 0; act < int(Act::Count); ++act) {
        const QAction* const action = (*m_actions)[Act(act)];
        if (!action->isVisible()) // a class does without it
            continue;
        QStringList keys;
        for (const QKeySequence& key : action->shortcuts())
            keys << keyText(key);
        const QString place = m_actions->placeOf(action);
        if (!keys.isEmpty())
            add(place.isEmpty() ? tr("Everywhere") : place, keys.join(tr(" or ")), m_actions->textOf(Act(act)));
    }
    for (const QAction* const page : m_actions->pageMenu()->actions())
        if (page->isVisible() && !page->shortcut().isEmpty())
            add(tr("Pages"), keyText(page->shortcut()), WindowActions::withoutMnemonic(page->text()));
    add(tr("Everywhere"), keyText(QKeySequence(Qt::Key_F10)), tr("The menu"));
    for (const FurtherKeys& one : further)
        add(tr("Where the focus is"), tr(one.keys), tr(one.text));
    const int columns = std::clamp(parentWidget()->width() / int(perColumn * widgets::currentTheme().scale), 1, 3);
    m_title->setText(tr("Keys"));
    m_close->setToolTip(tr("Close"));
    m_close->setAccessibleName(tr("Close the keys"));
    m_words->setFont(widgets::fontOf(widgets::TextRole::Body, widgets::currentTheme()));
    m_words->setHtml(inColumns(groups, columns));
    m_words->setAccessibleName(tr("Keys"));
}

void KeysOverlay::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (isVisible() && (event->type() == QEvent::LanguageChange || widgets::meansRestyle(*event)))
        fill();
}

void KeysOverlay::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) // also where the action has lost this key
        leave();
    else
        QFrame::keyPressEvent(event);
}

bool KeysOverlay::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible()) {
        fill();
        place();
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace app
