#pragma once

// StepTrack: a slider whose places are drawn: one short bar per step, the blocks apart, what is done in the accent colour.

#include <QSlider>

#include <vector>

namespace widgets {

class StepTrack : public QSlider
{
    Q_OBJECT
public:
    explicit StepTrack(QWidget* parent = nullptr);

    /// The block of each step; −1 = outside the blocks.
    void setBlocks(std::vector<int> blocks);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent*) override { }

private:
    std::vector<double> edges() const; // left edge of each step, and the right edge of the last
    int stepAt(double x) const;

    std::vector<int> m_blocks;
};

} // namespace widgets
