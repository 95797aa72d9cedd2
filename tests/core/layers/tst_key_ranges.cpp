// Which keys queries see, of every mask: against the mask itself, key by key, with sequences packed and behind a cache.

#include "core/layers/key_ranges.h"

#include "tests/core/support/small_models.h"

#include <QTest>

#include <algorithm>

using namespace core;
using namespace support;

namespace {

/// Sequences of these lengths in one pass; of a single one the first `past` tokens are in a cache.
TokenPlaces packed(const std::vector<Index>& lengths, Index past = 0)
{
    TokenPlaces places;
    Index start = 0;
    for (const Index length : lengths) {
        for (Index position = 0; position < length; ++position) {
            places.keyPositions.push_back(position);
            if (position < past)
                continue;
            places.positions.push_back(position);
            places.keyStart.push_back(start);
            places.keyEnd.push_back(start + length);
        }
        start += length;
    }
    return places;
}

const std::vector<TokenPlaces>& examples()
{
    static const std::vector<TokenPlaces> all{packed({7}), packed({3, 8, 5}), packed({9}, 6), packed({6}, 5)};
    return all;
}

bool isIn(const KeyRange& range, Index index) { return range.first <= index && index < range.last; }

} // namespace

class TestKeyRanges : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void aKeyIsSeenWhereTheMaskOfItsSequenceSays();
    void nothingIsSeenOutsideOfATile();
    void withoutAMaskTheSequenceIsSeen();

private:
    std::vector<AttentionMask> m_masks;
};

void TestKeyRanges::initTestCase()
{
    for (const std::string& assignments : everyKindAndParameter())
        if (assignments.find("mask.kind=") != std::string::npos)
            for (const char* topology : {"", " topology=encoder"})
                m_masks.push_back(resolve(choices(assignments + topology), {}).blocks.front().mask);
    QVERIFY(m_masks.size() >= 16);
}

void TestKeyRanges::aKeyIsSeenWhereTheMaskOfItsSequenceSays()
{
    for (const AttentionMask& mask : m_masks)
        for (const TokenPlaces& places : examples()) {
            const KeyRanges ranges(places, mask);
            QCOMPARE(ranges.queries(), places.tokens());
            QCOMPARE(ranges.keys(), places.keys());
            for (Index query = 0; query < places.tokens(); ++query)
                for (Index key = 0; key < places.keys(); ++key) {
                    const auto t = std::size_t(query);
                    const bool isOfSequence = places.keyStart[t] <= key && key < places.keyEnd[t];
                    const bool isSeen = isOfSequence && maskSees(mask, places.positions[t], key - places.keyStart[t]);
                    const bool isFound
                        = isIn(ranges.of(query), key) && (!ranges.hasHoles() || (isOfSequence && ranges.sees(query, key)));
                    QVERIFY2(isFound == isSeen, std::string(infoOf(mask).id).c_str());
                }
        }
}

void TestKeyRanges::nothingIsSeenOutsideOfATile()
{
    for (const AttentionMask& mask : m_masks)
        for (const TokenPlaces& places : examples()) {
            const KeyRanges ranges(places, mask);
            for (Index first = 0; first < places.tokens(); ++first)
                for (Index rows = 1; first + rows <= places.tokens(); ++rows) {
                    Index least = places.keys(), last = 0;
                    for (Index query = first; query < first + rows; ++query) {
                        least = std::min(least, ranges.of(query).first);
                        last = std::max(last, ranges.of(query).last);
                    }
                    QCOMPARE(ranges.ofQueries(first, rows).first, std::min(least, last));
                    QCOMPARE(ranges.ofQueries(first, rows).last, last);
                }
            for (Index first = 0; first < places.keys(); ++first) {
                const KeyRange queries = ranges.queriesOf(first, 2);
                for (Index query = 0; query < places.tokens(); ++query)
                    if (isIn(ranges.of(query), first) || isIn(ranges.of(query), first + 1))
                        QVERIFY(isIn(queries, query));
                    else // no further than needed
                        QVERIFY(!isIn(queries, query) || (query != queries.first && query != queries.last - 1));
            }
        }
}

void TestKeyRanges::withoutAMaskTheSequenceIsSeen()
{
    for (const AttentionMask& mask : m_masks)
        for (const TokenPlaces& places : examples()) {
            const KeyRanges ranges(places, mask, false);
            QVERIFY(!ranges.hasHoles());
            for (Index query = 0; query < places.tokens(); ++query) {
                QCOMPARE(ranges.of(query).first, places.keyStart[std::size_t(query)]);
                QCOMPARE(ranges.of(query).last, places.keyEnd[std::size_t(query)]);
            }
        }
}

QTEST_GUILESS_MAIN(TestKeyRanges)
#include "tst_key_ranges.moc"
