#include "widgets/views/shared/view.h"

#include "core/trace/trace_request.h"
#include "widgets/run/tensor_place.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace widgets {

QStringList viewsShowing(const QString& tensor)
{
    const QString stack = tensor.startsWith(QLatin1String("encoder.")) ? QStringLiteral("encoder.") : QString();
    const std::string name = (stack + splitName(tensor.mid(stack.size())).second).toStdString();
    std::vector<std::pair<Shown, const char*>> found;
    for (const ViewInfo& view : allViews()) {
        const auto shows = std::find_if(view.shows.begin(), view.shows.end(), [&](const ShownTensors& tensors) {
            return core::matchesPattern(tensors.names, name);
        });
        if (shows != view.shows.end())
            found.emplace_back(shows->how, view.id);
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    QStringList ids;
    for (const auto& [how, id] : found)
        ids << QString::fromLatin1(id);
    return ids;
}

} // namespace widgets
