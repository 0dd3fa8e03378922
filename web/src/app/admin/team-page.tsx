import type { TeamRecord } from "@haitech/contract/office-publishing"
import { OfficeAddButton } from "#features/publishing/office-record-acts.tsx"
import { useEditing } from "#features/publishing/office-state.ts"
import { OfficeTeamForm } from "#features/publishing/office-team-form.tsx"
import { OfficeHandle, OfficeOrderSaid, useTeamOrder } from "#features/publishing/office-team-order.tsx"
import { OfficeTeamView } from "#features/publishing/office-team-view.tsx"
import { useOffice } from "#platform/app.tsx"
import { useDeletion } from "#platform/use-deletion.ts"
import { useRecords } from "#platform/use-records.ts"
import { Chip } from "#ui/chip.tsx"
import { UndoBar } from "#ui/undo-bar.tsx"
import { RecordsPage } from "./records-page.tsx"

/** §2 /admin, "team": who is shown on the site, in which order. */
export function TeamPage() {
  const { t } = useOffice()
  const records = useRecords<TeamRecord>("/api/admin/team")
  const editing = useEditing(records)
  const deletion = useDeletion("team", records, {
    nameOf: ({ name }) => name,
    deleted: () => t("office.team_deleted"),
    failed: t("office.team_delete_failed"),
  })
  const order = useTeamOrder(records)
  const { target } = editing
  return (
    <>
      <RecordsPage
        title={t("office.team")}
        records={records}
        empty="office.team_empty"
        onAdd={editing.add}
        words={({ name, role, bio }) => ({
          who: name,
          line: bio,
          chip: (
            <>
              <span className="office-role">
                <Chip>{role}</Chip>
              </span>
              {order.isOn && <OfficeHandle />}
            </>
          ),
        })}
        action={
          <>
            <OfficeAddButton label={t("office.team_add")} onAdd={editing.add} />
            {!order.isWhole && <p className="office-order-note">{t("office.order_not_whole")}</p>}
          </>
        }
        keys={{ n: editing.add, e: editing.edit, Delete: deletion.remove }}
        detail={(member) => (
          <OfficeTeamView
            member={member}
            order={order}
            onEdit={() => editing.edit(member.id)}
            onDelete={() => deletion.remove(member.id)}
          />
        )}
      />
      <OfficeOrderSaid said={order.said} />
      <UndoBar {...deletion.bar} />
      {target && (
        <OfficeTeamForm
          key={target.record?.id ?? "new"}
          record={target.record}
          onClose={editing.close}
          onSaved={editing.saved}
        />
      )}
    </>
  )
}
