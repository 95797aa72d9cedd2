// The loops of lane_dots.h, compiled once for each instruction set. Included by lane_dots_v3, _v4 and _vnni.cpp only, inside a
// namespace of their own. Formats are those of core/files/formats/quantised_*.cpp, where they are described; how their bytes are
// woven is in lane_blocks_baseline.cpp.
// To add a format: its loop, its line in `dotOf`, and its quanta in `foursOf` of lane_blocks_baseline.cpp.

using Byte = unsigned char;
constexpr int rows = 16;

// A vector register of numbers of `width` rows, and the few operations that compilers do not make of plain loops.
#if defined(__AVX512BW__)
constexpr int width = 16;
#else
constexpr int width = 8;
#endif
using Ints [[gnu::vector_size(4 * width)]] = int;
using Floats [[gnu::vector_size(4 * width)]] = float;
using Shorts [[gnu::vector_size(4 * width)]] = short;

#if defined(__AVX512BW__)
static inline Ints widened(const Byte* in) { return (Ints)_mm512_maskz_cvtepu8_epi32(0xFFFF, _mm_loadu_si128((const __m128i*)in)); }
static inline Ints widenedSigned(const Byte* in) { return (Ints)_mm512_maskz_cvtepi8_epi32(0xFFFF, _mm_loadu_si128((const __m128i*)in)); }
static inline Floats halves(Ints bits) { return (Floats)_mm512_maskz_cvtph_ps(0xFFFF, _mm512_maskz_cvtepi32_epi16(0xFFFF, (__m512i)bits)); }
static inline Shorts pairsOf(Ints bytes, Ints digits) { return (Shorts)_mm512_maddubs_epi16((__m512i)bytes, (__m512i)digits); }
static inline Ints foursOf(Shorts pairs) { return (Ints)_mm512_madd_epi16((__m512i)pairs, _mm512_set1_epi16(1)); }
static inline Ints sixteen(const Byte* in) { return (Ints)_mm512_maskz_broadcast_i32x4(0xFFFF, _mm_loadu_si128((const __m128i*)in)); }
static inline Ints chosen(Ints values, Ints places) { return (Ints)_mm512_shuffle_epi8((__m512i)values, (__m512i)places); }
#else
static inline Ints widened(const Byte* in) { return (Ints)_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i*)in)); }
static inline Ints widenedSigned(const Byte* in) { return (Ints)_mm256_cvtepi8_epi32(_mm_loadl_epi64((const __m128i*)in)); }
static inline Floats halves(Ints bits)
{
    const __m256i packed = _mm256_packus_epi32((__m256i)bits, (__m256i)bits);
    const __m128i joined = _mm256_castsi256_si128(_mm256_permute4x64_epi64(packed, 8)); // the lower halves of both
    return (Floats)_mm256_cvtph_ps(joined);
}
static inline Shorts pairsOf(Ints bytes, Ints digits) { return (Shorts)_mm256_maddubs_epi16((__m256i)bytes, (__m256i)digits); }
static inline Ints foursOf(Shorts pairs) { return (Ints)_mm256_madd_epi16((__m256i)pairs, _mm256_set1_epi16(1)); }
static inline Ints sixteen(const Byte* in) { return (Ints)_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i*)in)); }
static inline Ints chosen(Ints values, Ints places) { return (Ints)_mm256_shuffle_epi8((__m256i)values, (__m256i)places); }
#endif

/// Byte `index` of the blocks; `in` is at the first of the rows.
static inline Ints at(const Byte* in, int index) { return widened(in + index * rows); }
static inline Floats floats(Ints ints) { return __builtin_convertvector(ints, Floats); }
static inline Floats halfAt(const Byte* in, int index) { return halves(at(in, index) | at(in, index + 1) << 8); }

/// Four bytes of each row, woven by fours; `in` is at row `lane`.
static inline Ints fourAt(const Byte* in, int index, int lane)
{
    Ints bytes;
    __builtin_memcpy(&bytes, in + index * rows + 3 * lane, sizeof bytes);
    return bytes;
}

