// Colours that tell slots and vectors apart do so for people with a deficient colour vision, too: simulated after Machado, Oliveira
// and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), table 1, severity 1.0, applied
// to linear sRGB; compared as distances in CIELAB (ΔE*76, white D65).

#include "widgets/plot/theme.h"

#include "tests/widgets/support/quiet.h"

#include <array>
#include <cmath>

using namespace widgets;

namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

struct Vision
{
    const char* name;
    Matrix seen; // linear RGB
};

constexpr Vision visions[] = {{"all cones", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protanopia",
        {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranopia",
        {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    {"tritanopia",
        {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}}};

constexpr Matrix toXyz{
    {{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}};
constexpr Vector white{0.95047, 1, 1.08883};

Vector product(const Matrix& matrix, const Vector& vector)
{
    Vector result{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            result[i] += matrix[i][j] * vector[j];
    return result;
}

double linear(double stored) { return stored <= 0.04045 ? stored / 12.92 : std::pow((stored + 0.055) / 1.055, 2.4); }

Vector labOf(const QColor& color, const Vision& vision)
{
    Vector rgb = product(vision.seen, {linear(color.redF()), linear(color.greenF()), linear(color.blueF())});
    for (double& part : rgb)
        part = std::clamp(part, 0.0, 1.0);
    Vector xyz = product(toXyz, rgb);
    for (std::size_t i = 0; i < 3; ++i) {
        const double share = xyz[i] / white[i];
        xyz[i] = share > 216.0 / 24389 ? std::cbrt(share) : (24389.0 / 27 * share + 16) / 116;
    }
    return {116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])};
}

double difference(const QColor& one, const QColor& other, const Vision& vision)
{
    const Vector a = labOf(one, vision), b = labOf(other, vision);
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

} // namespace

class TestColorVision : public QObject
{
    Q_OBJECT

private slots:
    void theMeasureIsTheKnownOne()
    {
        const Vision& all = visions[0];
        QVERIFY(std::abs(difference(Qt::black, Qt::white, all) - 100) < 0.01);
        QVERIFY(difference(QColor(0, 144, 0), QColor(200, 100, 0), visions[2]) // a green and an orange, to who lacks green
            < 0.35 * difference(QColor(0, 144, 0), QColor(200, 100, 0), all));
    }

    void slotsAndVectorsAreToldApart_data()
    {
        QTest::addColumn<int>("theme");
        QTest::addColumn<int>("vision");
        for (const ThemeId theme : allThemes())
            for (int vision = 0; vision < int(std::size(visions)); ++vision)
                QTest::addRow("%s, %s", qPrintable(themeWord(theme)), visions[vision].name) << int(theme) << vision;
    }
    void slotsAndVectorsAreToldApart()
    {
        QFETCH(int, theme);
        QFETCH(int, vision);
        const Theme& t = themeOf(ThemeId(theme));
        const Vision& seen = visions[vision];
        constexpr double betweenSlots = 20, betweenVectors = 25;
        QVERIFY2(difference(t.slotA, t.slotB, seen) >= betweenSlots, qPrintable(QString::number(difference(t.slotA, t.slotB, seen))));
        const std::pair<char, QColor> vectors[] = {{'q', t.q}, {'k', t.k}, {'v', t.v}, {'o', t.o}};
        for (const auto& [name, color] : vectors)
            for (const auto& [otherName, other] : vectors)
                if (name < otherName)
                    QVERIFY2(difference(color, other, seen) >= betweenVectors,
                        qPrintable(QStringLiteral("%1 and %2: %3").arg(name).arg(otherName).arg(difference(color, other, seen))));
    }
};

QUIET_TEST_MAIN(TestColorVision)
#include "tst_color_vision.moc"
