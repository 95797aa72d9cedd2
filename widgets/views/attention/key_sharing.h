#pragma once

// KeySharing: which query heads of a layer use the same keys and values (Ainslie et al. 2023; Shazeer 2019), as wall and head
// show it.

#include "core/analysis/attention_part.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/run/run_result.h"
#include "widgets/views/attention/wall_order.h"

#include <optional>
#include <vector>

namespace widgets {

struct KeySharing
{
    int heads = 0;        // of queries
    int keyHeads = 0;     // of keys and values; 0: not known
    bool isLatent = false; // all heads expand their own from one latent vector per token
    bool operator==(const KeySharing&) const = default;

    bool isShared() const { return !isLatent && keyHeads > 0 && keyHeads < heads; }
    int size() const { return heads / keyHeads; } // query heads of a group. REQUIRES: isShared()
    int groupOf(int head) const { return head / size(); }
};

/// Of a layer of this part: as its keys were recorded, else as the model is configured. Without both nothing is shared.
KeySharing keySharingOf(const RunResult& run, int layer, core::AttentionPart part);

/// The same of all layers that are on the wall; nothing where they differ.
std::optional<KeySharing> keySharingOfWall(const RunResult& run, const WallOrder& order, core::AttentionPart part);

/// "kv 1"
QString keyHeadLabel(int keyHead);

/// "kv 1" over the heads that share it, for a wall whose columns are heads; the groups of each part beside those of the one
/// before.
std::vector<AxisBracket> sharingBrackets(const WallOrder& order, const KeySharing& sharing);

/// "Its keys and values are those of key–value head 1, shared with H3 and H5."; of latent attention that they are not; empty
/// where each head has its own.
QString sharingSentence(const KeySharing& sharing, int head);

/// The same of all heads.
QString sharingSentence(const KeySharing& sharing);

} // namespace widgets
