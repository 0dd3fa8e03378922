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

/** The fragment that the round button loads: the server-rendered panel, still hidden. */
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
