import type { LessonId } from "@haitech/contract/ids"
import { Button } from "#ui/button.tsx"
import { Icon } from "#ui/icon.tsx"
import { RareIcon } from "#ui/rare-icon.tsx"
import { Spinner } from "#ui/spinner.tsx"
import { type HelpState, helpOutbox } from "./help-outbox.ts"
import type { HelpTexts } from "./texts.ts"

interface Props {
  readonly state: HelpState
  readonly texts: HelpTexts
  readonly lessonId: LessonId
  readonly contact: string
}

export function HelpStatus({ state, texts, lessonId, contact }: Props) {
  switch (state.name) {
    case "none":
      return null
    case "refused":
      return (
        <p className="notice failure">
          {texts["help.refused"]} {state.reason}
        </p>
      )
    case "sending":
      return (
        <p className="help-state">
          <Spinner />
          {texts["help.sending"]}
        </p>
      )
    case "waiting":
      return (
        <div className="help-state">
          <RareIcon name="device" />
          <div>
            <p className="strong">{texts["help.waiting_title"]}</p>
            <p>{texts["help.waiting"]}</p>
          </div>
        </div>
      )
    case "sent":
      return (
        <>
          <div className="help-state sent">
            <Icon name="check" />
            <div>
              <p className="strong">{texts["help.sent_title"]}</p>
              <p>{texts["help.sent"]}</p>
            </div>
          </div>
          <form className="help-actions" action={contact}>
            <Button
              type="submit"
              data-action="chat"
              onClick={({ currentTarget }) => currentTarget.closest("dialog")?.close()}
            >
              {texts["help.open_chat"]}
            </Button>
            <Button look="quiet" onClick={() => helpOutbox().askAnother(lessonId)}>
              {texts["help.another"]}
            </Button>
          </form>
        </>
      )
  }
}
