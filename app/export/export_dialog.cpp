#include "app/export/export_dialog.h"

#include "app/export/export_form.h"
#include "app/export/export_preview.h"

#include "widgets/controls/tab_order.h"
#include "widgets/controls/text_label.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDesktopServices>
#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QTextDocumentFragment>
#include <QTimer>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace app {

using widgets::TextLabel;
using widgets::TextRole;
using widgets::Tone;
namespace space = widgets::space;

namespace {

constexpr int pauseMs = 60; // after a change, so that a burst draws one page

bool isSamePicture(const ExportSource& a, const ExportSource& b)
{
    return a.figure == b.figure && a.data.a == b.data.a && a.data.b == b.data.b && a.data.mode == b.data.mode
        && a.data.isLocked == b.data.isLocked && a.data.selection == b.data.selection && a.data.options == b.data.options;
}

/// Pages through what is too large.
QScrollArea* scrolled(QWidget* inside, QWidget* parent)
{
    auto* area = new QScrollArea(parent);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setWidget(inside);
    area->setFocusPolicy(Qt::NoFocus); // it follows what is inside
    return area;
}

} // namespace

ExportDialog::ExportDialog(Source source, QWidget* parent)
    : QDialog(parent)
    , m_source(std::move(source))
    , m_job(new ExportJob(this))
    , m_timer(new QTimer(this))
    , m_preview(new ExportPreview)
    , m_form(new ExportForm)
    , m_actualSize(new QCheckBox(this))
    , m_page(new TextLabel(TextRole::Caption, Tone::Muted, this))
    , m_result(new TextLabel(TextRole::Body, Tone::Normal, this))
    , m_progress(new QProgressBar(this))
    , m_export(new QPushButton(this))
    , m_copy(new QPushButton(this))
    , m_latex(new QPushButton(this))
    , m_cancel(new QPushButton(this))
{
    auto* column = new QVBoxLayout(this);
    auto* halves = new QHBoxLayout;
    halves->setSpacing(space::l);
    auto* left = new QVBoxLayout;
    left->addWidget(scrolled(m_preview, this), 1);
    auto* below = new QHBoxLayout;
    below->addWidget(m_page, 1);
    below->addWidget(m_actualSize);
    left->addLayout(below);
    halves->addLayout(left, 1);
    QScrollArea* settings = scrolled(m_form, this);
    settings->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    settings->setMinimumWidth(std::max(420, m_form->minimumSizeHint().width() + int(space::xl)));
    halves->addWidget(settings);
    column->addLayout(halves, 1);
    auto* foot = new QHBoxLayout;
    foot->setSpacing(space::s);
    foot->addWidget(m_result, 1);
    foot->addWidget(m_progress);
    foot->addWidget(m_cancel);
    foot->addWidget(m_latex);
    foot->addWidget(m_copy);
    foot->addWidget(m_export);
    column->addLayout(foot);

    m_result->setWordWrap(true);
    m_result->setTextFormat(Qt::RichText);
    m_result->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_result->setObjectName("exportResult");
    say(Tone::Normal, {});
    m_progress->setFixedWidth(120);
    m_progress->setTextVisible(false);
    m_progress->hide();
    m_cancel->hide();
    m_export->setDefault(true);
    m_export->setObjectName("exportNow");
    m_latex->setObjectName("copyLatex");
    m_timer->setSingleShot(true);
    m_timer->setInterval(pauseMs);
    connect(m_timer, &QTimer::timeout, this, &ExportDialog::refresh);
    connect(m_form, &ExportForm::changed, this, &ExportDialog::forget);
    connect(m_form, &ExportForm::changed, this, &ExportDialog::follow);
    connect(m_actualSize, &QCheckBox::toggled, m_preview, &ExportPreview::setActualSize);
    connect(m_export, &QPushButton::clicked, this, [this] { exportFiles(); });
    connect(m_copy, &QPushButton::clicked, this, [this] { emit copyRequested(this->settings()); });
    connect(m_latex, &QPushButton::clicked, this, &ExportDialog::copyLatex);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        withdraw();
        m_job->cancel();
    });
    connect(m_result, &QLabel::linkActivated, this, &ExportDialog::followLink);
    connect(m_job, &ExportJob::progressed, this, [this](int done, int total) {
        m_progress->setRange(0, total);
        m_progress->setValue(done);
    });
    connect(m_job, &ExportJob::finished, this, &ExportDialog::showReport);
    resize(1160, 660);
    retranslate();
    restyle();
}

