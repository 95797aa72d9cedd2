#pragma once

// AnimationGuide: the picture on screen as one that moves: over the training, a text that is written on, the values of a choice, or
// the layers, heads and tokens (app/session/frame_plans.h).

#include "app/session/frame_plans.h"
#include "app/window/animation_dialog.h"

#include <QObject>

#include <vector>

namespace app {

class FrameExport;
class MainWindow;

class AnimationGuide : public QObject
{
    Q_OBJECT
public:
    explicit AnimationGuide(MainWindow& window);

    /// What may change in the picture on screen; none before the first run.
    std::vector<AnimatedThing> things() const;

    /// Into this file over this range, in the background.
    void exportTo(const QString& path, const QString& range, int milliseconds);
    bool isExporting() const;

private:
    void showDialog();
    void addPlaces(std::vector<AnimatedThing>& things) const;
    void addChoices(std::vector<AnimatedThing>& things) const;
    FrameJob::Plan planOver(const FrameRange& range) const;

    MainWindow& m_window;
    FrameExport* m_export;
    AnimationDialog* m_dialog = nullptr; // when it was wanted first
};

} // namespace app
