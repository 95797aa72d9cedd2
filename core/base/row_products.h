#pragma once

// A product of activations in which every number is one sum in a fixed order, whatever other rows and columns there are: a
// token's numbers are the same bits in a longer text, so that an unchanged beginning can be taken from an earlier run
// (core/run/earlier_run.h). Single-threaded, for heads.

#include "core/base/products.h"

namespace core {

constexpr Index maxFewRows = 8;     // of a product with stored weights that reads each block for them, not a tile for many
constexpr Index maxRowsOfTile = 512; // of a product with weights

/// Whether a product with weights computes each of so many rows as it would one of any other such number, to the last bit: with
/// oneDNN, where no tile has few rows.
bool computesRowsAlike(Index rows);

/// C [rows, columns] = alpha · A [rows, inner] · B [inner, columns]; rows of C are `stride` floats apart. Where a row of A ends
/// in zeros, they change nothing as long as the rows of B that they meet are finite. REQUIRES: A is not transposed.
void rowProduct(const ProductSize& size, const Factor& a, const Factor& b, float* c, Index stride);

} // namespace core
