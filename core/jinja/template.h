#pragma once

// Template: a program in the part of the language Jinja that chat templates are written in (docs/tokenizers.md lists it). It
// works on the values it is given and gives a text; nothing else can be reached from it. At most 100,000 steps and 1,000,000
// bytes.

#include "core/io/json.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace core {

class Template
{
public:
    /// `file` and `where` are named in errors ("chat_template: line 3"). Throws Error{BadInput}: what is not well formed, a
    /// statement of Jinja that is not read here.
    Template(const std::string& source, std::string file, std::string where);
    ~Template();
    Template(Template&&) noexcept;

    /// The text for these variables, which may be any JSON. Throws Error{BadInput}: a filter, test, method or function that is
    /// not read here, by its name; an operation that does not fit its values; the refusal of the template itself; too many steps,
    /// too long a text.
    std::string render(const std::vector<std::pair<std::string, Json>>& variables) const;

private:
    struct Body;
    std::unique_ptr<const Body> m_body;
    std::string m_file, m_where;
};

} // namespace core
