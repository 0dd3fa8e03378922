import { CHAT_LENGTH, CHAT_ROWS, REPORT_LENGTH } from "@haitech/contract/chat"
import { EMAIL_LENGTH, NAME_LENGTH } from "@haitech/contract/text"
import { CHAT_TEXTS } from "#platform/chat-texts.ts"
import { Island } from "#platform/island.tsx"
import { usePage } from "#platform/page.tsx"
import { pick } from "#platform/texts.ts"
import { ChatPanel } from "./chat-panel.tsx"

const LENGTHS = {
  name: NAME_LENGTH,
  email: EMAIL_LENGTH,
  message: CHAT_LENGTH,
  reason: REPORT_LENGTH,
  rows: CHAT_ROWS,
}

/** What a tap on the round button fetches: the panel, still hidden, at its first sight. */
export function ChatFragment() {
  const { t, language, site } = usePage()
  return (
    <div id="chat">
      <Island
        of={ChatPanel}
        when="interaction"
        props={{ texts: pick(t, CHAT_TEXTS), language, timeZone: site.timeZone, lengths: LENGTHS }}
      />
    </div>
  )
}
