// The loops of lane_blocks.h, compiled once for each instruction set. Included by lane_blocks_baseline, _v3 and _v4.cpp only,
// inside a namespace of their own. Formats and the order of operations are those of core/files/formats/quantised_*.cpp, where
// they are described; here a vector holds one number of each row.
// To add a format: its loop, its line in `decodeOf`, its word in LaneKind and in the table of stored_numbers.cpp.

using Byte = unsigned char;
constexpr int rows = 16;

// A vector register of numbers of `width` rows, and the few operations that compilers do not make well of plain loops.
#if defined(__AVX512BW__)
constexpr int width = 16;
#elif defined(__AVX2__)
constexpr int width = 8;
#else
constexpr int width = 4;
#endif
using Ints [[gnu::vector_size(4 * width)]] = int;
using Floats [[gnu::vector_size(4 * width)]] = float;

#if defined(__AVX512BW__)
static inline __m128i bytesAt(const Byte* in) { return _mm_loadu_si128((const __m128i*)in); }
static inline Ints widened(__m128i bytes) { return (Ints)_mm512_maskz_cvtepu8_epi32(0xFFFF, bytes); }
static inline Ints widenedSigned(__m128i bytes) { return (Ints)_mm512_maskz_cvtepi8_epi32(0xFFFF, bytes); }
static inline Ints shortsAt(const Byte* in)
{
    return (Ints)_mm512_maskz_cvtepu16_epi32(0xFFFF, _mm256_loadu_si256((const __m256i*)in));
}
#elif defined(__AVX2__)
static inline __m128i bytesAt(const Byte* in) { return _mm_loadl_epi64((const __m128i*)in); }
static inline Ints widened(__m128i bytes) { return (Ints)_mm256_cvtepu8_epi32(bytes); }
static inline Ints widenedSigned(__m128i bytes) { return (Ints)_mm256_cvtepi8_epi32(bytes); }
static inline Ints shortsAt(const Byte* in) { return (Ints)_mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i*)in)); }
#elif defined(__SSE2__)
static inline __m128i bytesAt(const Byte* in) { return _mm_loadu_si32(in); }
static inline __m128i fourTimes(__m128i bytes)
{
    const __m128i pairs = _mm_unpacklo_epi8(bytes, bytes);
    return _mm_unpacklo_epi16(pairs, pairs);
}
static inline Ints widened(__m128i bytes) { return (Ints)_mm_srli_epi32(fourTimes(bytes), 24); }
static inline Ints widenedSigned(__m128i bytes) { return (Ints)_mm_srai_epi32(fourTimes(bytes), 24); }
static inline Ints shortsAt(const Byte* in)
{
    return (Ints)_mm_unpacklo_epi16(_mm_loadl_epi64((const __m128i*)in), _mm_setzero_si128());
}
#else
using Bytes [[gnu::vector_size(width)]] = Byte;
using SmallInts [[gnu::vector_size(width)]] = signed char;
using Shorts [[gnu::vector_size(2 * width)]] = unsigned short;
static inline Bytes bytesAt(const Byte* in)
{
    Bytes bytes;
    __builtin_memcpy(&bytes, in, sizeof bytes);
    return bytes;
}
static inline Ints widened(Bytes bytes) { return __builtin_convertvector(bytes, Ints); }
static inline Ints widenedSigned(Bytes bytes) { return __builtin_convertvector((SmallInts)bytes, Ints); }
static inline Ints shortsAt(const Byte* in)
{
    Shorts bits;
    __builtin_memcpy(&bits, in, sizeof bits);
    return __builtin_convertvector(bits, Ints);
}
#endif

/// Byte `index` of the blocks.
static inline Ints at(const Byte* in, std::ptrdiff_t index) { return widened(bytesAt(in + index * rows)); }
static inline Ints signedAt(const Byte* in, std::ptrdiff_t index) { return widenedSigned(bytesAt(in + index * rows)); }
/// Four bytes of each row, of those that are woven by fours: bytes `index` to `index` + 3 of the blocks; `in` is at row `lane`.
static inline Ints fourAt(const Byte* in, std::ptrdiff_t index, int lane)
{
    Ints bytes;
    __builtin_memcpy(&bytes, in + index * rows + 3 * lane, sizeof bytes);
    return bytes;
}
static inline Floats floats(Ints ints) { return __builtin_convertvector(ints, Floats); }

