import type { ChatThread } from "@haitech/contract/admin/chat"
import { type KeyboardEvent, useId, useRef, useState } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { Button } from "#ui/button.tsx"
import { FieldError } from "#ui/field-frame.tsx"
import { useSavedReplies } from "./api.ts"
import { keepFocus, ReplyMenu, useReplyMenu } from "./reply-menu.tsx"
import { type PickedReply, pickLanguage } from "./reply-picker.tsx"
import { RemainingLength, useResponse } from "./response.tsx"
import type { Conversation } from "./state.ts"

interface Props {
  readonly thread: ChatThread
  readonly conversation: Conversation
}

/** The reply field under a conversation. "/" offers the saved replies. */
export function AdminComposer({ thread, conversation }: Props) {
  const { t } = useAdminApp()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [language, setLanguage] = useState<PickedReply["language"]>()
  const { message, write, error, isSending, form } = useResponse(thread, conversation, () => setLanguage(undefined))
  const { data: replies = [] } = useSavedReplies()
  const menu = useReplyMenu(replies, (reply, { start, end }) => {
    const picked = pickLanguage(reply, thread)
    if (!picked || !field.current) return
    field.current.setRangeText(picked.text, start, end, "end")
    field.current.focus()
    write(field.current.value)
    setLanguage(picked.language)
  })
  return (
    <form className="admin-composer" {...form}>
      <ReplyMenu menu={menu} id={`${id}-replies`} />
      <label className="sr" htmlFor={id}>
        {t("admin.reply_label")}
      </label>
      {/* Read-only instead of disabled while it is sent, so that the field keeps the caret. */}
      <textarea
        ref={field}
        id={id}
        data-reply={thread.id}
        name="message"
        rows={2}
        required
        readOnly={isSending}
        lang={language}
        placeholder={t("admin.respond_title", { name: thread.name })}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        {...menu.fieldProps(`${id}-replies`)}
        value={message}
        onChange={({ currentTarget }) => {
          write(currentTarget.value)
          menu.follow(currentTarget)
        }}
        onBlur={menu.close}
        onKeyDown={(event) => menu.onKeyDown(event) || onFieldKey(event)}
      />
      {error && <FieldError id={id} text={error} />}
      <div className="admin-composer-tools">
        {replies.length > 0 && <ReplyButton onToggle={() => field.current && menu.toggle(field.current)} />}
        <RemainingLength length={message.trim().length} />
        <Button type="submit" compact className="ml-auto" disabled={isSending}>
          {isSending ? t("admin.reply_sending") : t("admin.respond_submit")}
        </Button>
      </div>
    </form>
  )
}

function ReplyButton({ onToggle }: { readonly onToggle: () => void }) {
  const { t } = useAdminApp()
  return (
    <button type="button" className="admin-tool named" onMouseDown={keepFocus} onClick={onToggle}>
      <AdminIcon name="replies" />
      <span>{t("admin.chat_reply")}</span>
      <kbd aria-hidden="true">/</kbd>
    </button>
  )
}

/** Focuses the composer of a conversation that is being opened. */
export function focusComposer(threadId: string, tries = 40): void {
  const field = document.querySelector<HTMLElement>(`[data-reply="${CSS.escape(threadId)}"]`)
  if (field) field.focus()
  else if (tries > 0) setTimeout(() => focusComposer(threadId, tries - 1), 50)
}

function onFieldKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { key, currentTarget } = event
  if (key === "Escape") focusOpenRow(currentTarget)
  if (!isSendKey(event)) return
  event.preventDefault()
  currentTarget.form?.requestSubmit()
}

/** Enter sends where there is a keyboard; a touch keyboard has no Shift+Enter, so there Enter starts a new line. */
function isSendKey({ key, shiftKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  if (key !== "Enter" || nativeEvent.isComposing) return false
  return ctrlKey || metaKey || (!shiftKey && matchMedia("(pointer: fine)").matches)
}

/** Leaves the field, so that the single keys of the list work again. */
function focusOpenRow(field: HTMLElement): void {
  const row = document.querySelector<HTMLElement>("[data-record][aria-current]")
  if (row?.checkVisibility()) row.focus()
  else field.blur()
}
