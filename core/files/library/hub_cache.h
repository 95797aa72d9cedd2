#pragma once

// The models that lie in the cache of Hugging Face's tools: models--ORGANISATION--NAME/snapshots/HASH. Nothing is fetched.

#include <string>
#include <vector>

namespace core {

struct CachedModel
{
    std::string name; // "ORGANISATION/NAME"
    std::string path; // the folder of its snapshot, for openModel()
};

/// $HF_HUB_CACHE, else $HF_HOME/hub, else $XDG_CACHE_HOME/huggingface/hub, else ~/.cache/huggingface/hub.
std::string hubCacheFolder();

/// Those of the cache that have a config.json or a .gguf, by name, each at the revision `main`, else at the last of its snapshots
/// by name. Only refs/main is read; what cannot be read is left out.
std::vector<CachedModel> cachedModels();

} // namespace core
