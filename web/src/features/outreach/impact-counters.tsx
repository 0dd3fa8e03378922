import { usePage } from "#platform/page.tsx"

/** §9: the number of students is also the number of lights in the scene. */
export const STUDENTS_HELPED = 150

// The class is the number as the style sheet counts to it: a page has no style attributes.
const COUNTERS = [
  { figure: STUDENTS_HELPED, unit: "+", count: "[--n:150]", label: "impact.students" },
  { figure: 3, unit: "+", count: "[--n:3]", label: "impact.countries" },
  { figure: 100, unit: "%", count: "[--n:100]", label: "impact.free" },
] as const

/** §2 Impact counters. Final figures for every reader; the numbers that run stand beside them, for eyes only. */
export function ImpactCounters() {
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
