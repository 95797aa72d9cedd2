#include "core/layers/block.h"

#include "core/base/kernels.h"
#include "core/layers/passed_back.h"

namespace core {

namespace {

/// The first addend of a sum: α · stream (DeepNorm) or the stream itself.
struct Carried
{
    const Tensor& stream;
    float alpha = 1.f;
};

/// name = α · stream + branch, [token, d_model].
Tensor sum(const Scope& block, std::string_view name, const Carried& carried, const Tensor& branch)
{
    Tensor result = block.make(name, branch.axes(), branch.shape());
    const Index width = branch.columns();
    block.rows(branch.rows(), 2 * width, [&](Index t) {
        const float* stream = carried.stream.row(t);
        if (carried.alpha != 1.f) {
            kernels::best().scale(stream, carried.alpha, result.row(t), width);
            stream = result.row(t);
        }
        kernels::best().add(stream, branch.row(t), result.row(t), width);
    });
    block.record(result);
    return result;
}

/// The parts of a block; `norms` says where each norm stands.
struct Block
{
    const Scope& scope;
    const BlockInput& in;
    const BlockConfig& config;
    NormPlaces norms;
    DeepFactors deep;

    /// The norm of a slot where the placement has one, else x itself. `frozen` as in applyNorm.
    Tensor before(const char* slot, const Tensor& x, Frozen* frozen = nullptr) const
    {
        return norms.beforeBranch ? applyNorm(config.norm, scope.child(slot), x, frozen) : x;
    }

    /// attn_out, mlp_out, …: what the branch adds to the stream, after its norm and multiplier.
    Tensor branch(const char* name, const char* slot, const Tensor& out) const
    {
        const Recording recording = norms.onBranch ? Recording::Usual : Recording::Never; // what the norm reads, for the way back
        const Tensor kept = in.dropout ? dropOut(scope, droppedName(name), out, in.dropout, recording) : out;
        const Tensor normed = norms.onBranch ? applyNorm(config.norm, scope.child(slot), kept) : kept;
        const float factor = float(config.residualScale * deep.beta);
        if (factor == 1.f)
            return scope.alias(name, normed);
        Tensor scaled = scope.make(name, normed.axes(), normed.shape());
        scope.rows(normed.rows(), normed.columns(),
            [&](Index t) { kernels::best().scale(normed.row(t), factor, scaled.row(t), normed.columns()); });
        scope.record(scaled);
        return scaled;
    }

    /// The stream that a branch is added to: as it is, or as the norm before the branch left it (BLOOM's switch).
    const Tensor& carried(const Tensor& stream, const Tensor& normed) const
    {
        return config.residualFromNorm && norms.beforeBranch ? normed : stream;
    }

    /// The stream after a branch: resid_mid, resid_mid_cross or resid_post.
    Tensor added(const char* name, const char* slot, const Tensor& stream, const Tensor& out) const
    {
        const Carried carried{stream, float(deep.alpha)};
        if (!norms.onStream || !traitsOf(config.norm).normalizes)
            return sum(scope, name, carried, out);
        const Tensor total = sum(scope, std::string(name) + "_sum", carried, out);
        return scope.alias(name, applyNorm(config.norm, scope.child(slot), total));
    }

    /// attn_out or mixer_out of the normalised stream.
    Tensor mixed(const Tensor& x, const Tensor* positionPart) const
    {
        if (isAttention(config.mixer))
            return branch("attn_out", "ln1_post",
                runAttention(scope.child("attn"),
                    {config, x, in.places, in.cache, in.relativeEmbedding, positionPart, in.dropout.ofAttention()}));
        const Scope mixer = scope.child("mixer");
        const Tensor input = mixer.alias("input", x, Recording::OnRequest);
        return branch("mixer_out", "ln1_post",
            runMixer(config.mixer, mixer,
                {input, config.heads, config.dHead, epsOf(config.norm), config.activation, in.places, in.cache}));
    }

    Tensor crossed(const Tensor& stream) const
    {
        const Tensor x = before("ln_cross", stream);
        const Tensor out = branch("cross_attn_out", "ln_cross_post",
            runCrossAttention(scope.child("cross_attn"),
                {.config = config, .x = x, .places = in.places, .cache = in.cache, .dropout = in.dropout.ofAttention()},
                *in.source));
        return added("resid_mid_cross", "ln_cross", carried(stream, x), out);
    }

    Tensor feedForward(const Tensor& x) const
    {
        return branch("mlp_out", "ln2_post",
            runFeedForward(config.feedForward, scope.child("mlp"),
                {x, config.activation, config.dFf, config.feedForwardBias, in.places, in.cache}));
    }
};

/// The part of the normalised stream that stems from positions, as long as the norm is held at its statistics.
Tensor normedPart(const Scope& scope, const Tensor& part, const Frozen& frozen)
{
    if (!frozen.scale || scope.planning())
        return part;
    Tensor result("position", part.axes(), part.shape());
    frozen.applyTo(part, result);
    return result;
}

/// A branch with its norms: names of what it adds, of the stream after it, of its norm slots and of its raw result.
struct BranchNames
{
    std::string added;  // "attn_out"
    std::string stream; // "resid_mid"; empty in a parallel block
    const char* slot;   // "ln1"
    const char* slotAfter; // "ln1_post"
    std::string raw;    // "attn.out"
};

/// The same parts on the way back.
struct BlockBack
{
    const BackScope& scope;
    const BlockInput& in;
    const SharedGradients& shared;
    const BlockConfig& config = in.config;
    NormPlaces norms = placesOf(config.placement);
    DeepFactors deep = config.deepFactors();

