#include "widgets/panels/prompt_line.h"

#include "widgets/controls/menu_text.h"
#include "widgets/controls/text_label.h"
#include "widgets/plot/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QTimer>
#include <QToolButton>

#include <utility>

namespace widgets {

namespace {
constexpr int longest = 36; // average letters of an example beside its title: a menu leaves this room twice
constexpr int maxLetters = 4'000'000; // letters: what is pasted is never cut in silence
constexpr int kPauseMs = 400; // after the last key, before the text is run
} // namespace

PromptLine::PromptLine(QWidget* parent)
    : QWidget(parent)
    , m_name(new TextLabel(TextRole::Label, Tone::Muted, this))
    , m_edit(new QLineEdit(this))
    , m_chat(new QToolButton(this))
    , m_examples(new QToolButton(this))
    , m_pause(new QTimer(this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(space::xs);
    row->addWidget(m_name);
    row->addWidget(m_edit, 1);
    row->addWidget(m_chat);
    row->addWidget(m_examples);

    m_edit->setMaxLength(maxLetters);
    m_edit->setClearButtonEnabled(true);
    m_chat->setObjectName("chatSwitch");
    m_chat->setCheckable(true);
    m_chat->hide();
    connect(m_chat, &QToolButton::clicked, this, &PromptLine::chatChosen);
    m_examples->setPopupMode(QToolButton::InstantPopup);
    m_examples->hide();
    setFocusProxy(m_edit);
    m_edit->installEventFilter(this);

    m_pause->setSingleShot(true);
    m_pause->setInterval(kPauseMs);
    connect(m_pause, &QTimer::timeout, this, [this] {
        if (m_isComposing)
            m_pause->start(); // the words before are not the text yet
        else
            choose();
    });
    // textEdited is not sent while an input method composes: only its committed text is an edit.
    connect(m_edit, &QLineEdit::textEdited, this, [this] {
        setProblem({});
        setHint({}); // it spoke of another text
        m_pause->start();
    });
    connect(m_edit, &QLineEdit::returnPressed, this, [this] {
        if (m_edit->isModified())
            m_lastChosen.clear(); // Enter runs again what was typed; what is shown may have tokens that no text has
        choose();
        if (!m_edit->text().isEmpty())
            emit entered();
    });
    retranslate();
}

QString PromptLine::text() const { return m_edit->text(); }

void PromptLine::setText(const QString& text)
{
    m_pause->stop();
    m_lastChosen = text;
    if (text != m_edit->text())
        m_edit->setText(text);
    m_edit->setModified(false);
}

void PromptLine::setPart(Part part)
{
    if (std::exchange(m_part, part) != part)
        retranslate();
}

void PromptLine::setExamples(const QStringList& sentences, const QStringList& titles)
{
    if (sentences == m_sentences && titles == m_titles)
        return; // the menu may be open
    m_sentences = sentences;
    m_titles = titles;
    auto* menu = new QMenu(m_examples);
    menu->ensurePolished(); // its font is that of the theme
    const bool hasTitles = titles.size() == sentences.size();
    for (int i = 0; i < sentences.size(); ++i) {
        if (hasTitles && titles[i].isEmpty()) {
            menu->addSeparator();
            continue;
        }
        const QString& sentence = sentences[i];
        const QFontMetrics metrics(menu->font());
        const QString brief = metrics.elidedText(sentence, Qt::ElideRight, longest * metrics.averageCharWidth());
        QAction* action = menu->addAction(menuText(hasTitles ? titles[i] + QLatin1Char('\t') + brief : sentence));
        connect(action, &QAction::triggered, this, [this, i, sentence, hasTitles] {
            if (hasTitles) {
                setText(sentence);
                emit exampleChosen(i);
            } else {
                m_edit->setText(sentence);
                choose();
            }
        });
    }
    delete m_examples->menu();
    m_examples->setMenu(menu);
    m_examples->setVisible(!sentences.isEmpty());
}

void PromptLine::setChat(bool hasTemplate, bool isOn)
{
    m_chat->setVisible(hasTemplate);
    m_chat->setChecked(isOn);
}

void PromptLine::setProblem(const QString& problem)
{
    m_problem = problem;
    m_edit->setAccessibleDescription(problem);
}

void PromptLine::setHint(const QString& hint)
{
    m_hint = hint;
    refreshHint();
}

void PromptLine::refreshHint()
{
    const bool isTarget = m_part == Part::Target;
    const QString usual = isTarget ? tr("Empty: its start token only") : tr("Type a sentence or pick an example");
    m_edit->setPlaceholderText(m_hint.isEmpty() ? usual : m_hint);
    m_edit->setToolTip(isTarget ? tr("What the decoder has written so far") : m_hint);
}

/// Undo is of the window where the line has no edit of its own to take back.
bool PromptLine::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_edit && event->type() == QEvent::InputMethod)
        m_isComposing = !static_cast<const QInputMethodEvent*>(event)->preeditString().isEmpty();
    if (watched == m_edit && event->type() == QEvent::FocusOut)
        m_isComposing = false;
    if (watched == m_edit && event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if ((key->matches(QKeySequence::Undo) && !m_edit->isUndoAvailable())
            || (key->matches(QKeySequence::Redo) && !m_edit->isRedoAvailable())) {
            event->ignore();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void PromptLine::choose()
{
    m_pause->stop();
    const QString text = m_edit->text();
    if (text == m_lastChosen && !m_lastChosen.isEmpty())
        return;
    m_lastChosen = text;
    emit textChosen(text);
}

void PromptLine::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void PromptLine::retranslate()
{
    const QString name = m_part == Part::Target ? tr("Target") : m_part == Part::Source ? tr("Source") : tr("Text");
    m_edit->setAccessibleName(name);
    m_name->setText(name);
    m_name->setToolTip(m_part == Part::Target ? tr("What the decoder has written so far") : tr("What the encoder reads"));
    m_name->setVisible(m_part != Part::Whole);
    refreshHint();
    m_chat->setText(tr("Chat template"));
    m_chat->setToolTip(tr("Reads the text as a user's message, in the form that the model was trained on: the tokens around it "
                          "are the template's"));
    m_examples->setText(tr("Examples"));
    m_examples->setToolTip(tr("Sentences that show an effect"));
}

} // namespace widgets
