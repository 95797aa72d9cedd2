#include "widgets/figure/needs.h"

#include "widgets/figure/figure.h"
#include "widgets/figure/need_store.h"

#include <algorithm>
#include <new>

namespace widgets {

namespace {

constexpr int maxRounds = 2000; // a need may follow from the result of another, as the parts of a circuit do

bool isNull(const std::weak_ptr<const core::Trace>& trace)
{
    const std::weak_ptr<const core::Trace> none;
    return !trace.owner_before(none) && !none.owner_before(trace);
}

} // namespace

bool NeedId::operator<(const NeedId& other) const
{
    for (const auto& [mine, theirs] : {std::pair(&a, &other.a), std::pair(&b, &other.b)})
        if (mine->owner_before(*theirs) || theirs->owner_before(*mine))
            return mine->owner_before(*theirs);
    return quantity < other.quantity;
}

bool NeedId::isGone() const { return (a.expired() && !isNull(a)) || (b.expired() && !isNull(b)); }

Need runNeed(const RunPtr& of, const std::string& key, const std::string& word, std::vector<std::string> patterns)
{
    Need need{.id = {of->trace, {}, "run " + key + "=" + word}};
    for (const std::string& pattern : patterns)
        need.id.quantity += " " + pattern;
    need.run = FurtherRun{.of = of, .change = {}, .text = {}, .patterns = std::move(patterns)};
    need.run->change.set(key, word);
    return need;
}

NeedResult resultOfRun(const RunPtr& run, std::string why)
{
    return {run, &typeid(RunResult), run ? run->trace->bytes() : 0, std::move(why)};
}

const NeedResult* NeedResults::find(const NeedId& id) const
{
    if (!m_all)
        return nullptr;
    const auto found = m_all->find(id);
    return found == m_all->end() ? nullptr : &found->second;
}

RunPtr NeedResults::run(const NeedId& id) const
{
    const NeedResult* const found = find(id);
    return found && found->type && *found->type == typeid(RunResult) ? std::static_pointer_cast<const RunResult>(found->value)
                                                                     : nullptr;
}

void NeedResults::add(const NeedId& id, NeedResult result)
{
    if (!m_all)
        m_all = std::make_shared<std::map<NeedId, NeedResult>>();
    else if (m_all.use_count() > 1)
        m_all = std::make_shared<std::map<NeedId, NeedResult>>(*m_all);
    (*m_all)[id] = std::move(result);
}

Needs familyNeeds(const RunPtr& of, const Family& family)
{
    Needs needs;
    const core::ChoiceKey* const key = core::findChoiceKey(family.key);
    if (!key || !of || !of->setup)
        return needs;
    for (const std::string& word : key->words)
        needs.push_back(runNeed(of, family.key, word, family.patterns));
    return needs;
}

std::vector<KindRun> kindRuns(const NeedResults& results, const RunPtr& of, const Family& family)
{
    std::vector<KindRun> kinds;
    const Needs needs = familyNeeds(of, family);
    for (std::size_t i = 0; i < needs.size(); ++i)
        if (const NeedResult* const result = results.find(needs[i].id))
            kinds.push_back({core::findChoiceKey(family.key)->words[i], results.run(needs[i].id), result->why});
    return kinds;
}

Needs missingNeeds(const FigureInfo& info, const FigureData& data)
{
    Needs missing = info.needs ? info.needs(data) : Needs();
    std::erase_if(missing, [&](const Need& need) { return data.results.find(need.id) != nullptr; });
    return missing;
}

NeedResults neededNow(const FigureInfo& info, const FigureData& data, const NeedResults& arrived)
{
    NeedResults results;
    for (const Need& need : info.needs ? info.needs(data) : Needs())
        for (const NeedResults* from : {&arrived, &data.results})
            if (const NeedResult* const found = from->find(need.id)) {
                results.add(need.id, *found);
                break;
            }
    return results;
}

bool isWaiting(const FigureInfo& info, const FigureData& data)
{
    return std::ranges::any_of(missingNeeds(info, data), [](const Need& need) { return !need.isPart; });
}

NeedResult carryOutNeed(const Need& need, std::size_t share, const CarryOut& carryOut, const core::RunControl& control)
{
    try {
        return need.run ? resultOfRun(carryOut(*need.run, share, control)) : need.compute(control);
    } catch (const core::Error& error) {
        return {.why = error.parts().problem};
    } catch (const core::Stopped&) {
        throw;
    } catch (const std::bad_alloc&) {
        return {.why = CUTAWAY_TR("there is not enough memory")};
    } catch (const std::exception& error) {
        return {.why = error.what()};
    }
}

void fulfil(const FigureInfo& info, FigureData& data, NeedStore& store, const CarryOut& carryOut, const core::RunControl& control)
{
    for (int round = 0; round < maxRounds; ++round) {
        const Needs missing = missingNeeds(info, data);
        if (missing.empty())
            return;
        const auto share = std::size_t(std::ranges::count_if(missing, [](const Need& need) { return need.run.has_value(); }));
        for (const Need& need : missing)
            if (!data.results.find(need.id)) // some are stated twice
                data.results.add(need.id, keptOrCarriedOut(store, need, share, carryOut, control));
    }
}

} // namespace widgets
