import type { ChatThread, SavedReply } from "@haitech/contract/admin/chat"
import { LANGUAGES, type Language } from "@haitech/contract/languages"
import { useState } from "react"
import { useAdminApp } from "#platform/app.tsx"
import { fill } from "#platform/i18n.ts"
import { Button } from "#ui/button.tsx"
import { useSavedReplies } from "./admin-api.ts"

/** A saved reply in one of its languages, with the visitor's name in it. */
export interface Picked {
  readonly text: string
  readonly language: Language
}

interface Props {
  readonly thread: ChatThread
  readonly onPick: (picked: Picked) => void
}

/** Answers that are given often, in the visitor's language where somebody has written them in it. */
export function AdminReplyPicker({ thread, onPick }: Props) {
  const { t } = useAdminApp()
  const { data: replies = [] } = useSavedReplies()
  const [id, setId] = useState("")
  const [inserted, setInserted] = useState<Language>()
  const reply = replies.find((one) => one.id === id)
  if (replies.length === 0) return null
  return (
    <div className="admin-picker">
      <label className="admin-choice">
        <span>{t("admin.chat_reply")}</span>
        <select value={id} onChange={({ currentTarget }) => setId(currentTarget.value)}>
          <option value="">{t("admin.chat_reply_choose")}</option>
          {replies.map((one) => (
            <option key={one.id} value={one.id}>
              {one.title}
            </option>
          ))}
        </select>
      </label>
      <Button
        look="quiet"
        compact
        disabled={!reply}
        onClick={() => {
          const picked = reply && inLanguage(reply, thread)
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

/** The visitor's language first, then English, then whatever there is. */
function inLanguage(reply: SavedReply, { language: wanted, name }: ChatThread): Picked | undefined {
  const language = [wanted, "en" as const, ...LANGUAGES].find((one) => reply[one])
  const text = language && reply[language]
  return text ? { text: fill(text, { name }), language } : undefined
}
