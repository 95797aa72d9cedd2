#include "core/analysis/mixer_states.h"

#include <cmath>

namespace core {

namespace {

using Numbers = MixerLane::Numbers;

/// The values of a lane, [token, width].
Numbers valuesOf(const Tensor& all, const MixerForm& form, Index lane)
{
    const Index row = form.lanes * form.width, tokens = all.size() / row;
    Numbers values(tokens, form.width);
    for (Index t = 0; t < tokens; ++t)
        for (Index j = 0; j < form.width; ++j)
            values(t, j) = double(all.data()[t * row + lane * form.width + j]);
    return values;
}

/// The state of a lane after each token as one number a row: of several numbers their norm. [token, d_state]
Numbers statesOf(const MixerLane& lane, const Numbers& values)
{
    Numbers state = Numbers::Zero(lane.states(), values.cols()), seen(lane.tokens(), lane.states());
    for (Index t = 0; t < lane.tokens(); ++t) {
        for (Index i = 0; i < lane.states(); ++i)
            state.row(i) = lane.decay(t, i) * state.row(i) + lane.write(t, i) * values.row(t);
        seen.row(t) = values.cols() == 1 ? Eigen::VectorXd(state.col(0)) : Eigen::VectorXd(state.rowwise().norm());
    }
    return seen;
}

} // namespace

MixerStates mixerStates(const Setup& setup, const Trace& trace, const MixerPlace& place, const RunControl& control)
{
    const Mixer& kind = setup.config.block(place.layer).mixer;
    const MixerForm form = mixerFormOf(setup, place.layer);
    const MixerRecord record = mixerRecord(setup, trace, place.layer);
    const Tensor& values = *record.tensor(form.values);
    MixerStates result;
    result.areLanes = form.states == 1 && form.lanes > 1;
    result.areNorms = form.width > 1;
    result.isMean = form.isMean;
    const Index tokens = record.tensor(form.result)->dim(0), columns = result.areLanes ? form.lanes : form.states;
    for (Matrix* part : {&result.written, &result.state, &result.read, &result.decay})
        part->resize(tokens, columns);
    const Index first = result.areLanes ? 0 : place.lane, last = result.areLanes ? form.lanes : place.lane + 1;
    for (Index index = first; index < last; ++index) {
        control.check();
        const MixerLane lane = mixerLane(kind, record, index);
        Numbers state = statesOf(lane, valuesOf(values, form, index));
        if (form.isMean)
            state.array() /= statesOf(lane, Numbers::Ones(tokens, 1)).array();
        const Index column = result.areLanes ? index : 0;
        result.written.middleCols(column, form.states) = lane.write.cast<float>();
        result.state.middleCols(column, form.states) = state.cast<float>();
        result.read.middleCols(column, form.states) = lane.read.cast<float>();
        result.decay.middleCols(column, form.states) = lane.decay.cast<float>();
    }
    return result;
}

} // namespace core
