import type { HoursProofRecord } from "@haitech/contract/hours-proofs"
import { routes } from "@haitech/contract/routes"
import { useState } from "react"
import { PROOF_ROLES, ProofDetail } from "#features/appointments/admin/hours-proof-detail.tsx"
import { ProofRevocation } from "#features/appointments/admin/hours-proof-revocation.tsx"
import { useRecords } from "#platform/admin/use-records.ts"
import { useProofsAdminApp } from "#platform/app/app.tsx"
import { formatWhen } from "#platform/i18n/when.ts"
import { Chip } from "#ui/chip.tsx"
import { groupedCode } from "#ui/grouped-code.ts"
import { RecordsPage } from "./records-page.tsx"

export function ProofsPage() {
  const { t, label, language, timeZone } = useProofsAdminApp()
  const records = useRecords(routes.listIssuedProofs)
  const [revoking, setRevoking] = useState<HoursProofRecord | null>(null)
  return (
    <>
      <RecordsPage
        title={t("admin.hours_proofs")}
        records={records}
        empty="admin.hours_proofs_empty"
        symbol="sun"
        sorts={[
          { value: "newest", label: t("admin.newest") },
          { value: "oldest", label: t("admin.oldest") },
        ]}
        summaryOf={({ name, role, code, issuedAt, revokedAt }) => ({
          who: name,
          about: label(PROOF_ROLES, role),
          line: groupedCode(code),
          at: formatWhen(language, issuedAt, timeZone),
          chip:
            revokedAt === null ? (
              <Chip tone="good">{t("admin.certificate_valid")}</Chip>
            ) : (
              <Chip tone="bad">{t("admin.certificate_revoked")}</Chip>
            ),
        })}
        detail={(proof) => <ProofDetail key={proof.id} proof={proof} onRevoke={() => setRevoking(proof)} />}
      />
      <ProofRevocation proof={revoking} onClose={() => setRevoking(null)} />
    </>
  )
}
