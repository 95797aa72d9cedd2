#pragma once

// AlibiView: the penalty, what it does beyond the trained length, a token dragged elsewhere, and added positions for comparison.

#include "widgets/views/shared/figure_view.h"

class QToolButton;

namespace widgets {

class SegmentedSwitch;

class AlibiView : public FigureView
{
    Q_OBJECT
public:
    explicit AlibiView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    bool openTensor(const QString& tensor) override;
    bool marksPlace() const override;
    bool restore(const QString& figureId, const QVariantMap& options) override;

    /// "penalty", "beyond", "order" or "terms".
    QString shown() const;
    void setShown(const QString& picture);

    /// The token that is moved and the place it goes to; clamped to the text when drawn.
    void moveToken(int from, int to);

protected:
    QVariantMap options() const override;
    QString handling() const override;
    void retranslate() override;
    void refreshControls(const FigureData& data) override;
    QString tensorOf(const QString& map, int row, int column, Selection& at) const override;
    void hoverCell(const QString& map, int row, int column, Selection& hovered) override;
    void clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers modifiers, Selection& pinned) override;
    void clickBar(const QString& chart, int bar, Selection& pinned) override;
    void showHover(const Selection& hovered) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int lengthOf(const QString& choice) const;
    int lastPlace() const;
    int place() const;
    void nudge(int by);

    SegmentedSwitch* m_show;
    SegmentedSwitch* m_length;
    QToolButton* m_earlier;
    QToolButton* m_later;
    QString m_kind = QStringLiteral("none");
    int m_from = 1;
    int m_to = -1;   // -1: the end
    int m_dragged = -1; // the token that the mouse holds
};

extern const ViewInfo alibiView;

} // namespace widgets
