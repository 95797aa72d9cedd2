#include "core/jinja/template.h"

#include "core/base/error.h"
#include "core/jinja/parser.h"
#include "core/jinja/rendering.h"

namespace core {

namespace {

/// Calls `work`; of an error the place gets the name of the template.
template <class Work>
auto inTemplate(const std::string& file, const std::string& name, const Work& work)
{
    try {
        return work();
    } catch (const Error& error) {
        Error::Parts parts = error.parts();
        parts.where = parts.where.empty() ? name : (name.empty() ? name : name + ": ") + parts.where;
        parts.file = file;
        throw Error(std::move(parts));
    }
}

} // namespace

struct Template::Body
{
    jinja::Block block;
};

Template::Template(const std::string& source, std::string file, std::string where)
    : m_file(std::move(file))
    , m_where(std::move(where))
{
    m_body = inTemplate(m_file, m_where, [&] { return std::make_unique<const Body>(Body{jinja::parseTemplate(source)}); });
}

Template::~Template() = default;
Template::Template(Template&&) noexcept = default;

std::string Template::render(const std::vector<std::pair<std::string, Json>>& variables) const
{
    return inTemplate(m_file, m_where, [&] {
        jinja::Rendering::Variables values;
        for (const auto& [name, value] : variables)
            values.emplace_back(name, jinja::Value::fromJson(value));
        return jinja::Rendering(std::move(values)).run(m_body->block);
    });
}

} // namespace core
