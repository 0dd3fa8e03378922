import { formatDay } from "@haitech/contract/clock"
import { useCourseProgress, useCourses } from "#features/learning/dashboard/api.ts"
import { useCertificates } from "#features/learning/dashboard/lists-api.ts"
import { useLearningApp } from "#platform/app/app.tsx"
import { address } from "#platform/navigation/paths.ts"
import { buttonClass } from "#ui/button.tsx"
import { CertificateLinks } from "./certificate-links.tsx"

/** The member's certificates, and the finished courses whose certificate still waits for a name. */
export function CertificateList() {
  const { t, texts, language, timeZone } = useLearningApp()
  const { data: certificates } = useCertificates()
  const { data: courses = [] } = useCourses()
  const { data: progress = [] } = useCourseProgress()
  if (!certificates) return null
  const issued = new Set(certificates.filter(({ revokedAt }) => !revokedAt).map(({ courseId }) => courseId))
  const finished = new Set(progress.filter(({ completedAt }) => completedAt).map(({ courseId }) => courseId))
  const open = courses.filter(({ id }) => finished.has(id) && !issued.has(id))
  if (certificates.length + open.length === 0) return null
  return (
    <section aria-labelledby="certificates">
      <h2 id="certificates" className="mb-4 text-[1.375rem]">
        {t("certificate.list")}
      </h2>
      <ul className="certificate-list">
        {open.map((course) => (
          <li key={course.id} className="card">
            <div>
              <h3 lang={course.language}>{course.title}</h3>
              <p className="small text-muted">{t("certificate.waits")}</p>
            </div>
            <div className="certificate-links">
              <a className={buttonClass()} href={`${address(language, `/learn/${course.slug}`)}#certificate`}>
                {t("certificate.get")}
              </a>
            </div>
          </li>
        ))}
        {certificates.map((certificate) => (
          <li key={certificate.code} className="card">
            <div>
              <h3 lang={certificate.language}>{certificate.courseTitle}</h3>
              <p className="small text-muted">
                {certificate.name},{" "}
                {certificate.revokedAt
                  ? t("certificate.revoked")
                  : t("certificate.issued_on", { day: formatDay(language, certificate.issuedAt, timeZone) })}
              </p>
            </div>
            <CertificateLinks certificate={certificate} texts={texts} />
          </li>
        ))}
      </ul>
    </section>
  )
}
