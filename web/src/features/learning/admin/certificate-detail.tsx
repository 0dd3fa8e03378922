import type { CertificateRecord } from "@haitech/contract/certificates"
import { pathIn } from "@haitech/contract/languages"
import { routes } from "@haitech/contract/routes"
import { useLearningAdminApp } from "#platform/app/app.tsx"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { Button } from "#ui/button.tsx"
import { groupedCode } from "#ui/grouped-code.ts"

interface Props {
  readonly certificate: CertificateRecord
  readonly onRevoke: () => void
}

export function CertificateDetail({ certificate, onRevoke }: Props) {
  const { t, language } = useLearningAdminApp()
  const { id, code, name, revokedAt, revokedReason } = certificate
  return (
    <>
      <h2>{name}</h2>
      <CertificateFacts certificate={certificate} />
      {revokedReason && <p className="admin-words">{t("certificate.reason", { reason: revokedReason })}</p>}
      <p className="admin-links">
        <a href={pathIn(language, `/certificate/${code}`)}>{t("admin.certificate_open")}</a>
        <a href={routes.readCertificatePdf.path.replace(":code", code)} download="">
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

function CertificateFacts({ certificate }: Pick<Props, "certificate">) {
  const { t, language, timeZone } = useLearningAdminApp()
  const { code, courseTitle, lessonCount, hours, completedAt, issuedAt, revokedAt } = certificate
  const when = (at: string) => formatWhen(language, at, timeZone).exact
  return (
    <dl className="admin-facts">
      <dt>{t("admin.question_course")}</dt>
      <dd>{courseTitle}</dd>
      <dt>{t("certificate.code")}</dt>
      <dd>{groupedCode(code)}</dd>
      <dt>{t("certificate.lessons")}</dt>
      <dd>{formatNumber(language, lessonCount)}</dd>
      <dt>{t("certificate.hours")}</dt>
      <dd>{formatNumber(language, hours)}</dd>
      <dt>{t("admin.language")}</dt>
      <dd>{t(`language.${certificate.language}`)}</dd>
      <dt>{t("certificate.completed")}</dt>
      <dd>{when(completedAt)}</dd>
      <dt>{t("certificate.issued")}</dt>
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
