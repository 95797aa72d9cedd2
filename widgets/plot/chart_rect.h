#pragma once

// ChartRect: an axis rect whose value axis has as many labels as fit in its height, and whose lower axis as
// many as are beside each other in its width.

#include <qcustomplot.h>

namespace widgets {

class ChartRect : public QCPAxisRect
{
    Q_OBJECT
public:
    using QCPAxisRect::QCPAxisRect;

    void update(UpdatePhase phase) override;
};

} // namespace widgets
