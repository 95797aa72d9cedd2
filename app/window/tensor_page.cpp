#include "app/window/tensor_page.h"

#include "app/window/main_window.h"

#include "core/analysis/attention_part.h"
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
    const bool isShown = std::ranges::any_of(views, [&](const QString& view) {
        widgets::View* const page = window.pageOf(view);
        return page && page->openTensor(tensor) && window.showView(view);
    });
    const auto pattern = QString::fromStdString(core::attentionName(core::AttentionPart::Encoder, std::max(0, layer), "pattern"));
    if (isShown || tensor == pattern || !tensor.startsWith(QLatin1String("encoder.")))
        return isShown;
    return showPageOf(window, pattern); // of what an encoder writes its attention is the picture
}

} // namespace app
