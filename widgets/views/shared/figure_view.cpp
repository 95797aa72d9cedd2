#include "widgets/views/shared/figure_view.h"

#include "widgets/controls/control_line.h"
#include "widgets/controls/dimmed.h"
#include "widgets/controls/text_label.h"
#include "widgets/controls/title_line.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/offers.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/shown_panels.h"
#include "widgets/plot/chip_element.h"
#include "widgets/plot/figure_style.h"
#include "widgets/plot/panel_layout.h"
#include "widgets/plot/plot.h"
#include "widgets/run/unfinished.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/number_source.h"
#include "widgets/views/shared/offer_buttons.h"
#include "widgets/views/shared/option_controls.h"
#include "widgets/views/shared/page_foot.h"
#include "widgets/views/shared/table_page.h"
#include "widgets/views/shared/veil.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QEvent>
#include <QFocusEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace widgets {

namespace {

constexpr int patienceMs = 150;   // what takes less is not worth a word
constexpr int partPatienceMs = 40; // what takes less is not worth a picture without it

} // namespace

FigureView::FigureView(SelectionModel* selection, QWidget* parent)
    : View(selection, parent)
    , m_controls(new ControlLine(this))
    , m_titleLine(new TitleLine(this))
    , m_foot(new PageFoot(this))
    , m_pages(new QStackedWidget(this))
    , m_emptyPage(new QWidget(m_pages))
    , m_empty(new TextLabel(TextRole::Section, Tone::Muted, m_emptyPage))
    , m_offer(new QPushButton(m_emptyPage))
    , m_plot(new Plot(m_pages))
    , m_veil(new Veil(m_pages))
    , m_patience(new QTimer(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_controls);
    column->addWidget(m_titleLine);
    column->addWidget(m_pages, 1);
    column->addWidget(m_foot);
    m_controls->setLineBelow(m_titleLine);

    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    auto* emptyColumn = new QVBoxLayout(m_emptyPage);
    emptyColumn->setContentsMargins(2 * space::xxl, space::xl, 2 * space::xxl, space::xl);
    emptyColumn->setSpacing(space::l);
    emptyColumn->addStretch(1);
    emptyColumn->addWidget(m_empty);
    emptyColumn->addLayout(makeOfferRow(m_offer));
    emptyColumn->addStretch(1);
    m_offer->setObjectName(QStringLiteral("offer"));
    m_pages->addWidget(m_plot);
    m_pages->addWidget(m_emptyPage);
    connect(m_offer, &QPushButton::clicked, this, &FigureView::useOffer);
    m_patience->setSingleShot(true);
    connect(m_patience, &QTimer::timeout, this, [this] { drawPage(figureData()); });
    m_plot->setMinimumSize(240, 160);
    m_plot->installEventFilter(this);
    installEventFilter(this);

    connect(selection, &SelectionModel::pinnedChanged, this, [this] {
        m_isHalted = false; // something else is asked for
        redraw();
    });
    connect(selection, &SelectionModel::hoveredChanged, this, [this](const Selection& hovered) {
        if (isUpToDate())
            showHover(hovered);
    });
    connectPlot();
}

/// What the mouse does in a picture is heard while it is the picture of what was asked last.
void FigureView::connectPlot()
{
    connect(m_plot, &Plot::cellHovered, this, [this](const QString& map, int row, int column_) {
        if (row < 0 || column_ < 0)
            return selectionModel()->unhover();
        if (!isUpToDate())
            return;
        Selection hovered = selectionModel()->pinned();
        hoverCell(map, row, column_, hovered);
        selectionModel()->hover(hovered);
    });
    connect(m_plot, &Plot::cellClicked, this, [this](const QString& map, int row, int column_, Qt::KeyboardModifiers modifiers) {
        if (!isUpToDate())
            return;
        Selection pinned = selectionModel()->pinned();
        clickCell(map, row, column_, modifiers, pinned);
        selectionModel()->pin(pinned);
    });
    connect(m_plot, &Plot::barClicked, this, [this](const QString& chart, int bar) {
        if (!isUpToDate())
            return;
        Selection pinned = selectionModel()->pinned();
        clickBar(chart, bar, pinned);
        selectionModel()->pin(pinned);
    });
    connectPointing();
}

TextLabel* FigureView::breadcrumb() const { return m_titleLine->breadcrumb(); }

void FigureView::setGuests(const PageGuests& guests)
{
    m_controls->setLead(guests.lead);
    m_controls->setGuest(guests.switches);
    m_titleLine->setGuest(guests.words);
    m_titleLine->setTitleFirst(guests.lead != nullptr); // presented
}

