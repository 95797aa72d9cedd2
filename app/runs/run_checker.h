#pragma once

// RunChecker: the run on screen against the same computed by others, each on a thread of its own: stored numbers of transformers
// as soon as the run is there (core/files/library/reference_numbers.h), plain loops on request (core/check/run_check.h).

#include "app/base/latest_worker.h"

#include "core/check/run_check.h"
#include "core/files/library/reference_numbers.h"
#include "widgets/run/run_result.h"

#include <QObject>

#include <memory>
#include <optional>
#include <string>

namespace app {

/// Stored numbers of the triple that a run is, and how far the run is from them.
struct ReferenceResult
{
    core::ReferenceNumbers numbers;
    core::ReferenceDifference difference;
};

/// All signals arrive on the thread that owns the checker.
class RunChecker : public QObject
{
    Q_OBJECT
public:
    explicit RunChecker(QObject* parent = nullptr);
    ~RunChecker() override; // stops what runs and waits for it

    /// Those of another folder than the program's, for the runs from here on.
    void setReferences(const std::string& folder);

    /// What was known of another run is dropped. The stored numbers are compared at once; null: there is no run.
    void setRun(const widgets::RunPtr& run);

    /// Every tensor of the run is computed again; what cannot be is told by refused(). REQUIRES: there is a run.
    void check();

    /// Ends check() without a result.
    void stop();

    bool isComparing() const { return m_isComparing; } // with stored numbers
    bool isChecking() const { return m_isChecking; }   // by plain loops
    double progress() const { return m_progress; }     // of it, 0..1
    const std::optional<ReferenceResult>& reference() const { return m_reference; } // nothing: the run is no such triple
    const std::optional<core::RunCheck>& checked() const { return m_checked; }

signals:
    void changed(); // any of these
    void refused(const core::Error::Parts& error);

private:
    struct Store;

    void compare();
    void drop();

    widgets::RunPtr m_run;
    std::shared_ptr<Store> m_store; // used on the thread that compares
    std::optional<ReferenceResult> m_reference;
    std::optional<core::RunCheck> m_checked;
    bool m_isComparing = false, m_isChecking = false;
    double m_progress = 0;
    quint64 m_round = 0;      // of the run
    quint64 m_checkRound = 0; // of the check on its way; older answers are dropped
    std::unique_ptr<LatestWorker> m_comparing, m_checking;
};

} // namespace app
