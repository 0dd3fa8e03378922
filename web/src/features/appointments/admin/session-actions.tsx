import type { AppointmentRecord } from "@haitech/contract/admin/appointments"
import { useId, useState } from "react"
import { type AdminText, useAdminApp } from "#platform/app/app.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button, buttonClass } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { Icon } from "#ui/icon.tsx"
import { useModal } from "#ui/use-modal.ts"
import type { AppointmentStatus } from "./api.ts"
import { startOf } from "./entries.ts"
import { TimeForm } from "./time-form.tsx"
import { useSessionChange } from "./use-session-change.ts"

interface Props {
  readonly session: AppointmentRecord
  readonly now: Date
  /** The few actions of a card; the open session has all. */
  readonly isCard?: boolean
}

/** The last states, which nobody can take back: each has a dialog that asks first. */
const FINAL = {
  declined: { label: "admin.session_decline", title: "admin.session_decline_title", about: "admin.session_tells" },
  cancelled: { label: "admin.session_cancel", title: "admin.session_cancel_title", about: "admin.session_tells" },
  completed: { label: "admin.session_complete", title: "admin.session_complete_title", about: "admin.session_final" },
  no_show: { label: "admin.session_miss", title: "admin.session_miss_title", about: "admin.session_final" },
} as const satisfies Readonly<Record<string, Readonly<Record<"label" | "title" | "about", AdminText>>>>

type Final = keyof typeof FINAL

/** What D5 allows in the session's state. It takes place, or not, once it has begun. */
export function SessionActions({ session, now, isCard = false }: Props) {
  const { t } = useAdminApp()
  const [open, setOpen] = useState<Final | "time" | null>(null)
  const { change, isChanging } = useSessionChange(session)
  const close = () => setOpen(null)
  const { status, studentEmail, studentName } = session
  const isOpen = status === "pending" || status === "approved"
  return (
    <div className="session-actions">
      {status === "pending" && (
        <BusyButton
          compact
          data-approve={session.id}
          isBusy={isChanging("status", "approved")}
          onClick={() => void change({ status: "approved" })}
        >
          <Icon name="check" />
          {t("admin.session_approve")}
        </BusyButton>
      )}
      {isOpen && (
        <Button look="quiet" compact onClick={() => setOpen("time")}>
          {t("admin.session_other_time")}
        </Button>
      )}
      {finalStates(session, now, isCard).map((state) => (
        <Button key={state} look="quiet" compact onClick={() => setOpen(state)}>
          {t(FINAL[state].label)}
        </Button>
      ))}
      {(!isCard || !isOpen) && (
        <a className={buttonClass("quiet", true)} href={`mailto:${studentEmail}`}>
          {t("admin.contact_student")} <span className="sr">{studentName}</span>
        </a>
      )}
      <ActionDialog session={session} open={open} onClose={close} onFinal={(state) => void change({ status: state })} />
    </div>
  )
}

function finalStates(session: AppointmentRecord, now: Date, isCard: boolean): readonly Final[] {
  if (session.status === "pending") return isCard ? ["declined"] : ["declined", "cancelled"]
  if (session.status !== "approved") return []
  return Date.parse(startOf(session)) <= now.getTime() ? ["completed", "no_show", "cancelled"] : ["cancelled"]
}

interface DialogProps {
  readonly session: AppointmentRecord
  readonly open: Final | "time" | null
  readonly onClose: () => void
  readonly onFinal: (state: AppointmentStatus) => void
}

function ActionDialog({ session, open, onClose, onFinal }: DialogProps) {
  const { t } = useAdminApp()
  const id = useId()
  const { studentName: name } = session
  const final = open === null || open === "time" ? null : FINAL[open]
  return (
    <Dialog
      id={id}
      title={final ? t(final.title, { name }) : t("admin.session_time_title", { name })}
      closeLabel={t("dialog.close")}
      {...useModal(open !== null, onClose)}
    >
      {open === "time" && <TimeForm session={session} onDone={onClose} />}
      {open !== null && open !== "time" && (
        <>
          <p className="mt-3 text-muted">{t(FINAL[open].about)}</p>
          <p className="mt-6 flex flex-wrap gap-3">
            <Button
              className={open === "completed" ? "" : "danger"}
              onClick={() => {
                onClose()
                onFinal(open)
              }}
            >
              {t(FINAL[open].label)}
            </Button>
            <Button look="quiet" onClick={onClose}>
              {t("admin.session_keep")}
            </Button>
          </p>
        </>
      )}
    </Dialog>
  )
}