ExportSettings ExportDialog::settings() const
{
    ExportSettings chosen = m_form->settings();
    if (!chosen.pattern.contains("{ext}"))
        chosen.pattern += ".{ext}";
    return chosen;
}

QString ExportDialog::folder() const { return m_form->folder(); }

void ExportDialog::follow()
{
    if (isVisible() && !m_timer->isActive())
        m_timer->start();
}

/// What was said is of other settings or of another picture.
void ExportDialog::forget()
{
    if (m_job->isBusy() || m_isWaiting)
        return;
    say(Tone::Normal, {});
}

/// What came of it, at the foot. A line without links is no place for the focus.
void ExportDialog::say(Tone tone, const QString& text, const QString& tip)
{
    m_result->setTone(tone);
    m_result->setText(text);
    m_result->setToolTip(tip);
    m_result->setFocusPolicy(text.contains(QLatin1String("<a ")) ? Qt::StrongFocus : Qt::NoFocus);
}

void ExportDialog::refresh()
{
    const ExportSource before = std::exchange(m_shown, m_source());
    if (!isSamePicture(before, m_shown))
        forget();
    m_form->showSource(m_shown);
    const ExportSettings chosen = settings();
    const widgets::FigureStyle style = pageOf(m_shown, chosen, m_form->shownLanguage());
    m_form->showPageHeight(style.size.height() * 25.4 / 96);
    m_preview->showPage(m_shown, style);
    const QString leftOut = m_preview->page().text(QLatin1String(widgets::leftOutKey));
    const auto millimetres = [&](double pixels) { return QLocale().toString(pixels * 25.4 / 96, 'f', 1); };
    const bool isReady = m_shown.figure && m_shown.data.a;
    const std::vector<ExportItem> items = isReady ? exportItems(m_shown, chosen, folder()) : std::vector<ExportItem>();
    m_page->setText(tr("%1 × %2 mm").arg(millimetres(style.size.width()), millimetres(style.size.height())) + " · "
        + tr("%n file(s)", nullptr, int(items.size())) + (leftOut.isEmpty() ? QString() : " · " + leftOut));
    m_page->setToolTip(leftOut);
    const QStringList missing = missingPlaceholders(items, chosen);
    m_form->setNameProblem(
        missing.isEmpty() ? QString() : tr("Several files would have this name: add %1").arg(missing.join(' ')));
    m_export->setEnabled(!items.empty() && missing.isEmpty() && !m_job->isBusy());
    m_copy->setEnabled(isReady);
    m_latex->setEnabled(isReady);
}

void ExportDialog::exportFiles(bool mayOverwrite)
{
    if (m_job->isBusy())
        return;
    refresh();
    if (!m_export->isEnabled())
        return;
    if (awaitsNeeds(mayOverwrite))
        return;
    std::vector<ExportItem> items = exportItems(m_shown, settings(), folder());
    QStringList existing;
    for (const ExportItem& item : items)
        if (QFileInfo::exists(item.path))
            existing << QFileInfo(item.path).fileName();
    if (!existing.isEmpty() && !mayOverwrite) {
        const QString which = existing.mid(0, 3).join(", ").toHtmlEscaped() + (existing.size() > 3 ? " …" : "");
        say(Tone::Normal,
            tr("%n file(s) exist already: %1", nullptr, int(existing.size())).arg(which)
                + QStringLiteral(" — <a href=\"overwrite\">%1</a>").arg(tr("Overwrite")));
        return;
    }
    QDir().mkpath(folder());
    m_export->setEnabled(false);
    m_progress->setVisible(items.size() > 1);
    m_cancel->setVisible(items.size() > 1);
    say(Tone::Normal, {});
    m_job->start(m_shown, std::move(items));
}

