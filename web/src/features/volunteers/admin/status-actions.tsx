import type { ApplicationRecord } from "@haitech/contract/admin/volunteers"
import { useState } from "react"
import { useVolunteersAdminApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { STATUSES } from "./labels.ts"
import { type Move, movesOf } from "./moves.ts"
import { StatusDialog } from "./status-dialog.tsx"

interface Props {
  readonly application: ApplicationRecord
  /** The buttons change. */
  readonly onMoved: () => void
}

export function StatusActions({ application, onMoved }: Props) {
  const { t } = useVolunteersAdminApp()
  const [move, setMove] = useState<Move | null>(null)
  const moves = movesOf(application)
  if (moves.length === 0) return null
  return (
    <div className="grid gap-3">
      <div className="admin-chips">
        {moves.map((one, at) => (
          <Button
            key={one.status}
            compact
            look={at === 0 ? "primary" : "quiet"}
            disabled={one.obstacle !== undefined}
            onClick={() => setMove(one)}
          >
            {t(one.label, { status: t(STATUSES[one.status].text) })}
          </Button>
        ))}
      </div>
      {moves.map(
        ({ status, obstacle }) =>
          obstacle && (
            <p key={status} className="notice caution small">
              {t(obstacle)}
            </p>
          ),
      )}
      <StatusDialog application={application} move={move} onClose={() => setMove(null)} onMoved={onMoved} />
    </div>
  )
}