/// The values of sixteen that the lowest four bits choose.
static inline Floats chosen(const signed char* values, Ints bits)
{
    const Ints places = bits & 15;
#if defined(__AVX512BW__)
    const __m512i all = _mm512_maskz_broadcast_i32x4(0xFFFF, _mm_loadu_si128((const __m128i*)values));
    return floats((Ints)_mm512_shuffle_epi8(all, (__m512i)places) << 24 >> 24);
#elif defined(__AVX2__)
    const __m256i all = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i*)values));
    return floats((Ints)_mm256_shuffle_epi8(all, (__m256i)places) << 24 >> 24);
#else
    Floats result;
    for (int r = 0; r < width; ++r)
        result[r] = float(values[places[r]]);
    return result;
#endif
}
static inline void store(Floats numbers, float* out) { __builtin_memcpy(out, &numbers, sizeof numbers); }

/// Half-precision numbers of these bits; exact for every pattern.
static inline Floats halves(Ints bits)
{
    const Ints magnitude = bits & 0x7FFF, sign = (bits & 0x8000) << 16;
    const Ints normal = (magnitude << 13) + (112 << 23), special = (magnitude << 13) | 0x7F800000;
    const Floats small = floats(magnitude) * 0x1p-24f; // zero and subnormals
    const Ints absolute = magnitude < 0x400 ? (Ints)small : magnitude < 0x7C00 ? normal : special;
    return (Floats)(absolute | sign);
}
/// The half-precision number whose bytes are `index` and the next.
static inline Floats halfAt(const Byte* in, std::ptrdiff_t index) { return halves(at(in, index) | at(in, index + 1) << 8); }

static void decodeF16(const Byte* in, std::ptrdiff_t count, float* out, std::ptrdiff_t stride, int)
{
    for (std::ptrdiff_t i = 0; i < count; ++i, in += 2 * rows, out += stride)
        store(halves(shortsAt(in)), out);
}

static void decodeBF16(const Byte* in, std::ptrdiff_t count, float* out, std::ptrdiff_t stride, int)
{
    for (std::ptrdiff_t i = 0; i < count; ++i, in += 2 * rows, out += stride)
        store((Floats)(shortsAt(in) << 16), out);
}

static void decodeQ8_0(const Byte* in, std::ptrdiff_t blocks, float* out, std::ptrdiff_t stride, int lane)
{
    for (; blocks > 0; --blocks, in += 34 * rows, out += 32 * stride) {
        const Floats d = halfAt(in, 0);
        for (int i = 0; i < 32; ++i)
            store(floats(fourAt(in, 2 + i / 4 * 4, lane) << (24 - i % 4 * 8) >> 24) * d, out + i * stride);
    }
}

static void decodeQ4_0(const Byte* in, std::ptrdiff_t blocks, float* out, std::ptrdiff_t stride, int lane)
{
    for (; blocks > 0; --blocks, in += 18 * rows, out += 32 * stride) {
        const Floats d = halfAt(in, 0);
        for (int i = 0; i < 16; ++i) {
            const Ints q = fourAt(in, 2 + i / 4 * 4, lane) >> i % 4 * 8;
            store(floats((q & 15) - 8) * d, out + i * stride);
            store(floats((q >> 4 & 15) - 8) * d, out + (i + 16) * stride);
        }
    }
}

static void decodeQ4_1(const Byte* in, std::ptrdiff_t blocks, float* out, std::ptrdiff_t stride, int lane)
{
    for (; blocks > 0; --blocks, in += 20 * rows, out += 32 * stride) {
        const Floats d = halfAt(in, 0), m = halfAt(in, 2);
        for (int i = 0; i < 16; ++i) {
            const Ints q = fourAt(in, 4 + i / 4 * 4, lane) >> i % 4 * 8;
            store(floats(q & 15) * d + m, out + i * stride);
            store(floats(q >> 4 & 15) * d + m, out + (i + 16) * stride);
        }
    }
}

