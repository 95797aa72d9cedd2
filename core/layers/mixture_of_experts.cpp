#include "core/layers/mixture_of_experts.h"

#include "core/base/kernels.h"
#include "core/layers/feed_forward.h"
#include "core/layers/passed_back.h"

#include <algorithm>

namespace core {

namespace {

/// Which experts each token goes to, before any is dropped: best first.
using Choice = std::vector<std::vector<Index>>;

/// What the router says of each token, [token, expert].
struct Routed
{
    Tensor logits, probs, gates;
    Choice choice;
};

/// What the choice of a token goes by: logits, probabilities, or these and a bias, which may be null.
std::vector<Index> chosenOf(const RoutingRule& rule, const float* logits, const float* probs, const float* bias)
{
    const float* by = rule.choosesByLogits() ? logits : probs;
    std::vector<float> scores(by, by + rule.experts);
    if (bias)
        kernels::best().add(scores.data(), bias, scores.data(), rule.experts);
    return chooseExperts(rule, scores);
}

/// A token in an expert's list.
struct Visit
{
    Index expert;
    Index row;
};

class Router
{
public:
    Router(const RoutingRule& rule, const Scope& mlp, const FeedForwardInput& input)
        : m_rule(rule)
        , m_mlp(mlp)
        , m_input(input)
    {
    }

    Routed run() const
    {
        const float* bias = nullptr;
        Routed routed;
        routed.logits = logits(&bias);
        routed.probs = make("router_probs");
        if (m_rule.choosesByLogits())
            m_mlp.nothingFollows(routed.probs, {"router_logits", "gates"});
        eachToken([&](Index t) { routerProbabilities(m_rule, routed.logits.row(t), routed.probs.row(t)); });
        m_mlp.record(routed.probs);

        routed.gates = make("gates");
        routed.choice.resize(m_mlp.planning() ? 0 : std::size_t(m_input.x.rows()));
        eachToken([&](Index t) { choose(routed, t, bias); });
        drop(routed);
        m_mlp.record(routed.gates);
        return routed;
    }

private:
    Tensor make(const char* name) const
    {
        return m_mlp.make(name, {m_input.x.axes().front(), axis::expert}, {m_input.x.rows(), m_rule.experts});
    }
    void eachToken(const std::function<void(Index)>& row) const { m_mlp.rows(m_input.x.rows(), 8 * m_rule.experts, row); }

    /// router_logits; `choiceBias` becomes the bias [expert] that serves the choice only, where there is one.
    Tensor logits(const float** choiceBias) const
    {
        Tensor result = make("router_logits");
        const Scope router = m_mlp.child("router");
        const WeightTensor* matrix = router.weight("weight", {m_rule.experts, m_input.dModel()}, Init::Projection);
        const WeightTensor* bias = router.weight(
            WeightSpec{.name = "bias", .shape = {m_rule.experts}, .init = Init::Bias, .optional = !m_rule.isSigmoid()});
        const float* values = bias ? bias->values().data() : nullptr;
        m_mlp.multiply(matrix, m_rule.isSigmoid() ? nullptr : values, m_input.x, m_input.dModel(), m_rule.experts, result);
        m_mlp.record(result);
        *choiceBias = m_rule.isSigmoid() ? values : nullptr;
        return result;
    }

    void choose(Routed& routed, Index t, const float* bias) const
    {
        const float* logits = routed.logits.row(t);
        const float* probs = routed.probs.row(t);
        std::vector<Index>& chosen = routed.choice[std::size_t(t)];
        chosen = chosenOf(m_rule, logits, probs, bias);
        gatesOf(m_rule, chosen, logits, probs, routed.gates.row(t));
    }

    /// mlp.dropped [token, expert]: the share of a gate that is lost, 1 for a choice that finds the expert full, else 0. Each
    /// gate is multiplied by 1 − dropped.
    void drop(Routed& routed) const
    {
        if (m_rule.capacity == 0.0)
            return;
        Tensor dropped = make("dropped");
        if (!m_mlp.planning()) {
            std::fill_n(dropped.data(), dropped.size(), 0.f);
            markDropped(routed.choice, dropped);
        }
        m_mlp.record(dropped);
        eachToken([&](Index t) {
            float* gates = routed.gates.row(t);
            std::erase_if(routed.choice[std::size_t(t)], [&](Index e) {
                gates[e] *= 1.f - dropped.row(t)[e];
                return dropped.row(t)[e] == 1.f;
            });
        });
    }

