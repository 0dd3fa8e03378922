import type { CertificatePage } from "@haitech/contract/certificates"
import { formatDay } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import type { Translate } from "#platform/i18n/texts.ts"
import { LitMedal } from "#ui/lit-medal.tsx"

interface Props {
  readonly t: Translate
  readonly language: Language
  readonly timeZone: string
  readonly certificate: CertificatePage
}

/** Every field that the paper prints; the course's title is in the certificate's language, and in English. */
export function CertificateSheet({ t, language, timeZone, certificate }: Props) {
  const { name, organization, courseTitle, courseTitleEn, address, qr } = certificate
  const day = (at: string) => formatDay(language, at, timeZone)
  return (
    <section className="card raised certificate-sheet" aria-label={t("certificate.title")}>
      <div className="certificate-eave" aria-hidden="true">
        <div className="lambrequin" />
      </div>
      <LitMedal unfolds={false} />
      <Revocation {...{ t, certificate, day }} />
      <p className="text-muted">{t("certificate.lead")}</p>
      <p className="certificate-name">{name}</p>
      <p className="text-muted">{t("certificate.statement")}</p>
      <h2 lang={certificate.language}>{courseTitle}</h2>
      {courseTitleEn !== courseTitle && (
        <p className="text-muted" lang="en">
          {courseTitleEn}
        </p>
      )}
      <Facts {...{ t, certificate, day }} />
      <p className="strong">{t("certificate.organization", { organization })}</p>
      <svg className="certificate-qr" viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={t("certificate.qr")}>
        <path d={qr.path} />
      </svg>
      <p className="small text-muted certificate-address">{address}</p>
    </section>
  )
}

type PartProps = Pick<Props, "t" | "certificate"> & { readonly day: (at: string) => string }

function Revocation({ t, certificate: { revokedAt, revokedReason }, day }: PartProps) {
  if (!revokedAt) return null
  return (
    <div className="notice failure">
      <p className="strong">{t("certificate.revoked_on", { day: day(revokedAt) })}</p>
      {revokedReason && <p>{t("certificate.reason", { reason: revokedReason })}</p>}
    </div>
  )
}

function Facts({ t, certificate, day }: PartProps) {
  const { completedAt, issuedAt, lessonCount, hours, code } = certificate
  const rows = [
    [t("certificate.completed"), day(completedAt)],
    [t("certificate.issued"), day(issuedAt)],
    [t("certificate.lessons"), lessonCount],
    [t("certificate.hours"), hours],
    [t("certificate.code"), code.replace(/.{4}(?=.)/g, "$& ")],
  ]
  return (
    <dl className="certificate-facts">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
