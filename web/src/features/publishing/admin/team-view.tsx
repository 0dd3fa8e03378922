import type { TeamRecord } from "@haitech/contract/admin/publishing"
import { useAdminApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { Portrait } from "#ui/portrait.tsx"
import { AdminRecordView } from "./record-actions.tsx"
import type { useTeamOrder } from "./team-order.tsx"

interface Props {
  readonly member: TeamRecord
  readonly order: ReturnType<typeof useTeamOrder>
  readonly onEdit: () => void
  readonly onDelete: () => void
}

export function AdminTeamView({ member, order, onEdit, onDelete }: Props) {
  const { t } = useAdminApp()
  const { name, role, bio, imageUrl, linkedinUrl, twitterUrl, githubUrl } = member
  const links = [
    { label: t("admin.linkedin"), href: linkedinUrl },
    { label: t("admin.twitter"), href: twitterUrl },
    { label: t("admin.github"), href: githubUrl },
  ]
  return (
    <AdminRecordView updatedAt={member.updatedAt} onEdit={onEdit} onDelete={onDelete}>
      <Portrait name={name} imageUrl={imageUrl} size={128} />
      <h2 className="text-[1.375rem]">{name}</h2>
      <p className="text-muted">{role}</p>
      <p className="admin-text">{bio}</p>
      <ul className="admin-links">
        {links.map(
          ({ label, href }) =>
            href && (
              <li key={label}>
                <a className="more" href={href} target="_blank" rel="noopener noreferrer">
                  {label}
                </a>
              </li>
            ),
        )}
      </ul>
      {order.isOn && <OrderControls id={member.id} order={order} />}
    </AdminRecordView>
  )
}

function OrderControls({ id, order }: { readonly id: string; readonly order: Props["order"] }) {
  const { t } = useAdminApp()
  const index = order.indexOf(id)
  return (
    <div className="admin-places">
      {/* At either end a button is only `aria-disabled`, because `disabled` would lose the focus. */}
      <p className="small text-muted">{t("admin.place", { place: index + 1, count: order.count })}</p>
      <Button compact look="quiet" aria-disabled={index <= 0} onClick={() => order.move(id, -1)}>
        {t("admin.move_up")} <kbd aria-hidden="true">Alt ↑</kbd>
      </Button>
      <Button compact look="quiet" aria-disabled={index >= order.count - 1} onClick={() => order.move(id, 1)}>
        {t("admin.move_down")} <kbd aria-hidden="true">Alt ↓</kbd>
      </Button>
    </div>
  )
}
