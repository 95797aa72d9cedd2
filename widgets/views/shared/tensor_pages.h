#pragma once

// TensorPages: a view of several pages, of which one shows a tensor best: that of the box in the diagram and of the step that
// were clicked.

#include <QString>

namespace widgets {

class TensorPages
{
public:
    virtual ~TensorPages() = default;

    /// Shows that page of the view. Of a tensor of which it shows nothing it stays as it is.
    virtual void openTensor(const QString& tensor) = 0;
};

} // namespace widgets