static inline Ints digitsAt(const CutNumbers& x, int four, int digit)
{
    int bytes;
    __builtin_memcpy(&bytes, x.digits[four][digit], sizeof bytes);
    return Ints{} + bytes;
}

/// Σ (quantum − offset) · x / x.scale over `fours` · 4 numbers from number 4 · `first` on, of quanta below 2^`bits` in the bytes
/// of `quanta`.
template <int bits, int first, int fours>
static inline Floats dot(const Ints* quanta, const CutNumbers& x, int offset)
{
    Ints sums[3];
    for (int digit = 0; digit < 3; ++digit) {
        const int ofDigits = (first < 4 ? x.sums[digit][0] : 0) + (first + fours > 4 ? x.sums[digit][1] : 0);
        Ints sum = Ints{} - offset * ofDigits;
#if defined(__AVX512VNNI__)
        for (int i = 0; i < fours; ++i)
            sum = (Ints)_mm512_dpbusd_epi32((__m512i)sum, (__m512i)quanta[i], (__m512i)digitsAt(x, first + i, digit));
#else
        constexpr int together = 8 >> (bits - 4); // pairs below 2^(bits + 8), summed within 16 bits
        for (int i = 0; i < fours; i += together) {
            Shorts pairs = pairsOf(quanta[i], digitsAt(x, first + i, digit));
            for (int k = 1; k < together && i + k < fours; ++k)
                pairs += pairsOf(quanta[i + k], digitsAt(x, first + i + k, digit));
            sum += foursOf(pairs);
        }
#endif
        sums[digit] = sum;
    }
    return floats(sums[2] * 256 + sums[1]) * 256.f + floats(sums[0]);
}

static inline Ints lowNibbles(Ints bytes) { return bytes & 0x0F0F0F0F; }
static inline Ints highNibbles(Ints bytes) { return bytes >> 4 & 0x0F0F0F0F; }

/// Four bits in the lowest bits of four bytes, moved to bit 4 of each.
static inline Ints spread(Ints bits)
{
    const Ints nibble = bits & 15;
    return (nibble | nibble << 7 | nibble << 14 | nibble << 21) << 4 & 0x10101010;
}

/// Sixteen bytes whose low nibbles come first, then their high ones; with a fifth bit of each number from `fifths`.
template <bool hasFifths>
static inline void smallBlock(const Byte* in, int index, int lane, Ints fifths, Ints* quanta)
{
    for (int i = 0; i < 4; ++i) {
        const Ints bytes = fourAt(in, index + 4 * i, lane);
        quanta[i] = lowNibbles(bytes);
        quanta[i + 4] = highNibbles(bytes);
        if (hasFifths) {
            quanta[i] |= spread(fifths >> 4 * i);
            quanta[i + 4] |= spread(fifths >> (4 * i + 16));
        }
    }
}

static Floats dotQ4_0(const Byte* in, std::ptrdiff_t blocks, const CutNumbers* x, int lane)
{
    Floats sum{};
    for (; blocks > 0; --blocks, in += 18 * rows, ++x) {
        Ints quanta[8];
        smallBlock<false>(in, 2, lane, Ints{}, quanta);
        sum += halfAt(in, 0) * x->scale * dot<4, 0, 8>(quanta, *x, 8);
    }
    return sum;
}

static Floats dotQ4_1(const Byte* in, std::ptrdiff_t blocks, const CutNumbers* x, int lane)
{
    Floats sum{};
    for (; blocks > 0; --blocks, in += 20 * rows, ++x) {
        Ints quanta[8];
        smallBlock<false>(in, 4, lane, Ints{}, quanta);
        sum += halfAt(in, 0) * x->scale * dot<4, 0, 8>(quanta, *x, 0) + halfAt(in, 2) * x->sum;
    }
    return sum;
}

