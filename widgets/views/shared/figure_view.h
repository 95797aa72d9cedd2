#pragma once

// FigureView: a view that shows figures: question, what a cell is, the picture, one sentence with its numbers. It keeps the
// picture in step with run, selection, theme and language, so that a view only says which figure with which options, and
// what a click means. To add a view: derive, and add a row in view_registry.cpp.

#include "widgets/figure/sides.h"
#include "widgets/views/shared/view.h"

#include <QPointer>

class QContextMenuEvent;
class QPushButton;
class QStackedWidget;
class QTimer;

namespace widgets {

class CellPlottable;
class ControlLine;
struct Cell;
class PageFoot;
class Plot;
class TablePage;
class TextLabel;
class TitleLine;
class Veil;

class FigureView : public View
{
    Q_OBJECT
public:
    void setRun(const RunPtr& a, const RunPtr& b) override;
    void setResults(const NeedResults& results) override;
    void setHalted() override;
    bool isComputing() const override { return m_isComputing; }
    void setSlotMode(SlotMode mode, bool isLocked) override;
    void setStale(bool stale) override;
    void setTextGone(bool isGone) override;
    void setNotice(const QString& words) override;

    void setCaptionLines(int lines) override;
    int wordsHeight(int captionLines) const override;
    QWidget* picture() const override;
    void setGuests(const PageGuests& guests) override;
    FigureData figureData() const override;

    /// Sets each control whose objectName() is the key of an option: switches, boxes, sliders.
    bool restore(const QString& figureId, const QVariantMap& options) override;
    Plot* plot() const { return m_plot; }

    /// The numbers of the picture as a table in its place.
    void setShowsTable(bool showsTable);

    /// What is below the picture, without emphasis.
    QString captionText() const;
    bool isUpToDate() const; // shows the picture of what was requested last
    bool isEmpty() const; // shows why there is nothing instead of a picture

signals:
    /// So many rows of the table are on the clipboard.
    void rowsCopied(int rows);

protected:
    explicit FigureView(SelectionModel* selection, QWidget* parent);

    virtual QVariantMap options() const { return {}; }
    virtual bool showFigure(const QString& figureId) { return figureId == QLatin1String(figure().id); } // false: it has none
    virtual QString handling() const { return {}; } // what the mouse does in the picture: said below the title, never in a file
    virtual void retranslate() { } // texts of the controls
    virtual void refreshControls(const FigureData&) { } // before each drawing
    virtual void hoverCell(const QString& /*map*/, int /*row*/, int /*column*/, Selection& /*hovered*/) { }
    virtual void clickCell(const QString& /*map*/, int /*row*/, int /*column*/, Qt::KeyboardModifiers, Selection& /*pinned*/) { }
    virtual void clickBar(const QString& /*chart*/, int /*bar*/, Selection& /*pinned*/) { }
    virtual QString tensorOf(const QString& /*map*/, int /*row*/, int /*column*/, Selection& /*at*/) const
    {
        return {};
    } // in which
        // the number of a cell stands, or from which it is computed; `at`: what a hover there means, to be made precise
    virtual QString barTensor(const QString& /*chart*/, int /*bar*/, Selection& /*at*/) { return {}; } // the same of a bar

    /// The tensor, and of it the place `at`, that a cell is about, where it is no number of one: −1 for all that it is about.
    virtual QString partOf(const QString& map, int row, int column, Selection& at) const { return tensorOf(map, row, column, at); }
    virtual QString barPart(const QString& chart, int bar, Selection& at) { return barTensor(chart, bar, at); } // the same of a bar
    virtual void showHover(const Selection& /*hovered*/) { } // thin rings for what is hovered elsewhere

    ControlLine* controls() const { return m_controls; } // over the title
    TextLabel* breadcrumb() const;
    void redraw(); // at once when visible, else when it becomes so

    const RunPtr& run() const { return m_b && m_mode == SlotMode::B ? m_b : m_a; } // whose tokens and heads a click means

    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void connectPlot();
    void connectPointing();
    bool offerPlace(const QContextMenuEvent& event);
    QString partAt(const CellPlottable& map, Cell cell, Selection& at);
    void draw();
    void drawPage(const FigureData& now);
    TablePage* table() const; // null until it was asked for
    void showPicture(bool isThere);
    void useOffer();
    void askFor(const QString& tensor, const Selection& at);

    RunPtr m_a, m_b;
    SlotMode m_mode = SlotMode::A;
    bool m_isLocked = true;
    NeedResults m_results;
    bool m_isComputing = false; // the picture waits for its needs
    bool m_isHalted = false; // and they are not computed
    bool m_unveils = false;     // the veil goes with the next picture
    bool m_showsTable = false;
    ControlLine* m_controls;
    TitleLine* m_titleLine;
    PageFoot* m_foot;
    QStackedWidget* m_pages;
    QWidget* m_emptyPage;
    TextLabel* m_empty;
    QPushButton* m_offer; // a choice that helps
    Plot* m_plot;
    Veil* m_veil;
    QTimer* m_patience; // so long the picture before stays on screen
    QString m_notice; // why there is no run of what was asked
    bool m_dirty = true;
    bool m_restyling = false;
};

} // namespace widgets