    /// In the order of the text, each packed text with places of its own.
    void markDropped(const Choice& choice, Tensor& dropped) const
    {
        const Index tokens = m_input.x.rows();
        const auto textOf = [&](Index t) { return m_input.places.keyEnd[std::size_t(t)]; };
        for (Index start = 0, end = 0; start < tokens; start = end) {
            while (end < tokens && textOf(end) == textOf(start))
                ++end;
            const Index places = expertPlaces(m_rule, end - start);
            std::vector<Index> taken(std::size_t(m_rule.experts), 0);
            for (Index t = start; t < end; ++t)
                for (const Index e : choice[std::size_t(t)])
                    if (++taken[std::size_t(e)] > places)
                        dropped.row(t)[e] = 1.f;
        }
    }

    const RoutingRule& m_rule;
    const Scope& m_mlp;
    const FeedForwardInput& m_input;
};

/// The tokens of each expert, in the order of the text.
std::vector<std::vector<Index>> tokensOf(const RoutingRule& rule, const Routed& routed)
{
    std::vector<std::vector<Index>> tokens(std::size_t(rule.experts));
    for (std::size_t t = 0; t < routed.choice.size(); ++t) {
        std::vector<bool> goes(std::size_t(rule.experts), false);
        for (const Index e : routed.choice[t])
            goes[std::size_t(e)] = true;
        const float* gates = routed.gates.row(Index(t));
        for (Index e = 0; e < rule.experts; ++e)
            if (goes[std::size_t(e)] || gates[e] != 0.f)
                tokens[std::size_t(e)].push_back(Index(t));
    }
    return tokens;
}

/// experts.E.tokens, and x of these tokens [routed_token, d_model].
Tensor gather(const Scope& expert, const FeedForwardInput& input, const std::vector<Index>& tokens, Index count)
{
    Tensor list = expert.make("tokens", {axis::routedToken}, {count});
    expert.nothingFollows(list, {"out"});
    Tensor x = expert.make("input", {axis::routedToken, axis::dModel}, {count, input.dModel()}, Recording::Never);
    if (!expert.planning())
        std::transform(tokens.begin(), tokens.end(), list.data(), [](Index t) { return float(t); });
    expert.record(list);
    expert.rows(
        count, 2 * input.dModel(), [&](Index i) { std::copy_n(input.x.row(tokens[std::size_t(i)]), input.dModel(), x.row(i)); });
    return x;
}

/// shared_gate [token] = σ(w · x).
Tensor sharedGates(const Scope& mlp, const FeedForwardInput& input)
{
    Tensor gate = mlp.make("shared_gate", {input.x.axes().front()}, {input.x.rows()});
    Tensor logits = mlp.make("shared_logit", {input.x.axes().front(), axis::expert}, {input.x.rows(), 1}, Recording::Never);
    mlp.linear("shared_gate", input.x, input.dModel(), 1, false, logits);
    mlp.rows(1, 8 * input.x.rows(), [&](Index) { kernels::best().sigmoid(logits.data(), gate.data(), input.x.rows()); });
    mlp.record(gate);
    return gate;
}

} // namespace

void MixtureOfExperts::check(const BlockSizes&) const
{
    if (routing.topK > routing.experts)
        refuseChoice("mixture.top_k", CUTAWAY_TR("more than there are experts"), "1–" + std::to_string(routing.experts),
            std::to_string(routing.topK));
    if (routing.groups <= 1)
        return;
    if (routing.experts % routing.groups != 0)
        refuseChoice("mixture.groups", CUTAWAY_TR("does not divide the experts"), "0, " + divisorsOf(routing.experts),
            std::to_string(routing.groups));
    if (routing.groupsTopK > routing.groups)
        refuseChoice("mixture.groups_top_k", CUTAWAY_TR("more than there are groups"), "1–" + std::to_string(routing.groups),
            std::to_string(routing.groupsTopK));
}

Tensor MixtureOfExperts::run(const Scope& mlp, const FeedForwardInput& input) const
{
    const Index rows = input.x.rows();
    const Routed routed = Router(routing, mlp, input).run();
    const std::vector<std::vector<Index>> tokens = tokensOf(routing, routed);
    const auto runExpert = [&](const Scope& scope, const Tensor& x, Index dFf) {
        return GatedFeedForward().run(scope, {x, input.activation, dFf, input.bias, input.places, nullptr});
    };

    std::vector<Tensor> outs(std::size_t(routing.experts)); // [routed_token, d_model] of each expert with tokens
    std::vector<std::vector<Visit>> visits(static_cast<std::size_t>(rows));
    for (Index e = 0; e < routing.experts; ++e) {
        Scope expert = mlp.child("experts." + std::to_string(e));
        const std::vector<Index>& mine = tokens[std::size_t(e)];
        // A plan does not know where tokens go: spread evenly, the sums are right. Its list still names every expert.
        const Index count = mlp.planning() ? evenShare(routing, rows * routing.chosenPerToken(), e) : Index(mine.size());
        if (count == 0 && !mlp.planning())
            continue;
        if (count == 0)
            expert = expert.idle();
        outs[std::size_t(e)] = runExpert(expert, gather(expert, input, mine, count), expertWidth(input.dFf));
        for (std::size_t i = 0; i < mine.size(); ++i)
            visits[std::size_t(mine[i])].push_back({e, Index(i)});
    }
    std::vector<Tensor> sharedOuts;
    for (Index e = 0; e < shared; ++e)
        sharedOuts.push_back(runExpert(mlp.child("shared." + std::to_string(e)), input.x, sharedWidth(input.dFf)));

    const Tensor opening = sharedGate && shared > 0 ? sharedGates(mlp, input) : Tensor();

    Tensor out = mlp.make("out", input.x.axes(), input.x.shape());
    mlp.rows(rows, (routing.topK + shared + 1) * input.dModel(), [&](Index t) {
        float* sum = out.row(t);
        std::fill_n(sum, input.dModel(), 0.f);
        for (const Visit& visit : visits[std::size_t(t)]) {
            const float gate = routed.gates.row(t)[visit.expert];
            const float* part = outs[std::size_t(visit.expert)].row(visit.row);
            for (Index i = 0; i < input.dModel(); ++i)
                sum[i] += gate * part[i];
        }
        for (const Tensor& part : sharedOuts)
            if (opening)
                for (Index i = 0; i < input.dModel(); ++i)
                    sum[i] += opening.data()[t] * part.row(t)[i];
            else
                kernels::best().add(sum, part.row(t), sum, input.dModel());
    });
    mlp.record(out);
    return out;
}

namespace {

/// What probabilities [expert] gain besides, through the gates or not, for the logits that they are made of: adds it.
void addThroughProbabilities(const RoutingRule& rule, const float* probs, const float* added, float* dLogits)
{
    double mean = 0.0;
    if (!rule.isSigmoid())
        for (Index e = 0; e < rule.experts; ++e)
            mean += double(probs[e]) * double(added[e]);
    for (Index e = 0; e < rule.experts; ++e)
        dLogits[e]
            += rule.isSigmoid() ? probs[e] * (1.f - probs[e]) * added[e] : float(double(probs[e]) * (double(added[e]) - mean));
}

/// The mixture on the way back.
struct MixtureBack
{
    const MixtureOfExperts& mixture;
    const BackScope& mlp;
    const FeedForwardInput& in;
    const FeedForwardGradient& d;
    Index width = in.dModel();

