#include "core/jinja/budget.h"

#include "core/base/error.h"
#include "core/io/shown_text.h"

namespace core::jinja {

void refuse(const char* problem, const std::string& expected, const std::string& found)
{
    throw Error({.problem = problem, .expected = expected, .found = found.empty() ? found : shownText(found, 200)});
}

void refuseUnknown(const std::string& name) { refuse(CUTAWAY_TR("not in the part of Jinja that is read here"), {}, name); }

void Budget::step(std::size_t count)
{
    if (count > std::size_t(m_left))
        refuse(CUTAWAY_TR("the template does not come to an end"), "at most " + std::to_string(maxSteps) + " steps");
    m_left -= long(count);
}

void Budget::text(std::size_t bytes)
{
    if (bytes > maxBytes)
        refuse(CUTAWAY_TR("the text of the template is too long"), "at most " + std::to_string(maxBytes) + " bytes");
    step(bytes / 1000);
}

void Budget::checkDepth(int depth)
{
    if (depth > maxDepth)
        refuse(CUTAWAY_TR("nested too deeply"), "at most " + std::to_string(maxDepth));
}

} // namespace core::jinja
