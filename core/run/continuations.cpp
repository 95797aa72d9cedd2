#include "core/run/continuations.h"

#include "core/run/forward.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace core {

namespace {

/// Logits after texts of which each shares its beginning with the one before: one cache goes back to what they share.
class Reader
{
public:
    Reader(const Setup& setup, const Prompt& prompt, Index most)
        : m_setup(setup)
        , m_prompt(prompt)
        , m_most(most)
        , m_cache(setup.config, most)
    {
        m_request.nothing = true;
    }

    std::vector<float> logitsAfter(const std::vector<TokenId>& text, const RunControl& control)
    {
        const auto shared = std::ranges::mismatch(m_held, text).in2 - text.begin();
        const Index common = std::min<Index>(shared, Index(text.size()) - 1);
        const bool isBack = common < Index(m_held.size());
        const bool isKept = !isBack || m_cache.truncate(common);
        if (!isKept)
            m_cache = KvCache(m_setup.config, m_most);
        const std::vector<TokenId> rest(text.begin() + (isKept ? common : 0), text.end());
        m_held.clear(); // a pass that is stopped leaves rows behind
        const bool hasEncoder = m_setup.config.hasEncoder();
        ForwardInput input{hasEncoder ? m_prompt.ids : rest, {}};
        if (hasEncoder)
            input.decoderIds = rest;
        const std::shared_ptr<const Trace> trace = forward(m_setup, input, m_request, {control.stop, {}}, &m_cache);
        m_held = text;
        return trace->lastLogits;
    }

private:
    const Setup& m_setup;
    const Prompt& m_prompt;
    Index m_most;
    KvCache m_cache;
    std::vector<TokenId> m_held;
    TraceRequest m_request;
};

/// One text on its way through the tree.
struct Walker
{
    Continuation text;
    std::vector<TokenId> branch;
};

class Grower
{
public:
    Grower(const Setup& setup, const Prompt& prompt, const ContinuationOptions& options)
        : m_options(options)
        , m_start(setup.config.hasEncoder() ? prompt.decoderIds : prompt.ids)
        , m_end(setup.model->tokenizer ? setup.model->tokenizer->endOfSequence() : std::nullopt)
        , m_reader(setup, prompt, Index(m_start.size()) + 1 + options.tokens)
    {
        if (setup.config.hasEncoder() && m_start.empty())
            m_start = {setup.model->decoderStart};
        m_tree.promptTokens = Index(m_start.size());
        m_tree.limit = readableTokens(setup.config);
        addWalkers();
    }

    ContinuationTree grown(const RunControl& control)
    {
        m_tree.nodes.push_back({});
        read(0, control);
        const double most = 1.0 + double(m_options.tokens) * double(m_walkers.size());
        for (std::size_t i = 0; i < m_walkers.size(); ++i)
            walk(i, [&] {
                control.check();
                control.progress(double(m_tree.nodes.size()) / most, "token");
                return control;
            });
        control.progress(1.0, "token");
        for (Walker& walker : m_walkers)
            m_tree.texts.push_back(std::move(walker.text));
        return std::move(m_tree);
    }

private:
    void addWalkers()
    {
        std::uint64_t seed = m_options.sampler.seed;
        m_walkers.push_back({{.kind = Continuation::Greedy, .seed = seed, .nodes = {}}, {}});
        for (Index text = 0; text < m_options.texts; ++text)
            m_walkers.push_back({{.kind = Continuation::Sampled, .seed = seed++, .nodes = {}}, {}});
        for (const std::vector<TokenId>& branch : m_options.branches)
            if (Index(m_walkers.size()) <= maxContinuations && !branch.empty())
                m_walkers.push_back({{.kind = Continuation::Chosen, .seed = seed++, .nodes = {}}, branch});
    }

    std::vector<TokenId> textTo(Index node) const
    {
        std::vector<TokenId> text = m_start;
        const std::vector<TokenId> path = m_tree.pathTo(node);
        text.insert(text.end(), path.begin(), path.end());
        return text;
    }

    bool isFull(Index depth) const { return m_tree.limit > 0 && depth > 0 && m_tree.promptTokens + depth > m_tree.limit; }

    /// What follows the node, and what each text takes from it: of every text, as others may come here later.
    void read(Index at, const RunControl& control)
    {
        ContinuationNode& node = m_tree.nodes[std::size_t(at)];
        const std::vector<TokenId> text = textTo(at);
        const std::vector<float> logits = m_reader.logitsAfter(text, control);
        const ContinuationNode numbers = nodeOf(logits, m_options.sampler, text);
        const ContinuationNode place = node;
        node = numbers;
        node.id = place.id;
        node.parent = place.parent;
        node.depth = place.depth;
        node.drawn = place.drawn;

        const NextTokenCut cut = nextTokenCut(logits, m_options.sampler, text);
        const auto likeliest = TokenId(std::ranges::max_element(cut.before) - cut.before.begin());
        std::vector<NextToken>& taken = m_taken[at];
        for (const Walker& walker : m_walkers) {
            const bool isChosen = std::size_t(node.depth) < walker.branch.size();
            const TokenId id = walker.text.kind == Continuation::Greedy ? likeliest
                : isChosen                                              ? walker.branch[std::size_t(node.depth)]
                           : drawnToken(cut.after, walker.text.seed, std::uint64_t(node.depth));
            NextToken next{.id = id};
            if (id >= 0 && std::size_t(id) < logits.size()) {
                const auto i = std::size_t(id);
                next.model = std::exp(double(logits[i]) - node.logZ);
                next.before = cut.before[i];
                next.after = cut.after[i];
                for (const double other : cut.before)
                    next.sum += other > next.before ? other : 0;
                next.sum += next.before;
            }
            taken.push_back(next);
        }
    }

