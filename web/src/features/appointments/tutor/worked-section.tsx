import { formatDay, formatLength } from "@haitech/contract/clock"
import type { HoursProof } from "@haitech/contract/hours-proofs"
import { pathIn } from "@haitech/contract/languages"
import { routes } from "@haitech/contract/routes"
import { lazy, Suspense, useState } from "react"
import { useTutorApp } from "#platform/app/app.tsx"
import { nameOfMonth } from "#platform/i18n/days.ts"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { Button } from "#ui/button.tsx"
import { CardSection } from "#ui/card-section.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { useProofs, useTutorHours } from "./api.ts"
import { LoadFailedLine } from "./load-failed-line.tsx"

const ProofDialog = lazy(async () => ({ default: (await import("./proof-dialog.tsx")).ProofDialog }))

/** The hours of completed sessions, and the proofs that prove them. */
export function WorkedSection({ zone }: { readonly zone: string }) {
  const { t } = useTutorApp()
  const { data, error, refetch } = useTutorHours()
  return (
    <CardSection title={t("tutor.worked")}>
      {error && !data ? (
        <LoadFailedLine error={error} again={refetch} />
      ) : !data ? (
        <Skeleton className="h-24" />
      ) : data.sessions === 0 ? (
        <p className="text-muted">{t("tutor.worked_none")}</p>
      ) : (
        <>
          <Months {...data} />
          <Proofs zone={zone} firstDay={`${data.months.at(-1)?.month}-01`} />
        </>
      )}
    </CardSection>
  )
}

interface Worked {
  readonly sessions: number
  readonly minutes: number
}

function Months({ months, ...all }: Worked & { readonly months: readonly (Worked & { readonly month: string })[] }) {
  const { t, language } = useTutorApp()
  const cells = ({ sessions, minutes }: Worked) => (
    <>
      <td>{formatNumber(language, sessions)}</td>
      <td>{formatLength(language, minutes)}</td>
    </>
  )
  return (
    <table className="tutor-months">
      <thead>
        <tr>
          <th scope="col">{t("tutor.worked_month")}</th>
          <th scope="col">{t("tutor.worked_sessions")}</th>
          <th scope="col">{t("tutor.worked_hours")}</th>
        </tr>
      </thead>
      <tbody>
        {months.map((month) => (
          <tr key={month.month}>
            <th scope="row">{nameOfMonth(language, month.month)}</th>
            {cells(month)}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t("tutor.worked_all")}</th>
          {cells(all)}
        </tr>
      </tfoot>
    </table>
  )
}

function Proofs({ zone, firstDay }: { readonly zone: string; readonly firstDay: string }) {
  const { t } = useTutorApp()
  const { data } = useProofs()
  const [making, setMaking] = useState<"never" | "open" | "closed">("never")
  return (
    <div className="tutor-proofs">
      <h3>{t("hours_proof.title")}</h3>
      <p className="text-muted">{t("hours_proof.about")}</p>
      {data && data.length > 0 && (
        <ul className="tutor-bookings" aria-label={t("hours_proof.yours")}>
          {data.map((proof) => (
            <ProofLine key={proof.code} proof={proof} />
          ))}
        </ul>
      )}
      <p>
        <Button compact look="quiet" onClick={() => setMaking("open")}>
          {t("hours_proof.make")}
        </Button>
      </p>
      {making !== "never" && (
        <Suspense>
          <ProofDialog {...{ zone, firstDay }} isOpen={making === "open"} onClose={() => setMaking("closed")} />
        </Suspense>
      )}
    </div>
  )
}

function ProofLine({ proof: { code, fromDay, untilDay, minutes, language: written, revokedAt } }: ProofProps) {
  const { t, language } = useTutorApp()
  const day = (date: string) => formatDay(language, `${date}T12:00:00Z`, "UTC")
  const period = `${day(fromDay)} – ${day(untilDay)}`
  return (
    <li>
      <span className="strong">{period}</span>
      <span className="text-muted">
        {formatLength(language, minutes)}, {t(`language.${written}`)}
        {revokedAt && `, ${t("hours_proof.revoked")}`}
      </span>
      <span className="flex flex-wrap gap-4">
        <a className="underline" href={pathIn(written, `/hours-proof/${code}`)}>
          {t("hours_proof.open")} <span className="sr">{period}</span>
        </a>
        <a className="underline" href={routes.readProofPdf.path.replace(":code", code)} download="">
          {t("certificate.download")} <span className="sr">{period}</span>
        </a>
      </span>
    </li>
  )
}

interface ProofProps {
  readonly proof: HoursProof
}