    bool normsBefore(const char* slot) const
    {
        return norms.beforeBranch && traitsOf(config.norm).normalizes && (config.mixerNorm || std::string_view(slot) != "ln1");
    }

    /// What a branch read: the norm's result, or the stream itself.
    const Tensor& read(const char* slot, const Tensor& stream) const
    {
        return normsBefore(slot) ? scope.child(slot).tape("out") : stream;
    }

    /// From the gradient of what the branch added to that of its raw result.
    Tensor throughAdded(const BranchNames& names, const Tensor& dAdded) const
    {
        const Tensor dComputed = through(scope, names.added, dAdded);
        Tensor d = dComputed;
        if (const float factor = float(config.residualScale * deep.beta); factor != 1.f) {
            d = scope.make(dComputed);
            scope.rows(
                d.rows(), d.columns(), [&](Index t) { kernels::best().scale(dComputed.row(t), factor, d.row(t), d.columns()); });
        }
        const std::string dropped = droppedName(names.added);
        if (norms.onBranch)
            d = normBackward(config.norm, scope.child(names.slotAfter), scope.tape(in.dropout ? dropped : names.raw), d);
        return in.dropout ? dropOut(scope.forward(), dropped, d, in.dropout) : d;
    }

    /// From the gradient of the stream after a branch to that of the sum before its norm, if there is one.
    Tensor throughStream(const BranchNames& names, const Tensor& dStream) const
    {
        const Tensor d = through(scope, names.stream, dStream);
        if (!norms.onStream || !traitsOf(config.norm).normalizes)
            return d;
        const std::string sum = names.stream + "_sum";
        return through(scope, sum, normBackward(config.norm, scope.child(names.slot), scope.tape(sum), d));
    }

    /// a + b in numbers of its own: what a branch gives may be recorded and is not written again.
    Tensor sumOf(const Tensor& a, const Tensor& b) const
    {
        Tensor sum = scope.make(a);
        scope.rows(a.rows(), 3 * a.columns(), [&](Index t) { kernels::best().add(a.row(t), b.row(t), sum.row(t), a.columns()); });
        return sum;
    }

    /// The gradient of the stream from that of what a branch read of it and that of what was carried past it.
    Tensor throughCarried(const char* slot, const Tensor& stream, const Tensor& dRead, const Tensor& dCarried) const
    {
        if (!normsBefore(slot))
            return sumOf(dRead, dCarried);
        const BackScope norm = scope.child(slot);
        if (config.residualFromNorm)
            return normBackward(config.norm, norm, stream, sumOf(dRead, dCarried));
        return sumOf(normBackward(config.norm, norm, stream, dRead), dCarried);
    }

    /// dCarried = α · gradient of the sum.
    Tensor carried(const Tensor& dSum) const
    {
        if (deep.alpha == 1.0)
            return dSum;
        Tensor d = scope.make(dSum);
        scope.rows(d.rows(), d.columns(),
            [&](Index t) { kernels::best().scale(dSum.row(t), float(deep.alpha), d.row(t), d.columns()); });
        return d;
    }

    /// Back through stream → stream + branch(read(stream)); `branch` gives the gradient of what it read from that of its result.
    template <class Branch>
    Tensor step(const BranchNames& names, const Tensor& stream, const Tensor& dAfter, const Branch& branch) const
    {
        const Tensor dSum = throughStream(names, dAfter);
        const Tensor dRead = branch(read(names.slot, stream), throughAdded(names, dSum));
        return throughCarried(names.slot, stream, dRead, carried(dSum));
    }

    BranchNames mixerNames() const
    {
        return isAttention(config.mixer) ? BranchNames{"attn_out", "resid_mid", "ln1", "ln1_post", "attn.out"}
                                         : BranchNames{"mixer_out", "resid_mid", "ln1", "ln1_post", "mixer.out"};
    }
    static BranchNames feedForwardNames() { return {"mlp_out", "resid_post", "ln2", "ln2_post", "mlp.out"}; }

    Tensor throughMixer(const Tensor& x, const Tensor& dOut) const
    {
        if (isAttention(config.mixer))
            return attentionBackward(scope.child("attn"),
                {config, x, in.places, nullptr, in.relativeEmbedding, nullptr, in.dropout.ofAttention()}, dOut, shared);
        const BackScope mixer = scope.child("mixer");
        const Tensor dX = mixerBackward(
            config.mixer, mixer, {x, config.heads, config.dHead, epsOf(config.norm), config.activation, in.places}, dOut);
        mixer.record("input", dX);
        return dX;
    }
    Tensor throughCross(const Tensor& x, const Tensor& dOut) const
    {
        return crossAttentionBackward(scope.child("cross_attn"),
            {.config = config, .x = x, .places = in.places, .dropout = in.dropout.ofAttention()}, *in.source, dOut, shared);
    }
    Tensor throughFeedForward(const Tensor& x, const Tensor& dOut) const
    {
        return feedForwardBackward(
            config.feedForward, scope.child("mlp"), {x, config.activation, config.dFf, config.feedForwardBias, in.places}, dOut);
    }

