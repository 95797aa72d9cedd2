#pragma once

// One product of a tile of rows with a tile of a matrix, on one thread: oneDNN where it is there, else OpenBLAS, else Eigen.

#include "core/base/products.h"

namespace core {

/// y [rows, columns] = x [rows, in] · W [in, columns] (+ bias [columns]), or that added to y. Rows are strides apart, in floats.
struct TileProduct
{
    Index rows, in, columns;
    const float* x;
    Index xStride;
    Factor weights;
    const float* bias; // nullptr: none
    bool adds; // to what y holds
    float* y;
    Index yStride;
};

void multiplyTile(const TileProduct& tile);

/// Memory of this thread for a tile of a matrix, kept between products; the next call may overwrite it.
float* tileMemory(std::size_t floats);

} // namespace core
