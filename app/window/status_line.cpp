#include "app/window/status_line.h"

#include "app/base/languages.h"

#include "widgets/controls/text_label.h"
#include "widgets/figure/sentences.h"
#include "widgets/plot/number_format.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLocale>
#include <QProgressBar>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace app {

using widgets::TextLabel;
using widgets::TextRole;
using widgets::Tone;

namespace {
constexpr int patienceMs = 200;
constexpr int noteMs = 4000;
constexpr int readOutRoom = 340; // px of ordinary type, of the words at the cursor

/// Also a part that keeps its place while it is hidden.
bool takesRoom(const QWidget& part) { return !part.isHidden() || part.sizePolicy().retainSizeWhenHidden(); }

/// The one after the language in force, round and round.
QString nextLanguage() { return languages()[(languages().indexOf(currentLanguage()) + 1) % languages().size()]; }

/// What a pass takes, before it is through.
QString plannedText(const RunMemory& memory)
{
    const QString recorded = StatusLine::tr("%1 tokens: %2 are recorded, of %3 allowed.")
                                 .arg(QLocale().toString(qlonglong(memory.tokens)), widgets::formatBytes(qint64(memory.recorded)),
                                     widgets::formatBytes(qint64(memory.allowed)));
    return memory.readsWeights
        ? widgets::joinedSentences({StatusLine::tr("The weights, %1, do not fit: they are read from disk, layer by layer.")
                                        .arg(widgets::formatBytes(qint64(memory.weights))),
            recorded})
        : recorded;
}

} // namespace

