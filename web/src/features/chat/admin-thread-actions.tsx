import type { ChatThread } from "@haitech/contract/admin/chat"
import { type RefObject, useRef, useState } from "react"
import { useAdminApp } from "#platform/app.tsx"
import { formatWhen } from "#platform/when.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useChangeThreads, useStaff } from "./admin-api.ts"

interface Props {
  readonly thread: ChatThread
  readonly me: string | undefined
}

/** Whose a thread is, whether it is done, and whether its visitor may write. */
export function AdminThreadActions({ thread, me }: Props) {
  const { t, showFailure } = useAdminApp()
  const { mutateAsync, isPending, variables } = useChangeThreads()
  const [isAsking, setAsking] = useState(false)
  type To = Parameters<typeof mutateAsync>[0]["to"]
  const change = (to: To) => void mutateAsync({ ids: [thread.id], to }).catch(showFailure)
  // What is being changed waits; whoever goes on to something else does not.
  const isChanging = (what: keyof To) => isPending && what in variables.to
  const { state, isBlocked, assignedTo } = thread
  const choice = useRef<HTMLSelectElement>(null)
  return (
    <>
      {thread.reportReason !== null && (
        <Report
          thread={thread}
          isBusy={isChanging("isReported")}
          onSettle={() => {
            choice.current?.focus()
            change({ isReported: false })
          }}
        />
      )}
      <div className="admin-thread-actions">
        <Assign
          choice={choice}
          assignedTo={assignedTo}
          isBusy={isChanging("assignedTo")}
          onAssign={(id) => change({ assignedTo: id })}
        />
        {me !== undefined && assignedTo?.id !== me && (
          <BusyButton
            look="quiet"
            compact
            isBusy={isChanging("assignedTo")}
            onClick={() => {
              // It goes away with what it did; the choice beside it says what that was.
              choice.current?.focus()
              change({ assignedTo: me })
            }}
          >
            {t("admin.thread_assign_me")}
          </BusyButton>
        )}
        <BusyButton
          look="quiet"
          compact
          isBusy={isChanging("state")}
          onClick={() => change({ state: state === "done" ? "open" : "done" })}
        >
          {state === "done" ? t("admin.thread_reopen") : t("admin.mark_done")}
        </BusyButton>
        <BusyButton
          look="quiet"
          compact
          className={isBlocked === "true" ? "" : "danger"}
          isBusy={isChanging("isBlocked")}
          onClick={() => setAsking(true)}
        >
          {isBlocked === "true" ? t("admin.thread_unblock") : t("admin.thread_block")}
        </BusyButton>
      </div>
      <BlockDialog
        thread={thread}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onBlock={(blocked) => change({ isBlocked: blocked })}
      />
    </>
  )
}

interface AssignProps {
  readonly choice: RefObject<HTMLSelectElement | null>
  readonly assignedTo: ChatThread["assignedTo"]
  readonly isBusy: boolean
  readonly onAssign: (id: string | null) => void
}

function Assign({ choice, assignedTo, isBusy, onAssign }: AssignProps) {
  const { t } = useAdminApp()
  const { data: staff = [] } = useStaff()
  // Whoever has it may have left the office since.
  const known = assignedTo && !staff.some(({ id }) => id === assignedTo.id) ? [{ ...assignedTo, isHere: false }] : []
  return (
    <label className="admin-choice">
      <span>{t("admin.thread_assign")}</span>
      <select
        ref={choice}
        value={assignedTo?.id ?? ""}
        aria-disabled={isBusy || undefined}
        onChange={({ currentTarget: { value } }) => !isBusy && onAssign(value || null)}
      >
        <option value="">{t("admin.thread_nobody")}</option>
        {[...known, ...staff].map(({ id, name, isHere }) => (
          <option key={id} value={id}>
            {isHere ? t("admin.thread_here", { name }) : name}
          </option>
        ))}
      </select>
    </label>
  )
}

interface ReportProps {
  readonly thread: ChatThread
  readonly isBusy: boolean
  readonly onSettle: () => void
}

function Report({ thread: { reportReason, reportedAt, language: written }, isBusy, onSettle }: ReportProps) {
  const { t, language, timeZone } = useAdminApp()
  return (
    <section className="admin-report" aria-label={t("admin.thread_report")}>
      <div>
        <p>
          <strong>{t("admin.thread_report")}</strong>
          {reportedAt && `, ${formatWhen(language, reportedAt, timeZone).exact}`}
        </p>
        <p className="admin-words" lang={written}>
          {reportReason}
        </p>
      </div>
      <BusyButton look="quiet" compact isBusy={isBusy} onClick={onSettle}>
        {t("admin.thread_settle")}
      </BusyButton>
    </section>
  )
}

interface BlockProps {
  readonly thread: ChatThread
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onBlock: (blocked: boolean) => void
}

/** Says what it does before it is done: it shuts a person out. */
function BlockDialog({ thread: { name, isBlocked }, isOpen, onClose, onBlock }: BlockProps) {
  const { t } = useAdminApp()
  const isOut = isBlocked === "true"
  return (
    <Dialog
      id="block"
      title={isOut ? t("admin.thread_unblock_title", { name }) : t("admin.thread_block_title", { name })}
      closeLabel={t("dialog.close")}
      {...useModal(isOpen, onClose)}
    >
      <p className="mt-3 text-muted">{isOut ? t("admin.thread_unblock_about") : t("admin.thread_block_about")}</p>
      <p className="mt-6 flex flex-wrap gap-3">
        <Button
          className={isOut ? "" : "danger"}
          onClick={() => {
            onClose()
            onBlock(!isOut)
          }}
        >
          {isOut ? t("admin.thread_unblock") : t("admin.thread_block")}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t("profile.cancel")}
        </Button>
      </p>
    </Dialog>
  )
}
