import { formatLength } from "@haitech/contract/clock"
import type { HoursProofRecord } from "@haitech/contract/hours-proofs"
import { pathIn } from "@haitech/contract/languages"
import { routes } from "@haitech/contract/routes"
import { type ProofsAdminText, useProofsAdminApp } from "#platform/app/app.tsx"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { Button } from "#ui/button.tsx"
import { groupedCode } from "#ui/grouped-code.ts"
import { formatDate } from "./day-names.ts"

export const PROOF_ROLES = {
  volunteer: "hours_proof.role_volunteer",
  mentor: "hours_proof.role_mentor",
  admin: "hours_proof.role_admin",
} as const satisfies Readonly<Record<string, ProofsAdminText>>

interface Props {
  readonly proof: HoursProofRecord
  readonly onRevoke: () => void
}

export function ProofDetail({ proof, onRevoke }: Props) {
  const { t, language } = useProofsAdminApp()
  const { id, code, name, revokedAt, revokedReason } = proof
  return (
    <>
      <h2>{name}</h2>
      <ProofFacts proof={proof} />
      {revokedReason && <p className="admin-words">{t("certificate.reason", { reason: revokedReason })}</p>}
      <p className="admin-links">
        <a href={pathIn(language, `/hours-proof/${code}`)}>{t("admin.hours_proof_open")}</a>
        <a href={routes.readProofPdf.path.replace(":code", code)} download="">
          {t("certificate.download")}
        </a>
        <AppLink to={`/history?about=${id}`}>{t("admin.history_about")}</AppLink>
      </p>
      {revokedAt === null && (
        <div className="admin-dock">
          <Button compact look="quiet" className="danger" onClick={onRevoke}>
            {t("admin.certificate_revoke")}
          </Button>
        </div>
      )}
    </>
  )
}

function ProofFacts({ proof }: Pick<Props, "proof">) {
  const { t, label, language, timeZone } = useProofsAdminApp()
  const { code, role, fromDay, untilDay, minutes, sessions, issuedAt, revokedAt } = proof
  const day = (date: string) => formatDate(language, date, "long")
  const when = (at: string) => formatWhen(language, at, timeZone).exact
  return (
    <dl className="admin-facts">
      <dt>{t("admin.role")}</dt>
      <dd>{label(PROOF_ROLES, role)}</dd>
      <dt>{t("hours_proof.period")}</dt>
      <dd>
        {day(fromDay)} – {day(untilDay)}
      </dd>
      <dt>{t("hours_proof.hours")}</dt>
      <dd>{formatLength(language, minutes)}</dd>
      <dt>{t("hours_proof.sessions")}</dt>
      <dd>{formatNumber(language, sessions)}</dd>
      <dt>{t("certificate.code")}</dt>
      <dd>{groupedCode(code)}</dd>
      <dt>{t("admin.language")}</dt>
      <dd>{t(`language.${proof.language}`)}</dd>
      <dt>{t("hours_proof.issued")}</dt>
      <dd>{when(issuedAt)}</dd>
      <dt>{t("admin.state")}</dt>
      <dd>{t(revokedAt === null ? "admin.certificate_valid" : "admin.certificate_revoked")}</dd>
      {revokedAt !== null && (
        <>
          <dt>{t("admin.certificate_revoked_at")}</dt>
          <dd>{when(revokedAt)}</dd>
        </>
      )}
    </dl>
  )
}
