#pragma once

// Rendering: a template that is carried out once, with its variables and what it may still use.

#include "core/jinja/arguments.h"
#include "core/jinja/budget.h"
#include "core/jinja/syntax.h"

#include <memory>
#include <string>
#include <vector>

namespace core::jinja {

class Rendering
{
public:
    using Variables = std::vector<std::pair<std::string, Value>>;

    explicit Rendering(Variables variables);

    /// The text of the template. Throws Error{BadInput} with the line as its place. REQUIRES: called once; `block` outlives this.
    std::string run(const Block& block);

private:
    enum class Flow
    {
        GoOn,
        NextTurn,
        LeaveLoop
    };
    class Depth; // of what calls itself

    // Statements, in rendering.cpp.
    Flow carryOut(const Block& block);
    Flow carryOut(const Statement& statement);
    Flow branch(const IfStatement& all);
    Flow loop(const ForStatement& loop);
    void set(const SetStatement& set);
    void write(const std::string& text);
    std::string captured(const Block& block);

    void assign(const Target& target, const Value& value);
    void setName(const std::string& name, const Value& value);

    // Expressions, in evaluation.cpp.
    Value evaluate(const Expression& expression);
    Value look(const Literal& literal) { return literal.value; }
    Value look(const NameOf& name);
    Value look(const ListOf& list);
    Value look(const DictionaryOf& dictionary);
    Value look(const AttributeOf& attribute);
    Value look(const ElementOf& element);
    Value look(const SliceOf& slice);
    Value look(const Call& call);
    Value look(const FilterOf& filter);
    Value look(const TestOf& test);
    Value look(const Unary& unary);
    Value look(const Binary& binary);
    Value look(const Comparison& comparison);
    Value look(const Conditional& conditional);
    Arguments argumentsOf(const CallArguments& said);
    Value callFunction(const std::string& name, const Arguments& said);
    Value callMacro(const MacroStatement& macro, const Arguments& said);

    std::vector<Variables> m_scopes; // the first one of the template, then of the macro that runs, and of its loops
    std::size_t m_macroScope = 0; // the first one that is seen besides that of the template
    std::vector<std::unique_ptr<Namespace>> m_namespaces;
    std::string m_text;
    Budget m_budget;
    int m_line = 1, m_depth = 0;
};

} // namespace core::jinja
