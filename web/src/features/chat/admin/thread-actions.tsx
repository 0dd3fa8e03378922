import type { ChatThread } from "@haitech/contract/admin/chat"
import { type RefObject, useRef, useState } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { formatWhen } from "#platform/i18n/when.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { ConfirmDialog } from "#ui/confirm-dialog.tsx"
import { useChangeThreads, useStaff } from "./api.ts"
import { DeleteThread } from "./delete-thread.tsx"

interface Props {
  readonly thread: ChatThread
  readonly me: string | undefined
  readonly onDelete: (() => void) | undefined
}

export function AdminThreadActions({ thread, me, onDelete }: Props) {
  const { t, showFailure } = useAdminApp()
  const { mutateAsync, isPending, variables } = useChangeThreads()
  const [isBlockDialogOpen, setBlockDialogOpen] = useState(false)
  type Changes = Parameters<typeof mutateAsync>[0]["to"]
  const change = (to: Changes) => void mutateAsync({ ids: [thread.id], to }).catch(showFailure)
  // Only the button of the field that is being changed is busy.
  const isChanging = (field: keyof Changes) => isPending && field in variables.to
  const { userId, state, isBlocked, assignedTo } = thread
  const select = useRef<HTMLSelectElement>(null)
  return (
    <>
      {thread.reportReason !== null && (
        <Report
          thread={thread}
          isBusy={isChanging("isReported")}
          onSettle={() => {
            select.current?.focus()
            change({ isReported: false })
          }}
        />
      )}
      <div className="admin-thread-actions">
        <Assignment
          select={select}
          assignedTo={assignedTo}
          me={me}
          isBusy={isChanging("assignedTo")}
          onAssign={(id) => change({ assignedTo: id })}
        />
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
          onClick={() => setBlockDialogOpen(true)}
        >
          {isBlocked === "true" ? t("admin.thread_unblock") : t("admin.thread_block")}
        </BusyButton>
        {userId === null && onDelete && <DeleteThread thread={thread} onDelete={onDelete} />}
      </div>
      <BlockDialog
        thread={thread}
        isOpen={isBlockDialogOpen}
        onClose={() => setBlockDialogOpen(false)}
        onBlock={(blocked) => change({ isBlocked: blocked })}
      />
    </>
  )
}

interface AssigneeProps {
  readonly select: RefObject<HTMLSelectElement | null>
  readonly assignedTo: ChatThread["assignedTo"]
  readonly isBusy: boolean
  readonly onAssign: (id: string | null) => void
}

function Assignment({ me, ...props }: AssigneeProps & Pick<Props, "me">) {
  const { t } = useAdminApp()
  const { select, assignedTo, isBusy, onAssign } = props
  return (
    <>
      <AssigneeSelect {...props} />
      {me !== undefined && assignedTo?.id !== me && (
        <BusyButton
          look="quiet"
          compact
          isBusy={isBusy}
          onClick={() => {
            // The action removes this button; the select beside it shows the result.
            select.current?.focus()
            onAssign(me)
          }}
        >
          {t("admin.thread_assign_me")}
        </BusyButton>
      )}
    </>
  )
}

function AssigneeSelect({ select, assignedTo, isBusy, onAssign }: AssigneeProps) {
  const { t } = useAdminApp()
  const { data: staff = [] } = useStaff()
  // The assigned administrator may have lost the role since.
  const former = assignedTo && !staff.some(({ id }) => id === assignedTo.id) ? [{ ...assignedTo, isHere: false }] : []
  return (
    <label className="admin-choice">
      <span>{t("admin.thread_assign")}</span>
      <select
        ref={select}
        value={assignedTo?.id ?? ""}
        aria-disabled={isBusy || undefined}
        onChange={({ currentTarget: { value } }) => !isBusy && onAssign(value || null)}
      >
        <option value="">{t("admin.thread_nobody")}</option>
        {[...former, ...staff].map(({ id, name, isHere }) => (
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

function Report({ thread: { reportReason, reportedAt, language: threadLanguage }, isBusy, onSettle }: ReportProps) {
  const { t, language, timeZone } = useAdminApp()
  return (
    <section className="admin-report" aria-label={t("admin.thread_report")}>
      <div>
        <p>
          <strong>{t("admin.thread_report")}</strong>
          {reportedAt && `, ${formatWhen(language, reportedAt, timeZone).exact}`}
        </p>
        <p className="admin-words" lang={threadLanguage}>
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
  readonly onBlock: (isBlocked: boolean) => void
}

function BlockDialog({ thread: { name, isBlocked }, isOpen, onClose, onBlock }: BlockProps) {
  const { t } = useAdminApp()
  const isBlockedNow = isBlocked === "true"
  return (
    <ConfirmDialog
      id="block"
      title={isBlockedNow ? t("admin.thread_unblock_title", { name }) : t("admin.thread_block_title", { name })}
      labels={{
        confirm: isBlockedNow ? t("admin.thread_unblock") : t("admin.thread_block"),
        cancel: t("profile.cancel"),
        close: t("dialog.close"),
      }}
      isDanger={!isBlockedNow}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => onBlock(!isBlockedNow)}
    >
      <p>{isBlockedNow ? t("admin.thread_unblock_about") : t("admin.thread_block_about")}</p>
    </ConfirmDialog>
  )
}
