#include "app/window/tensor_page.h"

#include "app/window/main_window.h"

#include "widgets/views/shared/tensor_pages.h"
#include "widgets/views/shared/view.h"

#include <algorithm>

namespace app {

bool showPageOf(MainWindow& window, const QString& tensor)
{
    const QStringList views = widgets::viewsShowing(tensor);
    const bool isShown = std::ranges::any_of(views, [&](const QString& view) { return window.showView(view); });
    if (auto* const pages = isShown ? dynamic_cast<widgets::TensorPages*>(window.currentView()) : nullptr)
        pages->openTensor(tensor);
    return isShown;
}

} // namespace app
