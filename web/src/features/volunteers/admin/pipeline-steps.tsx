import type { ApplicationStatus } from "@haitech/contract/volunteers"
import { useVolunteersAdminApp } from "#platform/app/app.tsx"
import { STATUSES } from "./labels.ts"

const STAGES = ["new", "interview", "screening", "training", "active"] as const satisfies readonly ApplicationStatus[]

/** How far a person has come. A declined application has no place in it. */
export function PipelineSteps({ status }: { readonly status: string }) {
  const { t } = useVolunteersAdminApp()
  if (status === "declined") return null
  const reached = status === "alumni" ? STAGES.length : STAGES.findIndex((stage) => stage === status)
  const current = status === "paused" ? STAGES.length - 1 : reached
  return (
    <ol className="pipeline" aria-label={t("admin.application_progress")}>
      {STAGES.map((stage, at) => (
        <li key={stage} className={at < current ? "done" : ""} aria-current={at === current ? "step" : undefined}>
          {t(STATUSES[stage].text)}
          {at < current && <span className="sr"> ({t("admin.application_step_done")})</span>}
        </li>
      ))}
    </ol>
  )
}
