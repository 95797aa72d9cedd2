#pragma once

// Latent attention in GGUF files. Newer ones hold the matrix that makes keys and values from the latent in two stacks, one matrix
// a head, that of the keys turned; here they look like the one that older files and Hugging Face's hold.

#include "core/files/formats/stored_tensor.h"

namespace core {

/// Puts "blk.N.attn_kv_b.weight" in place of attn_k_b [head, kv_rank, d_nope] and attn_v_b [head, d_value, kv_rank]. Throws
/// Error{BadInput} when their shapes do not fit together.
void joinLatentMatrices(StoredTensors& stored);

} // namespace core
