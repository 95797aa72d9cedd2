#include "core/layers/latent_absorbed.h"

#include "core/base/library_threads.h"
#include "core/base/products.h"

#include <algorithm>

namespace core {

Tensor attendToLatents(const Scope& attn, const ScoreInput& plain, const Latent& sizes, const float* rows)
{
    const Index heads = plain.heads, tokens = plain.places.tokens(), rank = sizes.kvRank, kvWidth = rank + sizes.dRope;
    const Index perHead = sizes.dNope + sizes.dValue;
    const Tensor& expansion
        = attn.weight("kv_b.weight", {heads * perHead, rank}, Init::Projection)->values(); // [head · (nope + value), rank]

    Tensor q("q", {axis::token, axis::head, axis::dHead}, {tokens, heads, kvWidth});
    attn.rows(heads, tokens * perHead * rank, [&](Index head) {
        makeLibrariesSingleThreaded();
        const float* from = plain.q + head * sizes.dKey();
        float* to = q.data() + head * kvWidth;
        product(tokens, rank, sizes.dNope, from, heads * sizes.dKey(), expansion.data() + head * perHead * rank, rank, to,
            heads * kvWidth);
        for (Index t = 0; t < tokens; ++t)
            std::copy_n(from + t * heads * sizes.dKey() + sizes.dNope, sizes.dRope, to + t * heads * kvWidth + rank);
    });

    ScoreInput input = plain;
    input.q = q.data();
    input.k = input.v = rows;
    input.kvHeads = 1;
    input.dKey = kvWidth;
    input.dValue = rank;
    input.valueStride = kvWidth;
    const Tensor mixed = attend(attn, input); // [token, head, rank]

    Tensor z("z", {axis::token, axis::head, axis::dHead}, {tokens, heads, sizes.dValue});
    attn.rows(heads, tokens * perHead * rank, [&](Index head) {
        makeLibrariesSingleThreaded();
        productTransposed(tokens, sizes.dValue, rank, 1.f, mixed.data() + head * rank, heads * rank,
            expansion.data() + (head * perHead + sizes.dNope) * rank, rank, z.data() + head * sizes.dValue, heads * sizes.dValue);
    });
    return z;
}

} // namespace core
