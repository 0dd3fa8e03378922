import { formatDay, formatLength } from "@haitech/contract/clock"
import type { HoursProofPage as Proof } from "@haitech/contract/hours-proofs"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { usePage } from "#platform/page/page.tsx"
import { buttonClass } from "#ui/button.tsx"
import { DocumentSheet } from "#ui/document-sheet.tsx"
import { groupedCode } from "#ui/grouped-code.ts"
import { PageHead } from "#ui/page-head.tsx"
import { SiteLayout } from "./layout.tsx"

const ROLES = {
  volunteer: "hours_proof.role_volunteer",
  mentor: "hours_proof.role_mentor",
  admin: "hours_proof.role_admin",
} as const

/** A school or an employer compares the proof with this page. */
export function HoursProofPage() {
  const { t, hoursProof } = usePage()
  if (!hoursProof) throw new Error("the page of a proof of hours without a proof")
  return (
    <SiteLayout>
      <PageHead
        column
        title={t("hours_proof.title")}
        lead={hoursProof.revokedAt ? t("hours_proof.no_longer") : t("hours_proof.valid")}
      />
      <div className="wrap column grid gap-8 pt-8 pb-40">
        <ProofSheet proof={hoursProof} />
        <p>
          <a className={buttonClass()} href={`/api/hours-proofs/${hoursProof.code}/pdf`} download="">
            {t("certificate.download")}
          </a>
        </p>
      </div>
    </SiteLayout>
  )
}

function ProofSheet({ proof }: { readonly proof: Proof }) {
  const { t, language, site } = usePage()
  const { name, role, fromDay, untilDay, minutes, sessions, issuedAt, organization } = proof
  const day = (date: string) => formatDay(language, `${date}T12:00:00Z`, "UTC")
  return (
    <DocumentSheet
      title={t("hours_proof.title")}
      notice={<Revocation proof={proof} />}
      lead={t("hours_proof.lead")}
      name={name}
      statement={t("hours_proof.statement")}
      subject={<h2>{t(entryOf(ROLES, role) ?? "hours_proof.role_volunteer")}</h2>}
      facts={[
        [t("hours_proof.period"), `${day(fromDay)} – ${day(untilDay)}`],
        [t("hours_proof.hours"), formatLength(language, minutes)],
        [t("hours_proof.sessions"), sessions],
        [t("hours_proof.issued"), formatDay(language, issuedAt, site.timeZone)],
        [t("certificate.code"), groupedCode(proof.code)],
      ]}
      issuer={t("certificate.organization", { organization })}
      qr={proof.qr}
      qrLabel={t("certificate.qr")}
      address={proof.address}
    />
  )
}

function Revocation({ proof: { revokedAt, revokedReason } }: { readonly proof: Proof }) {
  const { t, language, site } = usePage()
  if (!revokedAt) return null
  return (
    <div className="notice failure">
      <p className="strong">{t("certificate.revoked_on", { day: formatDay(language, revokedAt, site.timeZone) })}</p>
      {revokedReason && <p>{t("certificate.reason", { reason: revokedReason })}</p>}
    </div>
  )
}
