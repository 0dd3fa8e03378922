import type { MembershipRecord } from "@haitech/contract/admin/outreach"
import { LANGUAGES } from "@haitech/contract/languages"
import type { Program } from "@haitech/contract/outreach"
import { routes } from "@haitech/contract/routes"
import { useRecords } from "#platform/admin/use-records.ts"
import { type AdminText, useAdminApp } from "#platform/app/app.tsx"
import { formatWhen } from "#platform/i18n/when.ts"
import { Chip } from "#ui/chip.tsx"
import { RecordsPage } from "./records-page.tsx"

const PROGRAMS = {
  coding: "program.coding",
  languages: "program.languages",
  mentorship: "program.mentorship",
  community: "program.community",
  general: "program.general",
} as const satisfies Readonly<Record<Program, AdminText>>

export function MembershipsPage() {
  const { t, label, language, timeZone } = useAdminApp()
  const records = useRecords(routes.listMemberships, { filters: ["program", "language"] })
  return (
    <RecordsPage
      title={t("admin.memberships")}
      records={records}
      empty="admin.memberships_empty"
      exportOf={routes.exportMemberships}
      filters={[
        {
          name: "program",
          label: t("admin.program"),
          options: Object.entries(PROGRAMS).map(([value, text]) => ({ value, label: t(text) })),
        },
        {
          name: "language",
          label: t("admin.language"),
          options: LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) })),
        },
      ]}
      sorts={[
        { value: "newest", label: t("admin.newest") },
        { value: "oldest", label: t("admin.oldest") },
        { value: "name", label: t("admin.by_name") },
      ]}
      summaryOf={({ name, email, program, language: memberLanguage, createdAt }) => ({
        who: name,
        about: t(`language.${memberLanguage}`),
        line: email,
        at: formatWhen(language, createdAt, timeZone),
        chip: program && <Chip>{label(PROGRAMS, program)}</Chip>,
      })}
      detail={(member) => <MembershipDetail key={member.id} member={member} />}
    />
  )
}

function MembershipDetail({ member }: { readonly member: MembershipRecord }) {
  const { t, label, language, timeZone } = useAdminApp()
  const { name, email, program, interests, location, createdAt, updatedAt } = member
  return (
    <>
      <h2>{name}</h2>
      <dl className="admin-facts">
        <dt>{t("form.email")}</dt>
        <dd>
          <a href={`mailto:${email}`}>{email}</a>
        </dd>
        <dt>{t("admin.program")}</dt>
        <dd>{program ? label(PROGRAMS, program) : "–"}</dd>
        <dt>{t("admin.language")}</dt>
        <dd>{t(`language.${member.language}`)}</dd>
        <dt>{t("admin.location")}</dt>
        <dd>{location ?? "–"}</dd>
        <dt>{t("admin.joined")}</dt>
        <dd>{formatWhen(language, createdAt, timeZone).exact}</dd>
        <dt>{t("admin.refreshed")}</dt>
        <dd>{formatWhen(language, updatedAt, timeZone).exact}</dd>
      </dl>
      {interests && <p className="admin-words">{interests}</p>}
    </>
  )
}
