import type { MembershipRecord } from "@haitech/contract/admin/outreach"
import { LANGUAGES } from "@haitech/contract/languages"
import { routes } from "@haitech/contract/routes"
import { EndNewsletters, MemberNewsletters } from "#features/outreach/admin/member-newsletters.tsx"
import { SentEmails } from "#features/system/admin/sent-emails.tsx"
import { useDeletion } from "#platform/admin/use-deletion.ts"
import { useRecords } from "#platform/admin/use-records.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { PROGRAM_TEXTS } from "#platform/i18n/program-texts.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { Button } from "#ui/button.tsx"
import { Chip } from "#ui/chip.tsx"
import { UndoBar } from "#ui/undo-bar.tsx"
import { RecordsPage } from "./records-page.tsx"

const ROUTES = { list: routes.listMemberships, remove: routes.deleteMembership, restore: routes.restoreMembership }

export function MembershipsPage() {
  const { t, label, language, timeZone } = useAdminApp()
  const records = useRecords(ROUTES.list, { filters: ["program", "language"] })
  const deletion = useDeletion(ROUTES, records, {
    nameOf: ({ name }) => name,
    deleted: (count) => (count === 1 ? t("admin.membership_deleted") : t("admin.memberships_deleted", { count })),
    failed: t("admin.membership_delete_failed"),
  })
  return (
    <>
      <RecordsPage
        title={t("admin.memberships")}
        records={records}
        empty="admin.memberships_empty"
        exportOf={routes.exportMemberships}
        action={
          <AppLink className="admin-tool" to="/memberships/import" title={t("admin.import")}>
            <AdminIcon name="upload" />
            <span className="sr">{t("admin.import")}</span>
          </AppLink>
        }
        filters={[
          {
            name: "program",
            label: t("admin.program"),
            options: Object.entries(PROGRAM_TEXTS).map(([value, text]) => ({ value, label: t(text) })),
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
          chip: program && <Chip>{label(PROGRAM_TEXTS, program)}</Chip>,
        })}
        detail={(member) => (
          <MembershipDetail key={member.id} member={member} onDelete={() => deletion.remove(member.id)} />
        )}
        bulk={[{ key: "Delete", sign: t("admin.delete_key"), label: t("admin.delete"), run: deletion.removeMany }]}
      />
      <UndoBar {...deletion.bar} />
    </>
  )
}

interface DetailProps {
  readonly member: MembershipRecord
  readonly onDelete: () => void
}

function MembershipDetail({ member, onDelete }: DetailProps) {
  const { t, label, language, timeZone } = useAdminApp()
  const { name, email, program, interests, location, newsletters, createdAt, updatedAt, importedAt } = member
  return (
    <>
      <h2>{name}</h2>
      <dl className="admin-facts">
        <dt>{t("form.email")}</dt>
        <dd>
          <a href={`mailto:${email}`}>{email}</a>
        </dd>
        <dt>{t("admin.program")}</dt>
        <dd>{program ? label(PROGRAM_TEXTS, program) : "–"}</dd>
        <dt>{t("admin.language")}</dt>
        <dd>{t(`language.${member.language}`)}</dd>
        <dt>{t("admin.member_newsletters")}</dt>
        <dd>
          <MemberNewsletters newsletters={newsletters} />
        </dd>
        <dt>{t("admin.location")}</dt>
        <dd>{location ?? "–"}</dd>
        <dt>{t("admin.joined")}</dt>
        <dd>{formatWhen(language, createdAt, timeZone).exact}</dd>
        <dt>{t("admin.refreshed")}</dt>
        <dd>{formatWhen(language, updatedAt, timeZone).exact}</dd>
        {importedAt && (
          <>
            <dt>{t("admin.imported")}</dt>
            <dd>{formatWhen(language, importedAt, timeZone).exact}</dd>
          </>
        )}
      </dl>
      {interests && (
        <p className="admin-words" lang={member.language}>
          {interests}
        </p>
      )}
      <SentEmails route={routes.listMembershipEmails} id={member.id} />
      <div className="admin-dock">
        <EndNewsletters id={member.id} newsletters={newsletters} />
        <Button compact look="quiet" className="danger" onClick={onDelete}>
          {t("admin.delete")} <kbd aria-hidden="true">{t("admin.delete_key")}</kbd>
        </Button>
      </div>
    </>
  )
}