    Tensor throughExpert(const BackScope& expert, const Tensor& x, Index dFf, const Tensor& dExpert) const
    {
        return GatedFeedForward().backward(expert, {x, in.activation, dFf, in.bias, in.places, nullptr}, {dExpert, d.learned});
    }

    double product(const float* a, const float* b) const
    {
        double sum = 0.0;
        for (Index i = 0; i < width; ++i)
            sum += double(a[i]) * double(b[i]);
        return sum;
    }

    /// Through the experts that tokens go to: dX, and what their gates gain.
    void throughRouted(Tensor& dGates, Tensor& dX) const
    {
        const Tensor& gates = mlp.tape("gates");
        for (Index e = 0; e < mixture.routing.experts; ++e) {
            const BackScope expert = mlp.child("experts." + std::to_string(e));
            const Tensor* tokens = expert.find("tokens");
            if (!tokens) // none came
                continue;
            const Tensor& out = expert.tape("out");
            Tensor x = expert.make(out), dExpert = expert.make(out);
            const auto tokenOf = [&](Index row) { return Index(tokens->data()[row]); };
            expert.rows(out.rows(), 6 * width, [&](Index row) {
                const Index t = tokenOf(row);
                std::copy_n(in.x.row(t), width, x.row(row));
                kernels::best().scale(d.out.row(t), gates.row(t)[e], dExpert.row(row), width);
                dGates.row(t)[e] = float(product(out.row(row), d.out.row(t)));
            });
            const Tensor dInput = throughExpert(expert, x, mixture.expertWidth(in.dFf), dExpert);
            for (Index row = 0; row < dInput.rows(); ++row)
                kernels::best().add(dX.row(tokenOf(row)), dInput.row(row), dX.row(tokenOf(row)), width);
        }
    }

