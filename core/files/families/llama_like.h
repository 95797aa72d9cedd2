#pragma once

// The parts of llama's table, for the families that change some of them.

#include "core/files/families/table_words.h"

namespace core::table {

/// What the class of a family has where the configuration has no key. 0: follows from the others.
struct LlamaSizes
{
    Index layers = 32, dModel = 4096, heads = 32, kvHeads = 0, dHead = 0;
    Index dFf = 11008, vocabulary = 32000, context = 2048;
    double eps = 1e-6;
    bool isTied = false;
};

Fixed llamaChoices();
Keys llamaKeys(const LlamaSizes& sizes = {});
Names llamaNames(); // without prefix

/// A row of these parts, with those of its own instead or besides.
Family llamaLike(const char* id, const char* architecture, const LlamaSizes& sizes, Fixed fixed = {}, Keys keys = {},
    Names names = {}, std::vector<Finish> finish = {rope()});

/// The family whose folders all have these keys, which tell it from llama's.
Family toldBy(std::vector<std::string> keys, Family family);

// What several of these families spell alike.
Names qkNormNames();
Names sandwichNames(); // a norm before and one after each branch
Names branchOutputNames(); // one after each branch only
Keys attentionBiasKeys(bool otherwise = false); // attention_bias, of q, k, v and of the output
ConfigKey biasOf(const char* choice, const char* name, bool otherwise);
ConfigKey epsNamed(const char* name, double otherwise);

Keys softCapKeys(); // of scores and of logits (Gemma)

/// A key whose number divides instead of multiplying.
Finish reciprocal(const char* key, const char* choice);

/// √d_model is multiplied onto embeddings (Gemma).
void scaleEmbedding(FamilyReading& reading);

/// Full layers have no positions where others slide (Cohere 2, EXAONE 4).
void ropeOfSlidingLayers(FamilyReading& reading);

} // namespace core::table
