import type { CertificatePage } from "@haitech/contract/certificates"
import { formatDay } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import type { Translate } from "#platform/i18n/texts.ts"
import { DocumentSheet } from "#ui/document-sheet.tsx"
import { groupedCode } from "#ui/grouped-code.ts"

interface Props {
  readonly t: Translate
  readonly language: Language
  readonly timeZone: string
  readonly certificate: CertificatePage
}

/** Every field that the paper prints; the course's title is in the certificate's language, and in English. */
export function CertificateSheet({ t, language, timeZone, certificate }: Props) {
  const { name, organization, courseTitle, courseTitleEn, completedAt, issuedAt, lessonCount, hours } = certificate
  const day = (at: string) => formatDay(language, at, timeZone)
  return (
    <DocumentSheet
      title={t("certificate.title")}
      notice={<Revocation {...{ t, certificate, day }} />}
      lead={t("certificate.lead")}
      name={name}
      statement={t("certificate.statement")}
      subject={
        <>
          <h2 lang={certificate.language}>{courseTitle}</h2>
          {courseTitleEn !== courseTitle && (
            <p className="text-muted" lang="en">
              {courseTitleEn}
            </p>
          )}
        </>
      }
      facts={[
        [t("certificate.completed"), day(completedAt)],
        [t("certificate.issued"), day(issuedAt)],
        [t("certificate.lessons"), lessonCount],
        [t("certificate.hours"), hours],
        [t("certificate.code"), groupedCode(certificate.code)],
      ]}
      issuer={t("certificate.organization", { organization })}
      qr={certificate.qr}
      qrLabel={t("certificate.qr")}
      address={certificate.address}
    />
  )
}

type RevocationProps = Pick<Props, "t" | "certificate"> & { readonly day: (at: string) => string }

function Revocation({ t, certificate: { revokedAt, revokedReason }, day }: RevocationProps) {
  if (!revokedAt) return null
  return (
    <div className="notice failure">
      <p className="strong">{t("certificate.revoked_on", { day: day(revokedAt) })}</p>
      {revokedReason && <p>{t("certificate.reason", { reason: revokedReason })}</p>}
    </div>
  )
}