    /// Through the experts that all tokens go to, and their gate.
    void throughShared(Tensor& dX) const
    {
        const Tensor* opening = mlp.find("shared_gate");
        Tensor dOpening = opening ? mlp.zeros(*opening) : Tensor();
        for (Index e = 0; e < mixture.shared; ++e) {
            const BackScope expert = mlp.child("shared." + std::to_string(e));
            const Tensor& out = expert.tape("out");
            Tensor dExpert = mlp.make(out);
            mlp.rows(out.rows(), 4 * width, [&](Index t) {
                kernels::best().scale(d.out.row(t), opening ? opening->data()[t] : 1.f, dExpert.row(t), width);
                if (opening)
                    dOpening.data()[t] += float(product(out.row(t), d.out.row(t)));
            });
            mlp.add(throughExpert(expert, in.x, mixture.sharedWidth(in.dFf), dExpert), dX);
        }
        if (!opening)
            return;
        dOpening = through(mlp, "shared_gate", dOpening);
        const Tensor& gate = computed(mlp, "shared_gate");
        Tensor dLogit = mlp.make({axis::token, axis::expert}, {d.out.rows(), 1});
        for (Index t = 0; t < d.out.rows(); ++t)
            dLogit.data()[t] = dOpening.data()[t] * gate.data()[t] * (1.f - gate.data()[t]);
        mlp.linear("shared_gate", in.x, dLogit, false, dX);
    }

    /// Through gates, probabilities and the router.
    void throughRouter(const Tensor& dGates, Tensor& dX) const
    {
        const RoutingRule& rule = mixture.routing;
        const Tensor &logits = mlp.tape("router_logits"), &probs = mlp.tape("router_probs");
        const Tensor *dropped = mlp.find("dropped"), *added = mlp.find("router_probs.added");
        const BackScope router = mlp.child("router");
        const WeightTensor* bias = router.forward().weight(
            WeightSpec{.name = "bias", .shape = {rule.experts}, .init = Init::Bias, .optional = !rule.isSigmoid()});
        const float* choiceBias = bias && rule.isSigmoid() ? bias->values().data() : nullptr;
        Tensor dLogits = mlp.make(logits), dProbs = mlp.make(probs), kept = mlp.make(dGates);
        mlp.rows(logits.rows(), 16 * rule.experts, [&](Index t) {
            for (Index e = 0; e < rule.experts; ++e)
                kept.row(t)[e] = dGates.row(t)[e] * (dropped ? 1.f - dropped->row(t)[e] : 1.f);
            gatesBackward(rule, chosenOf(rule, logits.row(t), probs.row(t), choiceBias), logits.row(t), probs.row(t),
                {kept.row(t), dLogits.row(t), dProbs.row(t)});
            if (added) {
                addThroughProbabilities(rule, probs.row(t), added->row(t), dLogits.row(t));
                kernels::best().add(dProbs.row(t), added->row(t), dProbs.row(t), rule.experts);
            }
        });
        mlp.record("router_probs", dProbs);
        dLogits = through(mlp, "router_logits", dLogits);
        router.multiply("weight", in.x, dLogits, dX);
        if (bias && !rule.isSigmoid())
            router.addToVector("bias", dLogits);
    }
};

} // namespace

Tensor MixtureOfExperts::backward(const BackScope& mlp, const FeedForwardInput& in, const FeedForwardGradient& d) const
{
    const Tensor dOut = through(mlp, "out", d.out);
    const FeedForwardGradient gained{dOut, d.learned};
    const MixtureBack back{*this, mlp, in, gained};
    Tensor dX = mlp.zeros(in.x), dGates = mlp.zeros(mlp.tape("gates"));
    back.throughRouted(dGates, dX);
    back.throughShared(dX);
    back.throughRouter(through(mlp, "gates", dGates), dX);
    return dX;
}

} // namespace core
