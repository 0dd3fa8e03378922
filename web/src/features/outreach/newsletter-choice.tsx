import type { Language } from "@haitech/contract/languages"
import type { NewsletterChoice, NewsletterTopic } from "@haitech/contract/newsletters"
import { type FormEvent, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { explainFailure } from "#platform/http/explain-failure.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { TOPIC_TEXTS } from "#platform/i18n/topic-texts.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { Checkbox, FieldSet } from "#ui/choice.tsx"
import { Notice } from "#ui/notice.tsx"
import { LinkState } from "#ui/page-states.tsx"
import { useNewsletterChoice } from "./use-newsletter-choice.ts"

export const NEWSLETTER_CHOICE_TEXTS = [
  "newsletters.link",
  "newsletters.loading",
  "newsletters.failed",
  "newsletters.topics",
  "newsletters.save",
  "newsletters.leave",
  "newsletters.saved",
  "newsletters.left",
  "newsletters.bounced",
  "newsletters.removed",
  "newsletter_topic.programs",
  "newsletter_topic.events",
  "newsletter_topic.stories",
  "newsletter_topic.giving",
  "problem.newsletter_link.expired",
  "error.retry",
  "donate.write",
  "session.not_done",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof NEWSLETTER_CHOICE_TEXTS)[number], string>>
  readonly language: Language
  readonly contactPage: string
}

const ALL = Object.keys(TOPIC_TEXTS) as NewsletterTopic[]

/** What a member gets, without signing in. Opening the link changes nothing: only the buttons do. */
export function NewsletterChoiceCard({ texts, language, contactPage }: Props) {
  const { view, retry, save } = useNewsletterChoice(language)
  if (view.state !== "shown") {
    const linkTexts = {
      loading: texts["newsletters.loading"],
      failed: texts["newsletters.failed"],
      retry: texts["error.retry"],
      unknown: texts["problem.newsletter_link.expired"],
      noLink: texts["newsletters.link"],
      write: texts["donate.write"],
    }
    return <LinkState view={view} texts={linkTexts} contactPage={contactPage} onRetry={retry} />
  }
  return <ChoiceForm {...{ texts, language, save }} choice={view.choice} />
}

const ENDS: Readonly<Record<string, "newsletters.left" | "newsletters.bounced" | "newsletters.removed">> = {
  left: "newsletters.left",
  bounced: "newsletters.bounced",
  removed: "newsletters.removed",
}

interface FormProps extends Pick<Props, "texts" | "language"> {
  readonly choice: NewsletterChoice
  readonly save: (topics: readonly NewsletterTopic[]) => Promise<void>
}

/** Somebody who gets none begins with nothing ticked. */
function ChoiceForm({ texts, language, choice, save }: FormProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaved, setSaved] = useState(false)
  const [busy, setBusy] = useState<"save" | "leave" | null>(null)
  const outcome = useRef<HTMLDivElement>(null)
  const chosen: readonly string[] = choice.ended ? [] : choice.topics
  async function send(which: "save" | "leave", topics: readonly NewsletterTopic[]) {
    setBusy(which)
    const reason = await save(topics).then(
      () => null,
      (error: unknown) => explainFailure(error, language),
    )
    flushSync(() => {
      setBusy(null)
      setFailure(reason)
      setSaved(reason === null)
    })
    outcome.current?.focus()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const input = new FormData(event.currentTarget)
    if (!busy)
      void send(
        "save",
        ALL.filter((topic) => input.has(topic)),
      )
  }
  const end = choice.ended ? ENDS[choice.ended] : undefined
  return (
    <form className="grid gap-6" onSubmit={submit}>
      <div ref={outcome} tabIndex={-1} className="outline-none empty:hidden">
        <Outcome {...{ texts, failure, isSaved, end }} />
      </div>
      <FieldSet key={chosen.join()} legend={texts["newsletters.topics"]}>
        {ALL.map((topic) => (
          <Checkbox
            key={topic}
            name={topic}
            label={texts[TOPIC_TEXTS[topic]]}
            defaultChecked={chosen.includes(topic)}
          />
        ))}
      </FieldSet>
      <div className="flex flex-wrap gap-3">
        <BusyButton type="submit" isBusy={busy === "save"}>
          {texts["newsletters.save"]}
        </BusyButton>
        {choice.ended !== "left" && (
          <BusyButton look="quiet" isBusy={busy === "leave"} onClick={() => void (busy || send("leave", []))}>
            {texts["newsletters.leave"]}
          </BusyButton>
        )}
      </div>
    </form>
  )
}

interface OutcomeProps extends Pick<Props, "texts"> {
  readonly failure: string | null
  readonly isSaved: boolean
  readonly end: (typeof ENDS)[string] | undefined
}

function Outcome({ texts, failure, isSaved, end }: OutcomeProps) {
  if (failure)
    return (
      <Notice failed>
        {texts["session.not_done"]} {failure}
      </Notice>
    )
  if (end) return <Notice failed={false}>{texts[end]}</Notice>
  return isSaved && <Notice failed={false}>{texts["newsletters.saved"]}</Notice>
}
