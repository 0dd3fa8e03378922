import type { ChatThread, SavedReply } from "@haitech/contract/admin/chat"
import { LANGUAGES, type Language } from "@haitech/contract/languages"
import { useState } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { fill } from "#platform/i18n/fill.ts"
import { Button } from "#ui/button.tsx"
import { useSavedReplies } from "./api.ts"

/** The text of a saved reply in one language, with the visitor's name filled in. */
export interface PickedReply {
  readonly text: string
  readonly language: Language
}

interface Props {
  readonly thread: ChatThread
  readonly onPick: (picked: PickedReply) => void
}

/** Inserts a saved reply, in the visitor's language if it has a text in it. */
export function AdminReplyPicker({ thread, onPick }: Props) {
  const { t } = useAdminApp()
  const { data: replies = [] } = useSavedReplies()
  const [id, setId] = useState("")
  const [inserted, setInserted] = useState<Language>()
  const reply = replies.find((each) => each.id === id)
  if (replies.length === 0) return null
  return (
    <div className="admin-picker">
      <label className="admin-choice">
        <span>{t("admin.chat_reply")}</span>
        <select value={id} onChange={({ currentTarget }) => setId(currentTarget.value)}>
          <option value="">{t("admin.chat_reply_choose")}</option>
          {replies.map((each) => (
            <option key={each.id} value={each.id}>
              {each.title}
            </option>
          ))}
        </select>
      </label>
      <Button
        look="quiet"
        compact
        disabled={!reply}
        onClick={() => {
          const picked = reply && pickLanguage(reply, thread)
          if (!picked) return
          setInserted(picked.language)
          onPick(picked)
        }}
      >
        {t("admin.chat_reply_insert")}
      </Button>
      <p className="small text-muted" role="status">
        {inserted && (
          <>
            {t("admin.chat_reply_inserted")} <span lang={inserted}>{t(`language.${inserted}`)}</span>
          </>
        )}
      </p>
    </div>
  )
}

/** Tries the visitor's language, then English, then the others. */
export function pickLanguage(
  reply: SavedReply,
  { language: threadLanguage, name }: ChatThread,
): PickedReply | undefined {
  const language = [threadLanguage, "en" as const, ...LANGUAGES].find((each) => reply[each])
  const text = language && reply[language]
  return text ? { text: fill(text, { name }), language } : undefined
}
