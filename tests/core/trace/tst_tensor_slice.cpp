#include "core/trace/tensor_slice.h"

#include "core/base/error.h"

#include <QTest>

using namespace core;

namespace {

const Axes scores{axis::head, axis::query, axis::key};
const Shape scoresShape{6, 7, 7};

std::vector<Index> placesOf(const TensorSlice& slice, const Shape& shape)
{
    const SlicePlaces places(slice, shape);
    std::vector<Index> result;
    for (Index i = 0; i < places.size(); ++i)
        result.push_back(places.at(i));
    return result;
}

/// Where the Error{Usage} of this action is; "" when there is none.
template <class Action>
std::string whereRefused(Action&& action)
{
    try {
        action();
    } catch (const Error& error) {
        return error.kind() == ErrorKind::Usage ? error.parts().where : "another kind";
    }
    return "";
}

} // namespace

class TestTensorSlice : public QObject
{
    Q_OBJECT

private slots:
    void rangesHoldBothEnds()
    {
        const TensorSlice slice = sliceOf(scores, scoresShape, {{"head", 3, 3}, {"query", 0, 4}}, {});
        QCOMPARE(slice.shape(), (Shape{1, 5, 7}));
        QCOMPARE(slice.indices[1], (std::vector<Index>{0, 1, 2, 3, 4}));
        QCOMPARE(sliceOf(scores, scoresShape, {}, {}).shape(), scoresShape);
    }

    void placesAreRowMajor()
    {
        const TensorSlice slice = sliceOf({"token", "kv_head", "d_head"}, {2, 3, 4}, {{"d_head", 1, 2}}, {0, 2});
        QCOMPARE(placesOf(slice, {2, 3, 4}), (std::vector<Index>{1, 2, 9, 10, 13, 14, 21, 22}));
        QCOMPARE(placesOf(sliceOf({"token"}, {5}, {{"token", 2, 4}}, {}), {5}), (std::vector<Index>{2, 3, 4}));
        QCOMPARE(placesOf(sliceOf({}, {}, {}, {}), {}), std::vector<Index>{0}); // a tensor without axes is one number
        QVERIFY(placesOf(sliceOf({"token", "d_model"}, {0, 4}, {}, {}), {0, 4}).empty());
    }

    void whatIsNotThereIsRefused()
    {
        QCOMPARE(whereRefused([] { sliceOf(scores, scoresShape, {{"token", 0, 0}}, {}); }), std::string("slice.token"));
        QCOMPARE(whereRefused([] { sliceOf(scores, scoresShape, {{"key", 0, 7}}, {}); }), std::string("slice.key"));
        QCOMPARE(whereRefused([] { sliceOf(scores, scoresShape, {}, {0, 6}); }), std::string("slice.head"));
        QCOMPARE(whereRefused([] { sliceOf(scores, scoresShape, {{"key", 0, Index(1) << 40}}, {}); }), std::string("slice.key"));
    }

    void tokensThatAnExpertDidNotGetAreLeftOut()
    {
        const Axes axes{axis::routedToken, axis::dMlp};
        QCOMPARE(sliceOf(axes, {3, 8}, {{"routed_token", 1, 9}}, {}).indices[0], (std::vector<Index>{1, 2}));
        QVERIFY(sliceOf(axes, {3, 8}, {{"routed_token", 5, 9}}, {}).indices[0].empty());
    }

    void aSourceIsWholeOrTheSlice()
    {
        const Axes axes{"token", "head", "d_head"};
        const Shape shape{7, 6, 5};
        const TensorSlice slice = sliceOf(axes, shape, {{"token", 2, 3}, {"head", 4, 4}}, {});
        const auto indices = [&](const Shape& source, const std::vector<Index>& heads) {
            return sliceInSource(slice, axes, shape, source, heads).indices;
        };
        QCOMPARE(indices(shape, {}), slice.indices);
        QCOMPARE(indices({2, 1, 5}, {})[0], (std::vector<Index>{0, 1}));
        QCOMPARE(indices({2, 6, 5}, {})[1], (std::vector<Index>{4})); // each axis for itself
        QCOMPARE(indices({7, 2, 5}, {1, 4})[1], (std::vector<Index>{1})); // heads by their number
        QCOMPARE(indices({7, 1, 5}, {2})[1], (std::vector<Index>{0}));    // one for one
        for (const Shape& other : {Shape{3, 6, 5}, Shape{7, 6, 4}, Shape{7, 6}, Shape{8, 6, 5}})
            QCOMPARE(whereRefused([&] { indices(other, {}); }), std::string("source"));
        QCOMPARE(whereRefused([&] { indices({7, 2, 5}, {1, 3}); }), std::string("source"));
        QCOMPARE(whereRefused([&] { indices({7, 3, 5}, {5, 1, 0}); }), std::string("source"));
    }
};

QTEST_GUILESS_MAIN(TestTensorSlice)
#include "tst_tensor_slice.moc"
