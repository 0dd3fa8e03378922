import type { SavedReply } from "@haitech/contract/admin/chat"
import { type KeyboardEvent, type MouseEvent, useState } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { foldCase } from "#platform/i18n/fold-case.ts"

/** The part of the field's text that a saved reply replaces: the "/" with what follows it, or nothing at the caret. */
interface TextRange {
  readonly start: number
  readonly end: number
}

interface Search extends TextRange {
  readonly query: string
}

/** A list of saved replies, opened by "/" at the start of a word and filtered by what follows it. */
export function useReplyMenu(replies: readonly SavedReply[], onPick: (reply: SavedReply, range: TextRange) => void) {
  const [search, setSearch] = useState<Search | null>(null)
  const [activeIndex, setActiveIndex] = useState(0)
  const matches = search ? replies.filter(({ title }) => foldCase(title).includes(foldCase(search.query))) : []
  const active = matches[Math.min(activeIndex, matches.length - 1)]
  const show = (next: Search | null) => {
    setSearch(next)
    setActiveIndex(0)
  }
  const pick = (reply: SavedReply) => {
    if (search) onPick(reply, search)
    show(null)
  }
  const move = (step: number) => setActiveIndex((activeIndex + step + matches.length) % matches.length)

  return {
    matches,
    active,
    pick,
    close: () => show(null),
    follow: (field: HTMLTextAreaElement) => show(searchAt(field)),
    toggle(field: HTMLTextAreaElement) {
      field.focus()
      show(search ? null : { start: field.selectionStart, end: field.selectionEnd, query: "" })
    },
    /** Returns whether the menu has used the key. */
    onKeyDown(event: KeyboardEvent): boolean {
      if (!active || event.nativeEvent.isComposing) return false
      const action = {
        ArrowDown: () => move(1),
        ArrowUp: () => move(-1),
        Enter: () => pick(active),
        Tab: () => pick(active),
        Escape: () => show(null),
      }[event.key]
      if (!action) return false
      event.preventDefault()
      action()
      return true
    },
    fieldProps: (listId: string) =>
      active && {
        "aria-controls": listId,
        "aria-autocomplete": "list" as const,
        "aria-activedescendant": `${listId}-${active.id}`,
      },
  }
}

type Menu = ReturnType<typeof useReplyMenu>

export function ReplyMenu({ menu: { matches, active, pick }, id }: { readonly menu: Menu; readonly id: string }) {
  const { t } = useAdminApp()
  return (
    <>
      <p className="sr" role="status">
        {active && t("admin.chat_replies_found", { count: matches.length })}
      </p>
      {active && (
        <div id={id} className="admin-reply-menu" role="listbox" aria-label={t("admin.chat_replies")}>
          {matches.map((reply) => (
            <button
              key={reply.id}
              type="button"
              id={`${id}-${reply.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={reply === active}
              onMouseDown={keepFocus}
              onClick={() => pick(reply)}
            >
              {reply.title}
            </button>
          ))}
        </div>
      )}
    </>
  )
}

/** The field keeps the focus and its caret. */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}

function searchAt({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Search | null {
  if (selectionStart !== selectionEnd) return null
  const [, query] = /(?:^|\s)\/(\S*)$/.exec(value.slice(0, selectionEnd)) ?? []
  return query === undefined ? null : { start: selectionEnd - query.length - 1, end: selectionEnd, query }
}