/// Asks once for what the pictures need; what does not come is said of its file.
bool ExportDialog::awaitsNeeds(bool mayOverwrite)
{
    const widgets::Needs missing = m_isWaiting ? widgets::Needs() : missingNeeds(m_shown, settings());
    m_isWaiting = !missing.empty();
    if (!m_isWaiting)
        return false;
    m_mayOverwrite = mayOverwrite;
    m_export->setEnabled(false);
    m_progress->setRange(0, 0);
    m_progress->show();
    m_cancel->show();
    emit needsWanted(missing);
    return true;
}

void ExportDialog::goOn()
{
    if (m_isWaiting)
        exportFiles(m_mayOverwrite);
}

void ExportDialog::withdraw()
{
    if (!std::exchange(m_isWaiting, false))
        return;
    m_progress->hide();
    m_cancel->hide();
    m_export->setEnabled(true);
    emit needsWanted({});
}

void ExportDialog::showReport(const ExportReport& report)
{
    m_report = report;
    m_progress->hide();
    m_cancel->hide();
    m_export->setEnabled(true);
    QStringList parts;
    if (!report.files.isEmpty())
        parts << tr("%n file(s), %1", nullptr, int(report.files.size()))
                     .arg(QLocale().formattedDataSize(report.bytes, 0, QLocale::DataSizeSIFormat))
                + QStringLiteral(" — <a href=\"folder\">%1</a> · <a href=\"path\">%2</a>")
                      .arg(tr("Open folder"), tr("Copy path"));
    if (report.isCancelled)
        parts << tr("Cancelled.");
    if (!report.failures.isEmpty())
        parts << tr("%n not written: %1", nullptr, int(report.failures.size()))
                     .arg(report.failures.mid(0, 2).join("; ").toHtmlEscaped());
    say(report.failures.isEmpty() ? Tone::Normal : Tone::Error, parts.join("<br>"), report.failures.join('\n'));
    if (!report.files.isEmpty())
        emit exported(settings(), folder());
}

void ExportDialog::followLink(const QString& link)
{
    if (link == "overwrite")
        exportFiles(true);
    else if (link == "folder")
        QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(m_report.files.value(0)).absolutePath()));
    else if (link == "path")
        QGuiApplication::clipboard()->setText(m_report.files.join('\n'));
}

void ExportDialog::copyLatex()
{
    refresh();
    ExportSettings chosen = settings();
    chosen.formats = {widgets::FigureFormat::Latex};
    chosen.everyLayer = chosen.everyHead = false;
    if (!m_shown.figure || !m_shown.data.a)
        return;
    const std::vector<ExportItem> items = exportItems(m_shown, chosen, folder());
    QGuiApplication::clipboard()->setText(latexOf(m_shown, items.front()));
    say(Tone::Normal,
        tr("The figure environment for %1 is on the clipboard.").arg(QFileInfo(items.front().path).completeBaseName()));
}

QString ExportDialog::resultText() const { return QTextDocumentFragment::fromHtml(m_result->text()).toPlainText(); }

void ExportDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (widgets::meansRestyle(*event)) {
        restyle();
        follow();
    }
}

void ExportDialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    refresh();
    widgets::followTheEye(*this);
}

void ExportDialog::restyle()
{
    const widgets::Theme& theme = widgets::currentTheme();
    const QString pads = QStringLiteral("%1px %2px").arg(int(6 * theme.scale)).arg(int(12 * theme.scale));
    const QString sheet = QStringLiteral("QPushButton{border-radius:4px;padding:%1;border:1px solid %2;background:%2;color:%3;"
                                         "font-weight:600}QPushButton:disabled{background:%4;border-color:%4;color:%5}"
                                         "QPushButton:focus{border-color:%6}")
                              .arg(pads, theme.accent.name(), theme.onAccent.name(), theme.surfaceAlt.name(),
                                  theme.disabled.name(), theme.text.name());
    if (m_export->styleSheet() != sheet)
        m_export->setStyleSheet(sheet);
}

void ExportDialog::retranslate()
{
    setWindowTitle(tr("Export figure"));
    m_actualSize->setText(tr("Actual size"));
    m_export->setText(tr("&Export"));
    m_copy->setText(tr("&Copy"));
    m_copy->setToolTip(tr("As PNG, SVG and PDF at once"));
    m_latex->setText(tr("Copy &LaTeX"));
    m_latex->setToolTip(tr("The figure environment with its caption, for a paper"));
    m_cancel->setText(tr("Cancel"));
}

} // namespace app
