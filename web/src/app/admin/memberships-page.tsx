import { LANGUAGES } from "@haitech/contract/languages"
import type { MembershipRecord } from "@haitech/contract/office-outreach"
import type { Program } from "@haitech/contract/outreach"
import { type OfficeText, useOffice } from "#platform/app.tsx"
import { useRecords } from "#platform/use-records.ts"
import { whenInWords } from "#platform/when.ts"
import { Chip } from "#ui/chip.tsx"
import { RecordsPage } from "./records-page.tsx"

const PROGRAMS = {
  coding: "program.coding",
  languages: "program.languages",
  mentorship: "program.mentorship",
  community: "program.community",
  general: "program.general",
} as const satisfies Readonly<Record<Program, OfficeText>>

/** §2 "memberships": who joined, for which program, and in which language they are written to. */
export function MembershipsPage() {
  const { t, language, timeZone } = useOffice()
  const records = useRecords<MembershipRecord>("/api/admin/memberships", { filters: ["program", "language"] })
  return (
    <RecordsPage
      title={t("office.memberships")}
      records={records}
      empty="office.memberships_empty"
      exportOf="/api/admin/memberships/export"
      filters={[
        {
          name: "program",
          label: t("office.program"),
          options: Object.entries(PROGRAMS).map(([value, text]) => ({ value, label: t(text) })),
        },
        {
          name: "language",
          label: t("office.language"),
          options: LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) })),
        },
      ]}
      sorts={[
        { value: "newest", label: t("office.newest") },
        { value: "oldest", label: t("office.oldest") },
        { value: "name", label: t("office.by_name") },
      ]}
      words={({ name, email, program, language: written, createdAt }) => ({
        who: name,
        about: t(`language.${written}`),
        line: email,
        at: whenInWords(language, createdAt, timeZone),
        chip: program && <Chip>{t(PROGRAMS[program])}</Chip>,
      })}
      detail={(member) => <Member key={member.id} member={member} />}
    />
  )
}

function Member({ member }: { readonly member: MembershipRecord }) {
  const { t, language, timeZone } = useOffice()
  const { name, email, program, interests, location, createdAt, updatedAt } = member
  return (
    <>
      <h2>{name}</h2>
      <dl className="office-facts">
        <dt>{t("form.email")}</dt>
        <dd>
          <a href={`mailto:${email}`}>{email}</a>
        </dd>
        <dt>{t("office.program")}</dt>
        <dd>{program ? t(PROGRAMS[program]) : "–"}</dd>
        <dt>{t("office.language")}</dt>
        <dd>{t(`language.${member.language}`)}</dd>
        <dt>{t("office.location")}</dt>
        <dd>{location ?? "–"}</dd>
        <dt>{t("office.joined")}</dt>
        <dd>{whenInWords(language, createdAt, timeZone).exact}</dd>
        <dt>{t("office.refreshed")}</dt>
        <dd>{whenInWords(language, updatedAt, timeZone).exact}</dd>
      </dl>
      {interests && <p className="office-words">{interests}</p>}
    </>
  )
}