static void decodeQ5_0(const Byte* in, std::ptrdiff_t blocks, float* out, std::ptrdiff_t stride, int lane)
{
    for (; blocks > 0; --blocks, in += 22 * rows, out += 32 * stride) {
        const Floats d = halfAt(in, 0);
        const Ints fifths = fourAt(in, 2, lane);
        for (int i = 0; i < 16; ++i) {
            const Ints q = fourAt(in, 6 + i / 4 * 4, lane) >> i % 4 * 8;
            store(floats(((q & 15) | (fifths >> i & 1) << 4) - 16) * d, out + i * stride);
            store(floats(((q >> 4 & 15) | (fifths >> (i + 16) & 1) << 4) - 16) * d, out + (i + 16) * stride);
        }
    }
}

static void decodeQ5_1(const Byte* in, std::ptrdiff_t blocks, float* out, std::ptrdiff_t stride, int lane)
{
    for (; blocks > 0; --blocks, in += 24 * rows, out += 32 * stride) {
        const Floats d = halfAt(in, 0), m = halfAt(in, 2);
        const Ints fifths = fourAt(in, 4, lane);
        for (int i = 0; i < 16; ++i) {
            const Ints q = fourAt(in, 8 + i / 4 * 4, lane) >> i % 4 * 8;
            store(floats((q & 15) | (fifths >> i & 1) << 4) * d + m, out + i * stride);
            store(floats((q >> 4 & 15) | (fifths >> (i + 16) & 1) << 4) * d + m, out + (i + 16) * stride);
        }
    }
}

struct Affine
{
    Floats scale, minimum;
};

/// d · scale and low · minimum of sub-block `sub` of 8, 6 bits each in the 12 bytes at `index`.
static inline Affine sixBits(const Byte* in, int index, int sub, Floats d, Floats low)
{
    if (sub < 4)
        return {d * floats(at(in, index + sub) & 63), low * floats(at(in, index + sub + 4) & 63)};
    const Ints both = at(in, index + sub + 4);
    return {d * floats((both & 15) | at(in, index + sub - 4) >> 6 << 4), low * floats(both >> 4 | at(in, index + sub) >> 6 << 4)};
}

static void decodeQ4_K(const Byte* in, std::ptrdiff_t blocks, float* out, std::ptrdiff_t stride, int lane)
{
    for (; blocks > 0; --blocks, in += 144 * rows, out += 256 * stride) {
        const Floats d = halfAt(in, 0), low = halfAt(in, 2);
        for (int pair = 0; pair < 4; ++pair) { // sub-blocks that share their bytes
            const Affine first = sixBits(in, 4, 2 * pair, d, low), second = sixBits(in, 4, 2 * pair + 1, d, low);
            float* to = out + pair * 64 * stride;
            for (int i = 0; i < 32; ++i) {
                const Ints q = fourAt(in, 16 + pair * 32 + i / 4 * 4, lane) >> i % 4 * 8;
                store(first.scale * floats(q & 15) - first.minimum, to + i * stride);
                store(second.scale * floats(q >> 4 & 15) - second.minimum, to + (i + 32) * stride);
            }
        }
    }
}

static void decodeQ5_K(const Byte* in, std::ptrdiff_t blocks, float* out, std::ptrdiff_t stride, int lane)
{
    for (; blocks > 0; --blocks, in += 176 * rows, out += 256 * stride) {
        const Floats d = halfAt(in, 0), low = halfAt(in, 2);
        for (int pair = 0; pair < 4; ++pair) {
            const Affine first = sixBits(in, 4, 2 * pair, d, low), second = sixBits(in, 4, 2 * pair + 1, d, low);
            float* to = out + pair * 64 * stride;
            for (int i = 0; i < 32; ++i) {
                const Ints q = fourAt(in, 48 + pair * 32 + i / 4 * 4, lane) >> i % 4 * 8;
                const Ints fifth = fourAt(in, 16 + i / 4 * 4, lane) >> (i % 4 * 8 + 2 * pair);
                store(first.scale * floats((q & 15) | (fifth & 1) << 4) - first.minimum, to + i * stride);
                store(second.scale * floats((q >> 4 & 15) | (fifth & 2) << 3) - second.minimum, to + (i + 32) * stride);
            }
        }
    }
}