static Floats dotQ5_0(const Byte* in, std::ptrdiff_t blocks, const CutNumbers* x, int lane)
{
    Floats sum{};
    for (; blocks > 0; --blocks, in += 22 * rows, ++x) {
        Ints quanta[8];
        smallBlock<true>(in, 6, lane, fourAt(in, 2, lane), quanta);
        sum += halfAt(in, 0) * x->scale * dot<5, 0, 8>(quanta, *x, 16);
    }
    return sum;
}

static Floats dotQ5_1(const Byte* in, std::ptrdiff_t blocks, const CutNumbers* x, int lane)
{
    Floats sum{};
    for (; blocks > 0; --blocks, in += 24 * rows, ++x) {
        Ints quanta[8];
        smallBlock<true>(in, 8, lane, fourAt(in, 4, lane), quanta);
        sum += halfAt(in, 0) * x->scale * dot<5, 0, 8>(quanta, *x, 0) + halfAt(in, 2) * x->sum;
    }
    return sum;
}

struct Affine
{
    Floats scale, minimum;
};

/// d · scale and low · minimum of sub-block `sub` of 8, 6 bits each in the 12 bytes at 4.
static inline Affine sixBits(const Byte* in, int sub, Floats d, Floats low)
{
    if (sub < 4)
        return {d * floats(at(in, 4 + sub) & 63), low * floats(at(in, 8 + sub) & 63)};
    const Ints both = at(in, 8 + sub);
    return {d * floats((both & 15) | at(in, sub) >> 6 << 4), low * floats(both >> 4 | at(in, 4 + sub) >> 6 << 4)};
}

/// Q4_K, or with the fifth bits in 32 bytes more Q5_K.
template <bool hasFifths>
static Floats dotWithMinima(const Byte* in, std::ptrdiff_t blocks, const CutNumbers* x, int lane)
{
    constexpr int nibbles = hasFifths ? 48 : 16, bits = hasFifths ? 5 : 4;
    Floats sum{};
    for (; blocks > 0; --blocks, in += (nibbles + 128) * rows, x += 8) {
        const Floats d = halfAt(in, 0), low = halfAt(in, 2);
        for (int pair = 0; pair < 4; ++pair) { // sub-blocks that share their bytes
            Ints quanta[2][8];
            for (int i = 0; i < 8; ++i) {
                const Ints bytes = fourAt(in, nibbles + pair * 32 + 4 * i, lane);
                quanta[0][i] = lowNibbles(bytes);
                quanta[1][i] = highNibbles(bytes);
                if (hasFifths) {
                    const Ints fifths = fourAt(in, 16 + 4 * i, lane) >> 2 * pair;
                    quanta[0][i] |= (fifths & 0x01010101) << 4;
                    quanta[1][i] |= (fifths & 0x02020202) << 3;
                }
            }
            for (int half = 0; half < 2; ++half) {
                const CutNumbers& numbers = x[2 * pair + half];
                const Affine affine = sixBits(in, 2 * pair + half, d, low);
                sum += affine.scale * numbers.scale * dot<bits, 0, 8>(quanta[half], numbers, 0);
                sum -= affine.minimum * numbers.sum;
            }
        }
    }
    return sum;
}

static Floats dotQ6_K(const Byte* in, std::ptrdiff_t blocks, const CutNumbers* x, int lane)
{
    Floats sum{};
    for (; blocks > 0; --blocks, in += 210 * rows, x += 8) {
        const Floats d = halfAt(in, 208);
        for (int group = 0; group < 8; ++group) { // two sub-blocks of 16
            const int half = group / 4, place = group % 4;
            const int nibbles = half * 64 + place % 2 * 32, tops = 128 + half * 32;
            Ints quanta[8];
            for (int i = 0; i < 8; ++i) {
                const Ints low = fourAt(in, nibbles + 4 * i, lane) >> place / 2 * 4 & 0x0F0F0F0F;
                quanta[i] = low | (fourAt(in, tops + 4 * i, lane) >> place * 2 & 0x03030303) << 4;
            }
            const Floats first = floats(widenedSigned(in + (192 + 2 * group) * rows)) * dot<6, 0, 4>(quanta, x[group], 32);
            const Floats second = floats(widenedSigned(in + (193 + 2 * group) * rows)) * dot<6, 4, 4>(quanta + 4, x[group], 32);
            sum += d * x[group].scale * (first + second);
        }
    }
    return sum;
}

