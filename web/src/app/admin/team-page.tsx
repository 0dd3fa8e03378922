import { AdminAddButton } from "#features/publishing/admin/record-actions.tsx"
import { AdminTeamForm, TEAM_ROUTES } from "#features/publishing/admin/team-form.tsx"
import { AdminHandle, AdminOrderStatus, useTeamOrder } from "#features/publishing/admin/team-order.tsx"
import { AdminTeamView } from "#features/publishing/admin/team-view.tsx"
import { useDeletion } from "#platform/admin/use-deletion.ts"
import { useEditing } from "#platform/admin/use-editing.ts"
import { useRecords } from "#platform/admin/use-records.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { Chip } from "#ui/chip.tsx"
import { UndoBar } from "#ui/undo-bar.tsx"
import { RecordsPage } from "./records-page.tsx"

export function TeamPage() {
  const { t } = useAdminApp()
  const records = useRecords(TEAM_ROUTES.list)
  const editing = useEditing(records)
  const deletion = useDeletion(TEAM_ROUTES, records, {
    nameOf: ({ name }) => name,
    deleted: () => t("admin.team_deleted"),
    failed: t("admin.team_delete_failed"),
  })
  const order = useTeamOrder(records)
  const { target } = editing
  return (
    <>
      <RecordsPage
        title={t("admin.team")}
        records={records}
        empty="admin.team_empty"
        onAdd={editing.add}
        summaryOf={({ name, role, bio }) => ({
          who: name,
          line: bio,
          chip: (
            <>
              <span className="admin-role">
                <Chip>{role}</Chip>
              </span>
              {order.isOn && <AdminHandle />}
            </>
          ),
        })}
        action={<AdminAddButton label={t("admin.team_add")} onAdd={editing.add} />}
        strip={!order.isWhole && <p className="admin-strip">{t("admin.order_not_whole")}</p>}
        keys={{ n: editing.add, e: editing.edit, Delete: deletion.remove }}
        detail={(member) => (
          <AdminTeamView
            member={member}
            order={order}
            onEdit={() => editing.edit(member.id)}
            onDelete={() => deletion.remove(member.id)}
          />
        )}
      />
      <AdminOrderStatus status={order.status} />
      <UndoBar {...deletion.bar} />
      {target && (
        <AdminTeamForm
          key={target.record?.id ?? "new"}
          record={target.record}
          onClose={editing.close}
          onSaved={editing.saved}
        />
      )}
    </>
  )
}
