import { usePage } from "#platform/page/page.tsx"

/** The number of students, and of lights in the scene (spec §9). */
export const STUDENTS_HELPED = 150

// The class sets the number that the CSS animation counts to, because pages have no style attributes.
const COUNTERS = [
  { figure: STUDENTS_HELPED, unit: "+", count: "[--n:150]", label: "impact.students" },
  { figure: 3, unit: "+", count: "[--n:3]", label: "impact.countries" },
  { figure: 100, unit: "%", count: "[--n:100]", label: "impact.free" },
] as const

/** Spec §2: the impact counters, which overlap the band above them. */
export function ImpactSection() {
  const { t } = usePage()
  return (
    <section id="impact" className="wrap relative z-1 -mt-14" aria-labelledby="impact-title">
      <h2 id="impact-title" className="sr">
        {t("impact.title")}
      </h2>
      <Counters />
    </section>
  )
}

/** Screen readers get the final figures; the animated numbers are hidden from them. */
function Counters() {
  const { t } = usePage()
  return (
    <dl className="card raised counters" data-counters="">
      {COUNTERS.map(({ figure, unit, count, label }) => (
        <div key={label} className="counter">
          <dt className="text-muted">{t(label)}</dt>
          <dd className="figure">
            <span className="sr">
              {figure}
              {unit}
            </span>
            <span className={`count ${count}`} aria-hidden="true">
              {unit}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
