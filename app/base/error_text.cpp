#include "app/base/error_text.h"

#include "widgets/figure/choice_text.h"

namespace app {

QString coreText(std::string_view english) { return widgets::coreText(std::string(english)); }

} // namespace app