QWidget* FigureView::picture() const { return m_pages; }

int FigureView::wordsHeight(int captionLines) const
{
    return m_controls->sizeHint().height() + m_titleLine->sizeHint().height() + m_foot->heightOf(captionLines);
}

void FigureView::setRun(const RunPtr& a, const RunPtr& b)
{
    if (a != m_a || b != m_b)
        m_results = {}; // what is of a run that stays comes again at once
    m_a = a;
    m_b = b;
    m_isHalted = false;
    redraw();
    setStale(false);
}

void FigureView::setStale(bool stale)
{
    m_unveils = !stale && m_patience->isActive(); // else the old picture would be bare for a moment
    if (m_unveils)
        return;
    m_veil->setGeometry(m_pages->rect());
    m_veil->setVisible(stale);
    m_veil->raise();
}

void FigureView::setTextGone(bool isGone)
{
    setDimmed(m_titleLine, isGone);
    setDimmed(m_foot, isGone);
}

void FigureView::setNotice(const QString& words)
{
    if (std::exchange(m_notice, words) == words)
        return;
    m_veil->setWords(m_a ? words : QString());
    if (!m_a)
        redraw();
}

void FigureView::setCaptionLines(int lines) { m_foot->setLines(lines); }

void FigureView::setResults(const NeedResults& results)
{
    m_results = results;
    m_isHalted = false;
    redraw();
}

void FigureView::setHalted()
{
    m_isHalted = m_isComputing;
    if (m_isHalted)
        redraw();
}

void FigureView::useOffer()
{
    if (m_isComputing) {
        m_isHalted = false;
        return redraw();
    }
    const ChoiceOffer offer = takenOffer(*m_offer, offersOf(figure(), figureData()));
    if (!offer.key.isEmpty())
        emit choiceWanted(offer.key, offer.value);
    else
        emit modeWanted(SlotMode::SideBySide);
}

void FigureView::setSlotMode(SlotMode mode, bool isLocked)
{
    if (mode == m_mode && isLocked == m_isLocked)
        return;
    m_mode = mode;
    m_isLocked = isLocked;
    redraw();
}

FigureData FigureView::figureData() const
{
    return {m_a, m_b, selectionModel()->pinned(), options(), m_mode, m_isLocked, m_results};
}

bool FigureView::restore(const QString& figureId, const QVariantMap& options)
{
    if (!showFigure(figureId))
        return false;
    for (auto option = options.begin(); option != options.end(); ++option)
        for (QObject* control : findChildren<QObject*>(option.key()))
            setControl(control, option.value());
    redraw();
    return true;
}

namespace {

/// Whether there is no difference, but a picture of each.
bool isSideBySidePossible(const FigureInfo& info, FigureData data)
{
    if (!data.b || data.mode != SlotMode::Delta)
        return false;
    data.mode = SlotMode::SideBySide;
    return whyNothing(info, data).isEmpty();
}

} // namespace

TablePage* FigureView::table() const { return m_pages->findChild<TablePage*>(); }

/// The picture or its table, whichever has been asked for; the focus stays in what is there.
void FigureView::showPicture(bool isThere)
{
    QWidget* const shown = !isThere ? m_emptyPage : m_showsTable ? static_cast<QWidget*>(table()) : m_plot;
    const bool isTaken = m_pages->currentWidget() != shown && m_pages->isAncestorOf(QApplication::focusWidget());
    m_pages->setCurrentWidget(shown);
    if (isTaken && isThere)
        shown->setFocus(Qt::ShortcutFocusReason);
}

void FigureView::setShowsTable(bool showsTable)
{
    if (showsTable && !table()) {
        auto* const made = new TablePage(m_pages);
        m_pages->addWidget(made);
        connect(made, &TablePage::copiedRows, this, &FigureView::rowsCopied);
    }
    if (std::exchange(m_showsTable, showsTable) != showsTable)
        redraw();
}

bool FigureView::isEmpty() const { return m_pages->currentWidget() == m_emptyPage; }

void FigureView::redraw()
{
    m_dirty = true;
    if (isVisible())
        draw();
}

bool FigureView::isUpToDate() const
{
    return !m_dirty && !m_isComputing && !m_patience->isActive() && !isEmpty() && !isUnfinished(m_a, m_b);
}