    Tensor sequential(const Tensor& dResidPost) const
    {
        const bool feeds = hasFeedForward(config.feedForward);
        const std::string afterMixer = in.source ? "resid_mid_cross" : "resid_mid";
        Tensor d = dResidPost;
        if (feeds)
            d = step(feedForwardNames(), scope.tape(afterMixer), d,
                [&](const Tensor& x, const Tensor& dOut) { return throughFeedForward(x, dOut); });
        if (in.source)
            d = step({"cross_attn_out", "resid_mid_cross", "ln_cross", "ln_cross_post", "cross_attn.out"},
                scope.tape("resid_mid"), d, [&](const Tensor& x, const Tensor& dOut) { return throughCross(x, dOut); });
        return step(mixerNames(), in.residPre, d, [&](const Tensor& x, const Tensor& dOut) { return throughMixer(x, dOut); });
    }

    /// Both branches read the stream as it enters, through one norm or each through its own.
    Tensor parallel(const Tensor& dResidPost) const
    {
        const Tensor& x = read("ln1", in.residPre);
        Tensor dRead = throughMixer(x, throughAdded(mixerNames(), dResidPost)), dApart;
        if (hasFeedForward(config.feedForward)) {
            const Tensor& y = sharesNorm(config.layout) ? x : read("ln2", in.residPre);
            const Tensor d = throughFeedForward(y, throughAdded(feedForwardNames(), dResidPost));
            if (sharesNorm(config.layout))
                dRead = sumOf(d, dRead);
            else
                dApart = normsBefore("ln2") ? normBackward(config.norm, scope.child("ln2"), in.residPre, d) : d;
        }
        const Tensor d = throughCarried("ln1", in.residPre, dRead, dResidPost);
        return dApart ? sumOf(d, dApart) : d;
    }
};

} // namespace

std::string droppedName(std::string_view branch) { return std::string(branch) + "_dropped"; }

double epsOf(const Norm& norm)
{
    return std::visit(
        [](const auto& kind) {
            if constexpr (requires { kind.eps; })
                return kind.eps;
            else
                return LayerNorm{}.eps;
        },
        norm);
}

Tensor runBlock(const Scope& scope, const BlockInput& in)
{
    const BlockConfig& config = in.config;
    const Block block{scope, in, config, placesOf(config.placement), config.deepFactors()};
    const Tensor& residPre = in.residPre;

    Frozen frozen;
    const Tensor x = config.mixerNorm ? block.before("ln1", residPre, &frozen) : residPre;
    const Tensor positionPart = in.positionPart ? normedPart(scope, *in.positionPart, frozen) : Tensor();
    const Tensor mixed = block.mixed(x, in.positionPart ? &positionPart : nullptr);

    if (!isParallel(config.layout)) {
        Tensor stream = block.added("resid_mid", "ln1", block.carried(residPre, x), mixed);
        if (in.source)
            stream = block.crossed(stream);
        if (!hasFeedForward(config.feedForward))
            return scope.alias("resid_post", stream);
        const Tensor y = block.before("ln2", stream);
        const Tensor mlpOut = block.feedForward(y);
        return block.added("resid_post", "ln2", block.carried(stream, y), mlpOut);
    }

    // Parallel: both branches read the stream as it enters, through one norm or each through its own.
    const Tensor& carried = block.carried(residPre, x);
    if (!hasFeedForward(config.feedForward))
        return sum(scope, "resid_post", {carried}, mixed);
    const Tensor mlpOut = block.feedForward(sharesNorm(config.layout) ? x : block.before("ln2", residPre));
    Tensor residPost = scope.make("resid_post", residPre.axes(), residPre.shape());
    scope.rows(residPre.rows(), 3 * residPre.columns(), [&](Index t) {
        kernels::best().add(carried.row(t), mixed.row(t), residPost.row(t), residPre.columns());
        kernels::best().add(residPost.row(t), mlpOut.row(t), residPost.row(t), residPre.columns());
    });
    scope.record(residPost);
    return residPost;
}

Tensor blockBackward(const BackScope& scope, const BlockInput& in, const Tensor& dResidPost, const SharedGradients& shared)
{
    const BlockBack block{scope, in, shared};
    const bool isSaid = !isParallel(in.config.layout) && hasFeedForward(in.config.feedForward); // by the feed-forward's step
    const Tensor dComputed = isSaid ? dResidPost : through(scope, "resid_post", dResidPost);
    return through(scope, "resid_pre", isParallel(in.config.layout) ? block.parallel(dComputed) : block.sequential(dComputed));
}

} // namespace core
