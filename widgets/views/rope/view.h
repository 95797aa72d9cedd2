#pragma once

// RopeView: the rotation of one head: six pictures of it, the query walking over positions, and what another base or fraction
// would do to the same vectors.

#include "widgets/views/shared/figure_view.h"

#include <QElapsedTimer>

#include <functional>

class QLabel;
class QPushButton;
class QSlider;
class QTimer;
class QToolButton;

namespace widgets {

class Dial;
class SegmentedSwitch;

class RopeView : public FigureView
{
    Q_OBJECT
public:
    explicit RopeView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    bool openTensor(const QString& tensor) override;
    bool restore(const QString& figureId, const QVariantMap& options) override;

    QVariantMap whatIf() const override;
    void setWhatIf(const QVariantMap& numbers) override;

    /// A value of the option "show".
    void setShow(const QString& id);

    /// Whether the query walks on its own.
    bool isPlaying() const;
    void setPlaying(bool on);

protected:
    QVariantMap options() const override;
    void retranslate() override;
    void refreshControls(const FigureData& data) override;
    QString partOf(const QString& map, int row, int column, Selection& at) const override;
    void hoverCell(const QString& map, int row, int column, Selection& hovered) override;
    void clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers modifiers, Selection& pinned) override;
    void showHover(const Selection& hovered) override;
    void hideEvent(QHideEvent* event) override;

private:
    void connectWhatIf(Dial* dial, const std::function<void(int)>& take);
    void advance();
    void setPosition(double position);
    void takeNumbers(const QVariantMap& numbers);
    void requestWhatIf();
    void forgetWhatIf();

    SegmentedSwitch* m_show;
    QWidget* m_bar;
    QToolButton* m_play;
    Dial *m_walk, *m_base, *m_fraction, *m_factor;
    QPushButton* m_apply;
    QPushButton* m_back;
    QTimer* m_clock;
    QElapsedTimer m_since;
    double m_position = -1; // where the query stands; −1: at its own place
    int m_walked = -1;      // the query that is there; another one has its own place
    QVariantMap m_told;     // whatIf() as the window has it
    double m_whatBase = 0;  // 0: the model's
    double m_whatFraction = -1;
    double m_whatFactor = 0;
    int m_positions = 1;
};

extern const ViewInfo ropeView;

} // namespace widgets