static void decodeQ6_K(const Byte* in, std::ptrdiff_t blocks, float* out, std::ptrdiff_t stride, int lane)
{
    for (; blocks > 0; --blocks, in += 210 * rows, out += 256 * stride) {
        const Floats d = halfAt(in, 208);
        for (int sub = 0; sub < 16; ++sub) {
            const Floats scale = d * floats(signedAt(in, 192 + sub));
            const int half = sub / 8, place = sub % 8 * 16; // in the half
            const int shift = place / 64 * 4, topShift = place / 32 * 2;
            for (int i = 0; i < 16; ++i) {
                const int four = i / 4 * 4, byte = i % 4 * 8;
                const Ints q = fourAt(in, half * 64 + place % 64 + four, lane) >> (shift + byte) & 15;
                const Ints top = fourAt(in, 128 + half * 32 + place % 32 + four, lane) >> (topShift + byte) & 3;
                store(scale * floats((q | top << 4) - 32), out + (sub * 16 + i) * stride);
            }
        }
    }
}

struct Target
{
    float* numbers;
    std::ptrdiff_t stride;
};

/// The first 16 bytes become 32 numbers, the low nibbles first: scale · values[nibble].
static inline void choose(const Byte* in, int lane, const signed char* values, Floats scale, Target out)
{
    for (int i = 0; i < 16; ++i) {
        const Ints q = fourAt(in, i / 4 * 4, lane) >> i % 4 * 8;
        store(scale * chosen(values, q), out.numbers + i * out.stride);
        store(scale * chosen(values, q >> 4), out.numbers + (i + 16) * out.stride);
    }
}

static void decodeIQ4_NL(const Byte* in, std::ptrdiff_t blocks, float* out, std::ptrdiff_t stride, int lane)
{
    for (; blocks > 0; --blocks, in += 18 * rows, out += 32 * stride)
        choose(in + 2 * rows, lane, unevenValues, halfAt(in, 0), {out, stride});
}

static void decodeIQ4_XS(const Byte* in, std::ptrdiff_t blocks, float* out, std::ptrdiff_t stride, int lane)
{
    for (; blocks > 0; --blocks, in += 136 * rows, out += 256 * stride) {
        const Floats d = halfAt(in, 0);
        for (int sub = 0; sub < 8; ++sub) {
            const Ints low = at(in, 4 + sub / 2) >> sub % 2 * 4 & 15, top = at(in, 2 + sub / 4) >> sub % 4 * 2 & 3;
            choose(in + (8 + 16 * sub) * rows, lane, unevenValues, d * floats((low | top << 4) - 32), {out + 32 * sub * stride, stride});
        }
    }
}

static void decodeMXFP4(const Byte* in, std::ptrdiff_t blocks, float* out, std::ptrdiff_t stride, int lane)
{
    for (; blocks > 0; --blocks, in += 17 * rows, out += 32 * stride) {
        const Ints power = at(in, 0); // its half: the values are doubled
        const Ints bits = power < 2 ? (power + 1) << 21 : (power - 1) << 23;
        choose(in + rows, lane, fourBitValues, (Floats)bits, {out, stride});
    }
}

