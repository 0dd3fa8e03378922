import type { CertificateRecord } from "@haitech/contract/certificates"
import { routes } from "@haitech/contract/routes"
import { useState } from "react"
import { CertificateDetail } from "#features/learning/admin/certificate-detail.tsx"
import { RevokeDialog } from "#features/learning/admin/revoke-dialog.tsx"
import { useRecords } from "#platform/admin/use-records.ts"
import { useLearningAdminApp } from "#platform/app/app.tsx"
import { formatWhen } from "#platform/i18n/when.ts"
import { Chip } from "#ui/chip.tsx"
import { groupedCode } from "#ui/grouped-code.ts"
import { RecordsPage } from "./records-page.tsx"

export function CertificatesPage() {
  const { t, language, timeZone } = useLearningAdminApp()
  const records = useRecords(routes.listIssuedCertificates)
  const [revoking, setRevoking] = useState<CertificateRecord | null>(null)
  return (
    <>
      <RecordsPage
        title={t("admin.certificates")}
        records={records}
        empty="admin.certificates_empty"
        symbol="sun"
        sorts={[
          { value: "newest", label: t("admin.newest") },
          { value: "oldest", label: t("admin.oldest") },
        ]}
        summaryOf={({ name, courseTitle, code, issuedAt, revokedAt }) => ({
          who: name,
          about: courseTitle,
          line: groupedCode(code),
          at: formatWhen(language, issuedAt, timeZone),
          chip:
            revokedAt === null ? (
              <Chip tone="good">{t("admin.certificate_valid")}</Chip>
            ) : (
              <Chip tone="bad">{t("admin.certificate_revoked")}</Chip>
            ),
        })}
        detail={(certificate) => (
          <CertificateDetail key={certificate.id} certificate={certificate} onRevoke={() => setRevoking(certificate)} />
        )}
      />
      <RevokeDialog certificate={revoking} onClose={() => setRevoking(null)} />
    </>
  )
}