void FigureView::draw()
{
    m_dirty = false;
    const FigureData now = figureData();
    refreshControls(now);
    const Needs missing = missingNeeds(figure(), now);
    m_isComputing = std::any_of(missing.begin(), missing.end(), [](const Need& need) { return !need.isPart; });
    m_isHalted = m_isHalted && m_isComputing;
    if (missing.empty() || m_isHalted)
        drawPage(now);
    else if (!m_patience->isActive())
        m_patience->start(m_isComputing ? patienceMs : partPatienceMs);
    if (!missing.empty() && !m_isHalted)
        emit needsMissing();
}

void FigureView::drawPage(const FigureData& now)
{
    m_patience->stop();
    const FigureInfo& info = figure();
    const QString reason = m_isHalted ? tr("Stopped before it was computed.") : spacedSentence(whyNothing(info, now));
    const bool hasPicture = reason.isEmpty();
    if (m_unveils)
        setStale(false);
    m_titleLine->setTitle(titleText(info, now));
    m_controls->arrange();
    auto panels = hasPicture ? std::optional(shownPanels(info, now)) : std::nullopt;
    m_empty->setText(m_a || m_notice.isEmpty() ? reason : m_notice);
    const std::vector<ChoiceOffer> offers = m_isHalted ? std::vector<ChoiceOffer>{{tr("Compute it"), QStringLiteral("needs"), {}}}
        : !hasPicture && !m_isComputing                 ? offersOf(info, now)
                                                        : std::vector<ChoiceOffer>();
    const ChoiceOffer offer = offers.empty() ? ChoiceOffer() : offers.front();
    const bool hadFocus = m_emptyPage->isAncestorOf(QApplication::focusWidget());
    showOffers(m_offer, offers);
    const bool isOnlyDifference = !hasPicture && !m_isComputing && offer.key.isEmpty() && isSideBySidePossible(info, now);
    m_offer->setText(isOnlyDifference ? tr("Show A | B") : offer.label);
    m_offer->setVisible(isOnlyDifference || !offer.label.isEmpty()); // without a key: A beside B
    if (hadFocus && !m_emptyPage->isAncestorOf(QApplication::focusWidget()))
        m_emptyPage->setFocus(); // a button that goes gives it to whatever is next in the window
    showPicture(hasPicture);
    std::vector<Chip> chips;
    if (panels) {
        const FigureStyle style = screenStyle(m_plot->size());
        panels->hasChips = false; // at the foot, where none moves the picture
        chips = composeFigure(*m_plot, *panels, style, 0);
        showHover(selectionModel()->hovered());
        m_plot->replot(QCustomPlot::rpQueuedRefresh); // painted once with all that is around it
    }
    // Of the picture that is drawn now: some parts have no room, and cannot be handled.
    const QString says = hasPicture && info.subtitle ? spacedSentence(info.subtitle(now)) : QString();
    m_titleLine->setSubtitle(joinedSentences({says, hasPicture ? handling() : QString()}));
    if (hasPicture && m_showsTable)
        table()->show(titleText(info, now), figureTables(info, now));
    m_foot->show(panels, std::move(chips));
    m_plot->setDescription(m_titleLine->title(), captionText());
    emit drawn();
}

QString FigureView::captionText() const { return m_foot->caption(); }

void FigureView::changeEvent(QEvent* event)
{
    View::changeEvent(event);
    if (!meansRestyle(*event) || m_restyling)
        return;
    const QScopedValueRollback guard(m_restyling, true);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    redraw();
    update();
}

void FigureView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    if (m_dirty)
        draw();
}

/// What was computed for it goes: the store has it as long as there is room.
void FigureView::hideEvent(QHideEvent* event)
{
    View::hideEvent(event);
    if (m_results.isEmpty())
        return;
    m_results = {};
    m_dirty = true;
}

/// One white sheet.
void FigureView::paintEvent(QPaintEvent*) { QPainter(this).fillRect(rect(), currentTheme().surface); }

bool FigureView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_plot && event->type() == QEvent::Resize) {
        m_veil->setGeometry(m_pages->rect());
        if (isVisible() && !isEmpty() && !m_dirty)
            draw(); // some figures arrange their panels by the room they have
    }
    if (watched == m_plot && event->type() == QEvent::ContextMenu && offerPlace(*static_cast<QContextMenuEvent*>(event)))
        return true;
    if (watched == m_plot && event->type() == QEvent::MouseButtonDblClick && isUpToDate()
        && showSourceOfPoint(*this, *m_plot, *static_cast<QMouseEvent*>(event)))
        return true;
    if (watched == this && event->type() == QEvent::FocusIn && !isEmpty()) // a proxy would be a second stop of Tab
        m_pages->currentWidget()->setFocus(static_cast<const QFocusEvent*>(event)->reason());
    return View::eventFilter(watched, event);
}

} // namespace widgets