/// `dot` of all 32 numbers and quanta of 8 bits.
static inline Floats dotOfBytes(const Ints* quanta, const CutNumbers& x, int offset)
{
#if defined(__AVX512VNNI__)
    return dot<8, 0, 8>(quanta, x, offset);
#else
    Ints low[8], high[8]; // pairs of whole quanta would not fit into 16 bits
    for (int i = 0; i < 8; ++i) {
        low[i] = lowNibbles(quanta[i]);
        high[i] = highNibbles(quanta[i]);
    }
    return dot<4, 0, 8>(high, x, offset / 16) * 16.f + dot<4, 0, 8>(low, x, 0);
#endif
}

static Floats dotQ8_0(const Byte* in, std::ptrdiff_t blocks, const CutNumbers* x, int lane)
{
    Floats sum{};
    for (; blocks > 0; --blocks, in += 34 * rows, ++x) {
        Ints quanta[8];
        for (int i = 0; i < 8; ++i)
            quanta[i] = fourAt(in, 2 + 4 * i, lane) ^ int(0x80808080); // 128 more, without a sign
        sum += halfAt(in, 0) * x->scale * dotOfBytes(quanta, *x, 128);
    }
    return sum;
}

struct Quanta
{
    Byte values[16];
};

/// So much more that none is negative.
constexpr Quanta raised(const signed char (&values)[16], int by)
{
    Quanta result{};
    for (int i = 0; i < 16; ++i)
        result.values[i] = Byte(values[i] + by);
    return result;
}
constexpr int unevenOffset = 128, fourBitOffset = 12;
constexpr Quanta uneven = raised(unevenValues, unevenOffset), fourBits = raised(fourBitValues, fourBitOffset);

/// The values that the nibbles of sixteen bytes choose, the low ones first.
static inline void chosenBlock(const Byte* in, int index, int lane, const Byte* values, Ints* quanta)
{
    smallBlock<false>(in, index, lane, Ints{}, quanta);
    for (int i = 0; i < 8; ++i)
        quanta[i] = chosen(sixteen(values), quanta[i]);
}

static Floats dotIQ4_NL(const Byte* in, std::ptrdiff_t blocks, const CutNumbers* x, int lane)
{
    Floats sum{};
    for (; blocks > 0; --blocks, in += 18 * rows, ++x) {
        Ints quanta[8];
        chosenBlock(in, 2, lane, uneven.values, quanta);
        sum += halfAt(in, 0) * x->scale * dotOfBytes(quanta, *x, unevenOffset);
    }
    return sum;
}

static Floats dotIQ4_XS(const Byte* in, std::ptrdiff_t blocks, const CutNumbers* x, int lane)
{
    Floats sum{};
    for (; blocks > 0; --blocks, in += 136 * rows, x += 8) {
        const Floats d = halfAt(in, 0);
        for (int sub = 0; sub < 8; ++sub) {
            const Ints low = at(in, 4 + sub / 2) >> sub % 2 * 4 & 15, top = at(in, 2 + sub / 4) >> sub % 4 * 2 & 3;
            Ints quanta[8];
            chosenBlock(in, 8 + 16 * sub, lane, uneven.values, quanta);
            sum += d * floats((low | top << 4) - 32) * x[sub].scale * dotOfBytes(quanta, x[sub], unevenOffset);
        }
    }
    return sum;
}

static Floats dotMXFP4(const Byte* in, std::ptrdiff_t blocks, const CutNumbers* x, int lane)
{
    Floats sum{};
    for (; blocks > 0; --blocks, in += 17 * rows, ++x) {
        const Ints power = at(in, 0); // its half: the values are doubled
        const Ints bits = power < 2 ? (power + 1) << 21 : (power - 1) << 23;
        Ints quanta[8];
        chosenBlock(in, 1, lane, fourBits.values, quanta);
        sum += (Floats)bits * (x->scale * dot<5, 0, 8>(quanta, *x, fourBitOffset));
    }
    return sum;
}