StatusLine::StatusLine(widgets::SelectionModel* selection, QWidget* parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_readOut(new TextLabel(TextRole::Body, Tone::Normal, this))
    , m_check(new StatusBadge(this))
    , m_reference(new StatusBadge(this))
    , m_progress(new QProgressBar(this))
    , m_stop(new QToolButton(this))
    , m_patience(new QTimer(this))
    , m_noteLeaves(new QTimer(this))
    , m_provenance(new TextLabel(TextRole::Body, Tone::Muted, this))
    , m_tokensButton(new QToolButton(this))
    , m_messagesButton(new QToolButton(this))
    , m_language(new QToolButton(this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(widgets::space::l, 0, widgets::space::m, 0);
    row->setSpacing(widgets::space::m);
    row->addWidget(m_readOut, 1);
    row->addWidget(m_check);
    row->addWidget(m_reference);
    row->addWidget(m_provenance);
    row->addWidget(m_progress);
    row->addWidget(m_stop); // the buttons last: buttonsWidth()
    row->addWidget(m_tokensButton);
    row->addWidget(m_messagesButton);
    row->addWidget(m_language);

    m_readOut->setObjectName("readOut");
    m_readOut->installEventFilter(this);
    m_readOut->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // a long sentence must not widen the window
    m_check->setObjectName("checkBadge");
    m_reference->setObjectName("referenceBadge");
    m_provenance->setObjectName("provenance");
    m_progress->setRange(0, 100);
    m_progress->setFixedWidth(160);
    m_readOut->setTextFormat(Qt::PlainText); // a token may be "<s>"
    m_progress->setTextVisible(false);
    m_stop->setText(QStringLiteral("✕"));
    QSizePolicy place = m_stop->sizePolicy(); // has it always: nothing moves for it, and buttonsWidth() cuts no word
    place.setRetainSizeWhenHidden(true);
    m_stop->setSizePolicy(place);
    for (QToolButton* button : {m_stop, m_tokensButton, m_messagesButton, m_language})
        button->setAutoRaise(true);
    m_tokensButton->setObjectName("tokensButton");
    m_tokensButton->setCheckable(true);
    m_tokensButton->hide();
    m_patience->setSingleShot(true);
    m_patience->setInterval(patienceMs);
    m_noteLeaves->setSingleShot(true);
    m_noteLeaves->setInterval(noteMs);
    connect(m_noteLeaves, &QTimer::timeout, this, [this] { setNote({}); });
    end();
    setMessages(0);

    connect(m_patience, &QTimer::timeout, this, [this] { showProgress(true); });
    connect(m_stop, &QToolButton::clicked, this, &StatusLine::stopRequested);
    connect(m_messagesButton, &QToolButton::clicked, this, &StatusLine::messagesRequested);
    connect(m_tokensButton, &QToolButton::clicked, this, &StatusLine::tokensRequested);
    connect(m_language, &QToolButton::clicked, this, [this] { emit languageRequested(nextLanguage()); });
    connect(selection, &widgets::SelectionModel::hoveredChanged, this, &StatusLine::refresh);
    connect(selection, &widgets::SelectionModel::pinnedChanged, this, &StatusLine::refresh);
    refresh();
}

void StatusLine::setRun(const widgets::RunPtr& run, std::size_t allowed)
{
    m_run = run;
    m_readsWeights = run && run->setup && allowed > 0 && memoryOf(*run->setup, *run->trace, allowed).readsWeights;
    refresh();
}

void StatusLine::setTextGone(bool isGone)
{
    m_isTextGone = isGone;
    refresh();
}

void StatusLine::setMessages(int count)
{
    m_messages = count;
    m_messagesButton->setVisible(count > 0);
    m_messagesButton->setText(QStringLiteral("⚠ ") + QLocale().toString(count));
}

void StatusLine::begin()
{
    setProgress(0);
    if (!m_progress->isEnabledTo(this))
        m_patience->start();
    forgetPlanned(); // that of another request
}

/// Before a hundredth is done the bar would be an empty box.
void StatusLine::setProgress(double fraction)
{
    m_progress->setValue(int(fraction * 100));
    if (const bool isShown = m_progress->isEnabledTo(this) && m_progress->value() > 0; isShown == m_progress->isHidden()) {
        m_progress->setVisible(isShown);
        fitBadges();
    }
}

void StatusLine::setPlanned(const RunMemory& memory)
{
    m_planned = memory;
    refresh();
}

void StatusLine::forgetPlanned()
{
    if (std::exchange(m_planned, std::nullopt))
        refresh();
}

void StatusLine::end()
{
    m_patience->stop();
    showProgress(false);
    forgetPlanned();
}

/// The bar is enabled while a pass takes long.
void StatusLine::showProgress(bool isShown)
{
    m_progress->setEnabled(isShown);
    m_progress->setVisible(isShown && m_progress->value() > 0);
    m_stop->setVisible(isShown || m_isStoppable);
    fitBadges();
}

void StatusLine::setStoppable(bool isStoppable)
{
    m_isStoppable = isStoppable;
    showProgress(m_progress->isEnabledTo(this));
}

void StatusLine::setBadges(const BadgeWords& check, const BadgeWords& reference)
{
    if (m_check->words() == check && m_reference->words() == reference)
        return;
    m_check->setWords(check);
    m_reference->setWords(reference);
    fitBadges();
}

/// What computed the run is said shortly where the words at the cursor need the room.
void StatusLine::fitBadges()
{
    const auto roomBeside = [this] {
        int room = contentsRect().width() - layout()->contentsMargins().left() - layout()->contentsMargins().right()
            - int(readOutRoom * widgets::currentTheme().scale);
        for (const QWidget* part :
            std::initializer_list<const QWidget*>{m_progress, m_stop, m_provenance, m_tokensButton, m_messagesButton, m_language})
            room -= takesRoom(*part) ? part->sizeHint().width() + layout()->spacing() : 0;
        return room;
    };
    m_provenance->setText(m_provenances.front());
    if (roomBeside() < 0)
        m_provenance->setText(m_provenances.back());
    app::fitBadges(*m_check, *m_reference, roomBeside(), layout()->spacing());
}

void StatusLine::setMarkedTensor(const QString& tensor, bool marksPlace, const widgets::SourceTokens& source)
{
    if (tensor == m_markedTensor && marksPlace == m_marksPlace && source == m_source)
        return;
    m_source = source;
    m_markedTensor = tensor;
    m_marksPlace = marksPlace;
    refresh();
}

void StatusLine::setNumbers(const QStringList& numbers)
{
    m_numbers = numbers;
    refresh();
}

void StatusLine::setPart(const QString& words, bool hasCells)
{
    if (words == m_part && hasCells == m_hasCells)
        return;
    m_part = words;
    m_hasCells = hasCells;
    refresh();
}

void StatusLine::setTokensAway(bool areAway, bool areOpen)
{
    m_tokensButton->setVisible(areAway);
    m_tokensButton->setChecked(areOpen);
    nameTokens();
    fitBadges();
}

void StatusLine::nameTokens()
{
    m_tokensButton->setText(
        QStringLiteral("%1 %2").arg(tr("Tokens"), m_tokensButton->isChecked() ? QStringLiteral("▾") : QStringLiteral("▴")));
    m_tokensButton->setToolTip(tr("Tokens and training, over the page"));
    m_tokensButton->setAccessibleName(m_tokensButton->toolTip());
}

int StatusLine::buttonsWidth() const
{
    int width = layout()->contentsMargins().right();
    for (const QToolButton* button : {m_stop, m_messagesButton, m_language})
        width += button->sizeHint().width() + layout()->spacing();
    if (!m_tokensButton->isHidden())
        width += m_tokensButton->sizeHint().width() + layout()->spacing();
    return width;
}

void StatusLine::setNote(const QString& note)
{
    m_note = note;
    note.isEmpty() ? m_noteLeaves->stop() : m_noteLeaves->start();
    refresh();
}

QString StatusLine::readOutText() const { return m_words; }

/// Whole parts of the words: the number at their end is what stays, and where it is the page says, too.
void StatusLine::fitReadOut()
{
    const auto fits = [this](const QString& words) {
        return m_readOut->fontMetrics().horizontalAdvance(words) <= m_readOut->width();
    };
    const QString marked = tr("Marked: %1").arg(m_words);
    if (m_isOfMark && fits(marked)) {
        m_readOut->setText(marked);
        m_readOut->setToolTip(tr("What the picture marks, with a frame where it is a cell"));
        return;
    }
    const QString between = QStringLiteral(" · ");
    QString shown = m_words;
    while (shown.contains(between) && !fits(shown))
        shown = shown.mid(shown.indexOf(between) + between.size());
    m_readOut->setText(shown);
    m_readOut->setToolTip(shown == m_words ? QString() : m_words);
}

bool StatusLine::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_readOut && event->type() == QEvent::Resize)
        fitReadOut();
    return QWidget::eventFilter(watched, event);
}

