#include "widgets/panels/prompt_line.h"

#include "widgets/panels/text_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

namespace widgets {

namespace {
constexpr int kPauseMs = 400; // after the last key, before the text is run
}

/// As high as the longest of what it says.
class HintLabel : public TextLabel
{
public:
    using TextLabel::TextLabel;

    QString longest;

    int heightForWidth(int width) const override
    {
        const QRect place(0, 0, width, QWIDGETSIZE_MAX);
        int height = 0;
        for (const QString& words : {text(), longest})
            height = std::max(height, words.isEmpty() ? 0 : fontMetrics().boundingRect(place, Qt::TextWordWrap, words).height());
        return height;
    }
};

PromptLine::PromptLine(QWidget* parent)
    : QWidget(parent)
    , m_edit(new QLineEdit(this))
    , m_examples(new QToolButton(this))
    , m_problem(new TextLabel(TextRole::Caption, Tone::Error, this))
    , m_hint(new HintLabel(TextRole::Body, Tone::Muted, this))
    , m_pause(new QTimer(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(space::xs);
    auto* row = new QHBoxLayout;
    row->setSpacing(space::xs);
    row->addWidget(m_edit, 1);
    row->addWidget(m_examples);
    column->addLayout(row);
    column->addWidget(m_problem);
    m_problem->hide();
    column->addWidget(m_hint);
    m_hint->setWordWrap(true);
    m_hint->hide();

    m_edit->setClearButtonEnabled(true);
    m_examples->setPopupMode(QToolButton::InstantPopup);
    m_examples->hide();
    setFocusProxy(m_edit);

    m_pause->setSingleShot(true);
    m_pause->setInterval(kPauseMs);
    connect(m_pause, &QTimer::timeout, this, &PromptLine::choose);
    // textEdited is not sent while an input method composes: only its committed text is an edit.
    connect(m_edit, &QLineEdit::textEdited, this, [this] {
        setProblem({});
        setHint({}, m_hint->longest); // it spoke of another text
        m_pause->start();
    });
    connect(m_edit, &QLineEdit::returnPressed, this, [this] {
        m_lastChosen.clear(); // Enter runs again, even the same text
        choose();
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
}

void PromptLine::setIsTarget()
{
    m_isTarget = true;
    retranslate();
}

void PromptLine::setExamples(const QStringList& sentences, const QStringList& titles)
{
    if (sentences == m_sentences && titles == m_titles)
        return; // the menu may be open
    m_sentences = sentences;
    m_titles = titles;
    auto* menu = new QMenu(m_examples);
    const bool hasTitles = titles.size() == sentences.size();
    for (int i = 0; i < sentences.size(); ++i) {
        if (hasTitles && titles[i].isEmpty()) {
            menu->addSeparator();
            continue;
        }
        const QString& sentence = sentences[i];
        const QString shown = hasTitles ? titles[i] + QLatin1Char('\t') + sentence : sentence;
        QAction* action = menu->addAction(QString(shown).replace(QLatin1Char('&'), QLatin1String("&&")));
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

void PromptLine::setProblem(const QString& problem)
{
    auto* label = static_cast<TextLabel*>(m_problem);
    label->setText(problem);
    label->setVisible(!problem.isEmpty());
    m_edit->setAccessibleDescription(problem);
}

void PromptLine::setHint(const QString& hint, const QString& longest)
{
    m_hint->longest = longest;
    m_hint->setText(hint);
    m_hint->updateGeometry();
    refreshHint();
}

void PromptLine::setHintFolded(bool folded)
{
    m_isHintFolded = folded;
    refreshHint();
}

void PromptLine::refreshHint()
{
    m_hint->setVisible(!m_isHintFolded && !(hint().isEmpty() && m_hint->longest.isEmpty()));
    m_edit->setToolTip(m_isTarget ? tr("What the decoder has written so far") : m_isHintFolded ? hint() : QString());
}

QString PromptLine::hint() const { return m_hint->text(); }

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
    m_edit->setPlaceholderText(m_isTarget ? tr("Target; empty: its start token only") : tr("Type a sentence or pick an example"));
    m_edit->setAccessibleName(m_isTarget ? tr("Target") : tr("Text"));
    refreshHint();
    m_examples->setText(tr("Examples"));
    m_examples->setToolTip(tr("Sentences that show something"));
}

} // namespace widgets
