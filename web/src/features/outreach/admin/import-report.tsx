import type { ImportReport as Report } from "@haitech/contract/admin/imports"
import { formatDay } from "@haitech/contract/clock"
import { useImportAdminApp } from "#platform/app/app.tsx"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { PROGRAM_TEXTS } from "#platform/i18n/program-texts.ts"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { Button } from "#ui/button.tsx"

const SHOWN_ISSUES = 100

/** What an import would do. */
export function ImportReport({ report }: { readonly report: Report }) {
  const { t, language } = useImportAdminApp()
  const { added, existing, leftOut, ignoredColumns, issues } = report
  const figures = [
    { label: t("import.added"), count: added },
    { label: t("import.existing"), count: existing },
    { label: t("import.left_out"), count: leftOut },
  ]
  return (
    <>
      <dl className="import-figures">
        {figures.map(({ label, count }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatNumber(language, count)}</dd>
          </div>
        ))}
      </dl>
      {existing > 0 && <p className="text-muted">{t("import.existing_note")}</p>}
      {ignoredColumns.length > 0 && (
        <p className="text-muted wrap-anywhere">{t("import.ignored", { columns: ignoredColumns.join(", ") })}</p>
      )}
      {issues.length > 0 && <Issues report={report} />}
      {report.sample.length > 0 && <Sample report={report} />}
    </>
  )
}

function Issues({ report: { issues, issueFile } }: { readonly report: Report }) {
  const { t, language } = useImportAdminApp()
  const number = (count: number) => formatNumber(language, count)
  return (
    <section className="import-part" aria-labelledby="import-issues">
      <h3 id="import-issues">{t("import.issues")}</h3>
      <table className="import-issues">
        <caption className="sr">{t("import.issues")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("import.line")}</th>
            <th scope="col">{t("import.column")}</th>
            <th scope="col">{t("import.problem")}</th>
          </tr>
        </thead>
        <tbody>
          {issues.slice(0, SHOWN_ISSUES).map(({ line, column, message }) => (
            <tr key={`${line} ${column} ${message}`}>
              <th scope="row">{number(line)}</th>
              <td>{column ?? "–"}</td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {issues.length > SHOWN_ISSUES && (
        <p className="small text-muted">
          {t("import.issues_some", { shown: number(SHOWN_ISSUES), count: number(issues.length) })}
        </p>
      )}
      <p>
        <Button look="quiet" compact onClick={() => download(issueFile, "import-issues.csv")}>
          <AdminIcon name="download" />
          {t("import.issues_download")}
        </Button>
      </p>
    </section>
  )
}

const DOWNLOAD_MS = 60_000

function download(content: string, name: string): void {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(new Blob([content], { type: "text/csv" }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_MS)
}

function Sample({ report: { sample } }: { readonly report: Report }) {
  const { t } = useImportAdminApp()
  const factsOf = useFacts()
  return (
    <section className="import-part" aria-labelledby="import-sample">
      <h3 id="import-sample">{t("import.sample")}</h3>
      <ul className="admin-lines">
        {sample.map((member) => (
          <li key={member.line} className="flex-col items-start gap-1">
            <span className="strong wrap-anywhere">{member.name}</span>
            <span className="small text-muted wrap-anywhere">{factsOf(member)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useFacts() {
  const { t, label, language: pageLanguage, timeZone } = useImportAdminApp()
  return ({ email, program, language, joinedAt }: Report["sample"][number]): string =>
    [
      email,
      program && label(PROGRAM_TEXTS, program),
      language && t(`language.${language}`),
      joinedAt && formatDay(pageLanguage, joinedAt, timeZone),
    ]
      .filter(Boolean)
      .join(" · ")
}
