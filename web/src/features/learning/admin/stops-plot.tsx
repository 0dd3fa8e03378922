import type { LessonRecord } from "@haitech/contract/admin/learning"
import { useLearningAdminApp } from "#platform/app/app.tsx"
import { formatNumber } from "#platform/i18n/numbers.ts"

const HEIGHT = 100
const BAR = 0.7

interface Props {
  /** In their order. */
  readonly lessons: readonly LessonRecord[]
}

/** Where people stop: a plot of all lessons, and the same as a table. */
export function LessonStops({ lessons }: Props) {
  const { t } = useLearningAdminApp()
  const highest = Math.max(...lessons.map(({ opened }) => opened), 0)
  return (
    <section className="grid gap-3">
      <h2>{t("admin.stops")}</h2>
      {highest === 0 ? (
        <p className="text-muted">{t("admin.stops_none")}</p>
      ) : (
        <>
          <Plot lessons={lessons} highest={highest} />
          <StopsTable lessons={lessons} />
        </>
      )}
    </section>
  )
}

function Plot({ lessons, highest }: Props & { readonly highest: number }) {
  const { t, language } = useLearningAdminApp()
  return (
    <figure className="stops-plot">
      <figcaption className="small text-muted">
        {t("admin.stops_about", { count: formatNumber(language, highest) })}
      </figcaption>
      <p className="stops-legend small" aria-hidden="true">
        <span className="opened">{t("admin.opened")}</span>
        <span>{t("admin.learners_completed")}</span>
      </p>
      <svg viewBox={`0 0 ${lessons.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {lessons.map(({ id, opened, completed }, at) => (
          <g key={id}>
            <Bar at={at} share={opened / highest} isOpened />
            <Bar at={at} share={completed / highest} />
          </g>
        ))}
      </svg>
      <div aria-hidden="true">
        {lessons.map(({ id }, at) => (
          <span key={id}>{at + 1}</span>
        ))}
      </div>
    </figure>
  )
}

function Bar({ at, share, isOpened }: { readonly at: number; readonly share: number; readonly isOpened?: true }) {
  const height = share * HEIGHT
  return (
    <rect
      className={isOpened ? "opened" : undefined}
      x={at + (1 - BAR) / 2}
      y={HEIGHT - height}
      width={BAR}
      height={height}
    />
  )
}

function StopsTable({ lessons }: Props) {
  const { t, language } = useLearningAdminApp()
  const number = (count: number) => formatNumber(language, count)
  return (
    <div className="admin-figures" role="region" aria-label={t("admin.stops_table")} tabIndex={0}>
      <table>
        <caption className="sr">{t("admin.stops_table")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("admin.lesson")}</th>
            <th scope="col">{t("admin.opened")}</th>
            <th scope="col">{t("admin.learners_completed")}</th>
            <th scope="col">{t("admin.stopped")}</th>
            <th scope="col">{t("admin.hardest")}</th>
          </tr>
        </thead>
        <tbody>
          {lessons.map((lesson, at) => (
            <tr key={lesson.id}>
              <th scope="row">
                {at + 1}. {lesson.title}
              </th>
              <td>{number(lesson.opened)}</td>
              <td>{number(lesson.completed)}</td>
              <td>
                <Stopped lesson={lesson} />
              </td>
              <td>
                <Hardest lesson={lesson} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Stopped({ lesson: { opened, completed, stops } }: { readonly lesson: LessonRecord }) {
  const { t, language } = useLearningAdminApp()
  const count = formatNumber(language, opened - completed)
  const place = placeOf(stops[0]?.position)
  return place && opened > completed ? t("admin.stopped_at", { count, place }) : count
}

/** The number of a block of the lesson from the id of its element: "4" or "4.2" for `block-4` and `block-4-2`. */
function placeOf(position: string | undefined): string | undefined {
  return /^block-(\d+(?:-\d+)?)$/.exec(position ?? "")?.[1]?.replace("-", ".")
}

function Hardest({ lesson: { hardest } }: { readonly lesson: LessonRecord }) {
  const { t, language } = useLearningAdminApp()
  if (!hardest) return "–"
  return t("admin.hardest_line", {
    exercise: hardest.exerciseId,
    failed: formatNumber(language, hardest.failed),
    learners: formatNumber(language, hardest.learners),
  })
}
