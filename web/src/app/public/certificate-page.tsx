import { CertificateSheet } from "#features/learning/certificates/certificate-sheet.tsx"
import { usePage } from "#platform/page/page.tsx"
import { buttonClass } from "#ui/button.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { SiteLayout } from "./layout.tsx"

/** A reader of the paper compares it with this page. */
export function CertificatePage() {
  const { t, language, site, certificate } = usePage()
  if (!certificate) throw new Error("the page of a certificate without a certificate")
  return (
    <SiteLayout>
      <PageHead
        column
        title={t("certificate.title")}
        lead={certificate.revokedAt ? t("certificate.no_longer") : t("certificate.valid")}
      />
      <div className="wrap column grid gap-8 pt-8 pb-40">
        <CertificateSheet {...{ t, language, certificate, timeZone: site.timeZone }} />
        <p>
          <a className={buttonClass()} href={`/api/certificates/${certificate.code}/pdf`} download="">
            {t("certificate.download")}
          </a>
        </p>
      </div>
    </SiteLayout>
  )
}
