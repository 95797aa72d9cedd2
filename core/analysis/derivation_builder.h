#pragma once

// DerivationBuilder: collects the lines of a derivation and computes them. What a trace lacks is noted once, and
// everything after it does nothing.

#include "core/analysis/derivation.h"

#include <functional>

namespace core {

/// A row of numbers whose elements can be named one by one.
struct Series
{
    std::vector<double> values;
    std::function<Element(Index)> at;
};

class DerivationBuilder
{
public:
    using Op = DerivationLine::Op;

    DerivationBuilder(const Setup& setup, const Trace& trace, Index terms);

    const Setup& setup() const { return m_setup; }
    const Trace& trace() const { return m_trace; }
    bool has(const std::string& name) const { return m_trace.find(name) != nullptr; }
    bool failed() const { return !m_result.reason.empty(); }
    double reached() const { return m_result.total; }

    // Elements. What is not there fails the derivation.
    Element element(const std::string& name, std::vector<Index> place);
    Element weight(const std::string& name, std::vector<Index> place);
    static Element number(const std::string& word, double value) { return {Element::Kind::Number, word, {}, value}; }

    /// Elements [place…, i] for all i of the last axis.
    Series row(const std::string& name, std::vector<Index> place);
    Series weightRow(const std::string& name, Index row);

    /// Elements place(i), i < count.
    Series along(const std::string& name, Index count, const std::function<std::vector<Index>(Index)>& place);

    // Lines.
    void does(Op op, std::vector<Element> factors = {});
    void add(Element operand) { does(Op::Add, {std::move(operand)}); }
    void note(const std::string& word, double value) { does(Op::Note, {number(word, value)}); }

    /// Σ a·b: the largest terms, then the rest in one line, in the order in which they stand.
    void dot(const Series& a, const Series& b);
    void sum(const Series& a);

    /// matrix[out]·x + bias[out], the weights NAME.weight [out, in] and, where there is one, NAME.bias.
    void linear(const std::string& name, Index out, const Series& x, bool bias);

    /// The activation of a block, whose learned numbers are in `scope` ("blocks.0.mlp").
    void activate(Activation kind, const std::string& scope);

    void fail(std::string reason, std::string missing = {});
    void failMissing(const std::string& name);
    void failUnexplained();

    /// The derivation of a recorded number; one that does not lead to it becomes a reason.
    Derivation take(double recorded);

private:
    void append(DerivationLine line);
    const WeightTensor* findWeight(const std::string& name);

    const Setup& m_setup;
    const Trace& m_trace;
    Index m_terms;
    Derivation m_result;
    Activation m_activation;
};

} // namespace core
