#include "core/run/weight_swaps.h"

#include "core/base/edit_distance.h"
#include "core/io/shown_text.h"
#include "core/trace/weight_place.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace core {

namespace {

[[noreturn]] void refuse(const Intervention& what, Error::Parts parts)
{
    parts.file = what.list;
    parts.where = what.place + (what.place.empty() ? "" : ".") + parts.where;
    throw Error(std::move(parts));
}

/// A weight on its way to another: untouched + strength · (other − untouched).
class Between : public TensorSource
{
public:
    Between(WeightPtr untouched, WeightPtr other, float strength)
        : m_untouched(std::move(untouched))
        , m_other(std::move(other))
        , m_strength(strength)
    {
    }
    const Shape& shape() const override { return m_untouched->shape(); }
    std::string dtype() const override { return "F32"; }
    std::string origin() const override { return m_untouched->source().origin(); }
    void read(Index row, Index rows, float* out) const override
    {
        m_untouched->read(row, rows, out);
        std::vector<float> other(std::size_t(rows * (elements(shape()) / std::max<Index>(1, shape().front()))));
        m_other->read(row, rows, other.data());
        for (std::size_t i = 0; i < other.size(); ++i)
            out[i] += m_strength * (other[i] - out[i]);
    }

private:
    WeightPtr m_untouched, m_other;
    float m_strength;
};

/// The weights of a run while those of other models are put in.
class Swapper
{
public:
    Swapper(Weights weights, const ModelOpener& open)
        : m_weights(std::move(weights))
        , m_open(open)
    {
    }

    /// All that it names, or none. Throws Error.
    void take(const Intervention& what)
    {
        std::map<const WeightTensor*, WeightPtr> taken; // in place of which
        for (const std::string& name : namesOf(what)) {
            const WeightPtr own = m_weights.share(name);
            if (!taken.contains(own.get()))
                taken[own.get()] = partOf(what, own, weightFor(what, name, own->shape()));
        }
        const Weights before = m_weights;
        for (const auto& [name, own] : before.all())
            if (const auto found = taken.find(own.get()); found != taken.end())
                m_weights.set(name, found->second);
    }

    const Weights& weights() const { return m_weights; }

private:
    std::vector<std::string> namesOf(const Intervention& what) const
    {
        const std::string pattern(weightOf(what.at));
        std::vector<std::string> all, matching;
        for (const auto& [name, tensor] : m_weights.all()) {
            all.push_back(std::string(weightPrefix) + name);
            if (matchesPattern(pattern, name))
                matching.push_back(name);
        }
        if (matching.empty())
            refuse(what,
                {ErrorKind::Usage, "", "at", CUTAWAY_TR("matches no weight of this model"),
                    joinedWords(nearestWords(what.at, all, 3)), shownText(what.at)});
        return matching;
    }

    WeightPtr weightFor(const Intervention& what, const std::string& own, const Shape& shape)
    {
        SetupPtr& from = m_opened[modelOf(what.source)];
        if (!from)
            from = configure(m_open(modelOf(what.source)), {});
        const std::string name = what.source.name.empty() ? own : what.source.name;
        WeightPtr other = from->weights.share(name);
        if (!other)
            throw Error(
                {ErrorKind::BadInput, what.source.file, shownText(name), CUTAWAY_TR("this model has no such weight"), "", ""});
        if (other->shape() != shape)
            refuse(what,
                {ErrorKind::Usage, "", "source", CUTAWAY_TR("the weight has another shape in that model"), shapeText(shape),
                    shapeText(other->shape())});
        return other;
    }

    static WeightPtr partOf(const Intervention& what, const WeightPtr& own, WeightPtr other)
    {
        if (what.strength >= 1)
            return other;
        if (what.strength <= 0)
            return own;
        return std::make_shared<WeightTensor>(std::make_shared<Between>(own, std::move(other), what.strength));
    }

    Weights m_weights;
    const ModelOpener& m_open;
    std::map<std::string, SetupPtr> m_opened; // by model
};

/// The list of what was in force: of the weights those that were taken, of the tensors those that the pass lists, in one order.
Json inForce(const std::vector<Intervention>& list, const std::vector<bool>& isTaken, const Json& ofPass)
{
    Json all;
    std::size_t next = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        Json one = toJson({list[i]}).front();
        const bool isOfPass = !isOfWeight(list[i]) && next < ofPass.size() && ofPass[next] == one;
        next += isOfPass ? 1 : 0;
        if (isTaken[i] || isOfPass)
            all.push_back(std::move(one));
    }
    return all;
}

} // namespace

SwappedRun forwardWithSwaps(const SetupPtr& setup, const ForwardInput& input, const TraceRequest& request,
    const ModelOpener& open, const PassWatch& watch)
{
    const RunControl& control = watch.control;
    const std::vector<Intervention>& list = request.interventions;
    if (std::ranges::none_of(list, isOfWeight))
        return {setup, forwardByLayers(*setup, input, request, control, watch.onLayer)};
    Swapper swapper(setup->weights, open);
    std::vector<bool> isTaken(list.size(), false);
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (!isOfWeight(list[i]) || list[i].isOff)
            continue;
        control.check();
        try {
            swapper.take(list[i]);
            isTaken[i] = true;
        } catch (const Error&) {
            if (!request.skipsUnfit)
                throw;
        }
    }
    auto swapped = std::make_shared<Setup>(*setup);
    swapped->weights = swapper.weights();
    TraceRequest ofTensors = request;
    std::erase_if(ofTensors.interventions, isOfWeight);
    std::shared_ptr<Trace> trace = forward(*swapped, input, ofTensors, control);
    trace->interventions = inForce(list, isTaken, trace->interventions);
    return {std::ranges::count(isTaken, true) > 0 ? swapped : setup, std::move(trace)};
}

} // namespace core