    template <class Watch>
    void walk(std::size_t of, Watch watch)
    {
        Walker& walker = m_walkers[of];
        Continuation& text = walker.text;
        Index at = 0;
        while (Index(text.nodes.size()) < m_options.tokens) {
            const NextToken drawn = m_taken.at(at)[of];
            const Index child = childOf(at, drawn);
            text.nodes.push_back(child);
            text.logProbability += std::log(drawn.model);
            text.logBefore += std::log(drawn.before);
            at = child;
            if (m_end && drawn.id == *m_end) {
                text.end = ContinuationEnd::Ended;
                return;
            }
            if (isFull(m_tree.nodes[std::size_t(at)].depth)) {
                text.end = ContinuationEnd::Full;
                return;
            }
            if (!m_tree.nodes[std::size_t(at)].isRead)
                read(at, watch());
        }
    }

    Index childOf(Index parent, const NextToken& drawn)
    {
        const auto [found, isNew] = m_children.try_emplace({parent, drawn.id}, Index(m_tree.nodes.size()));
        if (isNew)
            m_tree.nodes.push_back({.id = drawn.id,
                .parent = parent,
                .depth = m_tree.nodes[std::size_t(parent)].depth + 1,
                .drawn = drawn,
                .next = {}});
        return found->second;
    }

    const ContinuationOptions& m_options;
    std::vector<TokenId> m_start;
    std::optional<TokenId> m_end;
    Reader m_reader;
    std::vector<Walker> m_walkers;
    ContinuationTree m_tree;
    std::map<std::pair<Index, TokenId>, Index> m_children;
    std::map<Index, std::vector<NextToken>> m_taken; // of a node that was read: by each text
};

void requireCount(const char* what, Index count, Index least, Index most)
{
    if (count < least || count > most)
        throw Error({ErrorKind::Usage, {}, what, CUTAWAY_TR("not a legal value"),
            std::to_string(least) + " to " + std::to_string(most), std::to_string(count)});
}

} // namespace

Index ContinuationTree::find(const std::vector<TokenId>& path) const
{
    Index at = nodes.empty() ? -1 : 0;
    for (const TokenId id : path) {
        const auto child
            = std::ranges::find_if(nodes, [&](const ContinuationNode& node) { return node.parent == at && node.id == id; });
        if (at < 0 || child == nodes.end())
            return -1;
        at = Index(child - nodes.begin());
    }
    return at;
}

std::vector<TokenId> ContinuationTree::pathTo(Index node) const
{
    std::vector<TokenId> path;
    for (; node > 0; node = nodes[std::size_t(node)].parent)
        path.push_back(nodes[std::size_t(node)].id);
    std::ranges::reverse(path);
    return path;
}

std::size_t ContinuationTree::bytes() const
{
    std::size_t bytes = nodes.size() * sizeof(ContinuationNode) + texts.size() * sizeof(Continuation);
    for (const ContinuationNode& node : nodes)
        bytes += node.next.size() * sizeof(NextToken);
    return bytes;
}

Index readableTokens(const ModelConfig& config)
{
    const std::optional<Index> longest = longestText(config);
    return longest && config.context > 0 ? std::min(*longest, config.context) : longest.value_or(config.context);
}

ContinuationNode nodeOf(std::span<const float> logits, const SamplerOptions& sampler, std::span<const TokenId> text)
{
    const NextTokenCut cut = nextTokenCut(logits, sampler, text);
    ContinuationNode node{.isRead = true, .kept = cut.kept, .keptBefore = cut.keptBefore, .next = {}};
    double largest = -std::numeric_limits<double>::infinity();
    for (const float logit : logits)
        largest = std::max(largest, std::isnan(logit) ? largest : double(logit));
    double sum = 0, weighted = 0; // Σ e^(x − largest), and with x − largest as a factor
    for (const float logit : logits)
        if (const double below = double(logit) - largest; std::isfinite(below)) {
            sum += std::exp(below);
            weighted += std::exp(below) * below;
        }
    node.logZ = largest + std::log(sum);
    node.entropy = std::log(sum) - weighted / sum;

    std::vector<TokenId> order(logits.size());
    std::iota(order.begin(), order.end(), TokenId(0));
    const std::size_t listed = std::min(maxNodeTokens, order.size());
    std::partial_sort(order.begin(), order.begin() + std::ptrdiff_t(listed), order.end(), [&](TokenId a, TokenId b) {
        const double first = cut.before[std::size_t(a)], second = cut.before[std::size_t(b)];
        return first > second || (first == second && a < b);
    });
    double reached = 0;
    for (std::size_t i = 0; i < listed; ++i) {
        const auto id = std::size_t(order[i]);
        reached += cut.before[id];
        node.next.push_back({.id = order[i],
            .model = std::exp(double(logits[id]) - node.logZ),
            .before = cut.before[id],
            .after = cut.after[id],
            .sum = reached});
    }
    return node;
}

ContinuationTree continuations(
    const Setup& setup, const Prompt& prompt, const ContinuationOptions& options, const RunControl& control)
{
    requireGenerating(setup.config);
    validate(options.sampler);
    requireCount("texts", options.texts, 0, maxContinuations);
    requireCount("tokens", options.tokens, 1, maxContinuedTokens);
    return Grower(setup, prompt, options).grown(control);
}

} // namespace core