/// Of `width` rows, the first of which is `lane`; `in` is at its first byte.
using DotSome = Floats (*)(const Byte* in, std::ptrdiff_t blocks, const CutNumbers* x, int lane);

template <DotSome some>
static void allRows(const Byte* in, std::ptrdiff_t blocks, const CutNumbers* x, float* sums)
{
    for (int r = 0; r < rows; r += width) {
        Floats before;
        __builtin_memcpy(&before, sums + r, sizeof before);
        const Floats after = before + some(in + r, blocks, x, r);
        __builtin_memcpy(sums + r, &after, sizeof after);
    }
}

static LaneDots::Dot dotOf(LaneKind kind)
{
    switch (kind) {
    case LaneKind::Q4_0: return allRows<dotQ4_0>;
    case LaneKind::Q4_1: return allRows<dotQ4_1>;
    case LaneKind::Q5_0: return allRows<dotQ5_0>;
    case LaneKind::Q5_1: return allRows<dotQ5_1>;
    case LaneKind::Q4_K: return allRows<dotWithMinima<false>>;
    case LaneKind::Q5_K: return allRows<dotWithMinima<true>>;
    case LaneKind::Q6_K: return allRows<dotQ6_K>;
    case LaneKind::Q8_0: return allRows<dotQ8_0>;
    case LaneKind::IQ4_NL: return allRows<dotIQ4_NL>;
    case LaneKind::IQ4_XS: return allRows<dotIQ4_XS>;
    case LaneKind::MXFP4: return allRows<dotMXFP4>;
    default: return nullptr;
    }
}

static void cutOne(const float* x, float largest, CutNumbers* out)
{
    constexpr float most = 8355000.f; // a little below the largest number whose digits are below 128
    const float scale = largest / most, inverse = most / largest;
    int whole[32];
    float sum = 0.f;
    for (int i = 0; i < 32; ++i) {
        const float scaled = x[i] * inverse;
        whole[i] = int(scaled + (scaled < 0.f ? -0.5f : 0.5f));
    }
    for (int i = 0; i < 32; ++i)
        sum += x[i];
    signed char digits[3][32];
    for (int digit = 0; digit < 3; ++digit) {
        for (int i = 0; i < 32; ++i) {
            const int low = ((whole[i] + 128) & 255) - 128;
            digits[digit][i] = (signed char)low;
            whole[i] = (whole[i] - low) >> 8;
        }
        int sums[2] = {};
        for (int i = 0; i < 16; ++i)
            sums[0] += digits[digit][i];
        for (int i = 16; i < 32; ++i)
            sums[1] += digits[digit][i];
        __builtin_memcpy(out->sums[digit], sums, sizeof sums);
    }
    for (int four = 0; four < 8; ++four)
        for (int digit = 0; digit < 3; ++digit)
            __builtin_memcpy(out->digits[four][digit], digits[digit] + 4 * four, 4);
    out->scale = scale;
    out->sum = sum;
}

static bool cut(const float* x, std::ptrdiff_t count, CutNumbers* out)
{
    for (; count > 0; --count, x += 32, ++out) {
        int largest = 0; // as bits, which are in the order of the sizes
        for (int i = 0; i < 32; ++i) {
            int bits;
            __builtin_memcpy(&bits, x + i, sizeof bits);
            bits &= 0x7FFFFFFF;
            largest = bits > largest ? bits : largest;
        }
        if (largest >= 0x7F800000)
            return false;
        constexpr int tiny = 0x0D800000; // 2^−100: below, quotients would overflow, and nothing is lost
        float size;
        if (largest < tiny)
            largest = tiny;
        __builtin_memcpy(&size, &largest, sizeof size);
        cutOne(x, size, out);
    }
    return true;
}

static constexpr LaneDots table{cut, dotOf};