QString StatusLine::provenanceText() const { return m_provenances.front(); }

void StatusLine::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
    if (widgets::meansRestyle(*event)) {
        updateGeometry();
        fitBadges();
    }
}

void StatusLine::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitBadges();
}

/// As high as its words in any language: nothing moves for a sign of another face.
QSize StatusLine::sizeHint() const
{
    int height = 0;
    for (const widgets::Script script : {widgets::Script::Latin, widgets::Script::Han})
        height
            = std::max(height, QFontMetrics(widgets::fontOf(widgets::TextRole::Body, widgets::currentTheme(), script)).height());
    return {QWidget::sizeHint().width(), height + widgets::space::s};
}

void StatusLine::refresh()
{
    // Under the mouse first, what is pinned otherwise.
    const widgets::Selection& hovered = m_selection->hovered();
    const bool isPlace = hovered.layer >= 0 || hovered.query >= 0 || hovered.key >= 0 || hovered.dim >= 0;
    // A picture whose cells are no places of a tensor hovers what is pinned.
    const bool isHovering = isPlace && (m_marksPlace || hovered != m_selection->pinned());
    const widgets::Selection& at = isHovering ? hovered : m_selection->pinned();
    // A number under the mouse is of another token of the source, which is no part of what is hovered.
    const widgets::SourceTokens source = m_numbers.isEmpty() ? m_source : widgets::SourceTokens();
    QString text = isHovering || m_marksPlace ? widgets::readOut(m_run, at, m_markedTensor, source) : m_part;
    const QString masked = m_run ? widgets::maskedWords(*m_run->trace, at) : QString();
    const bool isMasked = !masked.isEmpty() && text.endsWith(masked); // words say more than its 0 or −∞
    if (!m_numbers.isEmpty() && !isMasked) {
        // The number of the map with all its digits; the rounded weight of the read-out gives way to it.
        const QString rounded = widgets::formatNumber(m_numbers[0].toDouble());
        if (text.endsWith(QLatin1Char(' ') + rounded))
            text.chop(rounded.size() + 1);
        else if (!text.isEmpty())
            text += QStringLiteral(" ·");
        QStringList numbers;
        for (const QString& number : m_numbers)
            numbers << widgets::typesetNumber(number);
        text = QStringLiteral("%1 %2").arg(text, numbers.join(QStringLiteral("  |  ")));
    }
    m_isOfMark = !text.isEmpty() && !isHovering && m_numbers.isEmpty() && !m_planned && !m_isTextGone && m_note.isEmpty();
    if (m_planned)
        text = plannedText(*m_planned);
    if (m_isTextGone)
        text = tr("Type a text");
    if (!m_note.isEmpty())
        text = m_note;
    const QString idle = m_hasCells ? tr("Move over a cell for its exact value") : tr("Nothing is marked on this page");
    m_words = text.isEmpty() ? idle : text;
    fitReadOut();

    QString provenance, brief;
    if (m_run) {
        const core::Trace& trace = *m_run->trace;
        const QLocale locale;
        provenance
            = (m_readsWeights ? tr("%1 weights, read from disk · computed in float32") : tr("%1 weights · computed in float32"))
                  .arg(QString::fromStdString(trace.dtype));
        brief = QString::fromStdString(trace.dtype);
        const bool isSeeded = m_run->setup && !m_run->setup->model->trained;
        if (isSeeded)
            provenance = brief = tr("float32 · seed %1").arg(locale.toString(qulonglong(trace.seed)));
        const int digits = trace.milliseconds < 100 ? 1 : 0;
        for (QString* const words : {&provenance, &brief})
            *words = m_run->setup ? tr("%1 · %2 ms").arg(*words, locale.toString(trace.milliseconds, 'f', digits))
                                  : tr("A recorded run");
    }
    m_provenances = {provenance, brief};
    m_provenance->setToolTip(provenance);
    m_stop->setToolTip(tr("Stop the pass"));
    m_stop->setAccessibleName(m_stop->toolTip());
    nameTokens();
    m_messagesButton->setToolTip(tr("Messages"));
    m_language->setText(QStringLiteral("%1 / %2").arg(languageSign(currentLanguage()), languageSign(nextLanguage())));
    m_language->setToolTip(tr("Switch the language"));
    m_language->setAccessibleName(m_language->toolTip());
    fitBadges();
}

} // namespace app
