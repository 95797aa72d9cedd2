#include "app/window/tensor_page.h"

#include "app/window/main_window.h"

#include "core/trace/trace.h"
#include "widgets/run/selection_model.h"
#include "widgets/views/shared/view.h"

#include <algorithm>

namespace app {

bool showPageOf(MainWindow& window, const QString& tensor)
{
    const QStringList views = widgets::viewsShowing(tensor);
    const auto layer = int(core::partsOfName(tensor.toStdString()).layer);
    widgets::Selection pinned = window.selection()->pinned();
    if (!views.isEmpty() && layer >= 0 && layer != pinned.layer && window.run() && layer < int(window.run()->trace->layers())) {
        pinned.layer = layer; // pages are of the selected one
        window.selection()->pin(pinned);
    }
    return std::ranges::any_of(views, [&](const QString& view) {
        widgets::View* const page = window.pageOf(view);
        return page && page->openTensor(tensor) && window.showView(view);
    });
}

} // namespace app