static void decodeFloat8(const Byte* in, std::ptrdiff_t blocks, float* out, std::ptrdiff_t stride, int)
{
    for (; blocks > 0; --blocks, in += 132 * rows, out += 128 * stride) {
        const Floats scale = (Floats)(at(in, 0) | at(in, 1) << 8 | at(in, 2) << 16 | at(in, 3) << 24);
        for (int i = 0; i < 128; ++i) {
            const Ints bits = at(in, 4 + i), magnitude = bits & 127;
            const Ints small = (Ints)(floats(magnitude) * 0x1p-9f), normal = (magnitude << 20) + (120 << 23);
            const Ints absolute = magnitude < 8 ? small : magnitude < 127 ? normal : Ints{} + 0x7FC00000;
            store((Floats)(absolute | (bits & 128) << 24) * scale, out + i * stride);
        }
    }
}

/// `width` rows, the first of which is `lane`; `in` is at its first byte.
using DecodeSome = void (*)(const Byte* in, std::ptrdiff_t blocks, float* out, std::ptrdiff_t stride, int lane);

/// All sixteen rows; `bytes` are woven together.
template <DecodeSome decode, int bytes = 1>
static void allRows(const Byte* in, std::ptrdiff_t blocks, float* out, std::ptrdiff_t stride)
{
    for (int r = 0; r < rows; r += width)
        decode(in + bytes * r, blocks, out + r, stride, r);
}

static LaneDecode decodeOf(LaneKind kind)
{
    switch (kind) {
    case LaneKind::None: return nullptr;
    case LaneKind::F16: return allRows<decodeF16, 2>;
    case LaneKind::BF16: return allRows<decodeBF16, 2>;
    case LaneKind::Q4_0: return allRows<decodeQ4_0>;
    case LaneKind::Q4_1: return allRows<decodeQ4_1>;
    case LaneKind::Q5_0: return allRows<decodeQ5_0>;
    case LaneKind::Q5_1: return allRows<decodeQ5_1>;
    case LaneKind::Q8_0: return allRows<decodeQ8_0>;
    case LaneKind::Q4_K: return allRows<decodeQ4_K>;
    case LaneKind::Q5_K: return allRows<decodeQ5_K>;
    case LaneKind::Q6_K: return allRows<decodeQ6_K>;
    case LaneKind::IQ4_NL: return allRows<decodeIQ4_NL>;
    case LaneKind::IQ4_XS: return allRows<decodeIQ4_XS>;
    case LaneKind::MXFP4: return allRows<decodeMXFP4>;
    case LaneKind::Float8: return allRows<decodeFloat8>;
    }
    return nullptr;
}

static inline Floats widenedBF16(const Byte* in) { return (Floats)(shortsAt(in) << 16); }
static inline Floats widenedF16(const Byte* in)
{
#if defined(__AVX512F__)
    return (Floats)_mm512_maskz_cvtph_ps(0xFFFF, _mm256_loadu_si256((const __m256i*)in));
#else
    return halves(shortsAt(in));
#endif
}

template <Floats (*widenedAt)(const Byte* in)>
static void sumOf(const Byte* in, std::ptrdiff_t count, const float* x, float* sums)
{
    constexpr int chains = 4, parts = rows / width; // sums that do not wait for each other
    Floats sum[chains][parts] = {};
    std::ptrdiff_t i = 0;
    for (; i + chains <= count; i += chains, in += chains * 2 * rows)
        for (int chain = 0; chain < chains; ++chain)
            for (int part = 0; part < parts; ++part)
                sum[chain][part] += widenedAt(in + (chain * rows + part * width) * 2) * x[i + chain];
    for (; i < count; ++i, in += 2 * rows)
        for (int part = 0; part < parts; ++part)
            sum[0][part] += widenedAt(in + part * width * 2) * x[i];
    for (int part = 0; part < parts; ++part) {
        Floats before;
        __builtin_memcpy(&before, sums + part * width, sizeof before);
        store(before + ((sum[0][part] + sum[1][part]) + (sum[2][part] + sum[3][part])), sums + part * width);
    }
}

static LaneLoops loopsOf(LaneKind kind)
{
    LaneLoops loops{decodeOf(kind)};
    if (kind == LaneKind::F16)
        loops.sum = sumOf<widenedF16>;
    else if (kind == LaneKind::BF16)
        loops.sum = sumOf<widenedBF16>;
    return loops;
}
