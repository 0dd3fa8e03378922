import type { Language } from "@haitech/contract/languages"
import { routes } from "@haitech/contract/routes"
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react"
import { request } from "#platform/http/request.ts"
import { Button } from "#ui/button.tsx"
import type { Card, CardPayment } from "./card.ts"
import { TestCardFields, type TestCardOption } from "./test-card-fields.tsx"

export const TEST_CARD_TEXTS = [
  "donate.card",
  "donate.test_text",
  "donate.confirm",
  "donate.confirm_yes",
  "donate.confirm_no",
] as const

type Authentication = "passed" | "failed"

interface Props {
  readonly ref: Ref<Card>
  readonly texts: Readonly<Record<(typeof TEST_CARD_TEXTS)[number], string>>
  readonly language: Language
  readonly cards: readonly TestCardOption[]
}

/** The sandbox's card fields (D6). "Needs confirmation" asks here what a bank would ask in a window of its own. */
export function TestCard({ ref, texts, language, cards }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const [question, setQuestion] = useState<{ readonly answer: (authentication: Authentication) => void }>()

  async function pay({ intent: { paymentIntentId: id, clientSecret } }: CardPayment): Promise<string> {
    const cardNumber = host.current?.querySelector<HTMLInputElement>(":checked")?.value ?? ""
    const send = (authentication?: Authentication) =>
      request(routes.paySandboxIntent, { params: { id }, body: { clientSecret, cardNumber, authentication } }, language)
    const first = await send()
    const { status, declineCode } = first.status === "requires_action" ? await send(await ask()) : first
    if (declineCode) throw Object.assign(new Error("Your card was declined."), { decline_code: declineCode })
    return status
  }

  function ask(): Promise<Authentication> {
    return new Promise((resolve) => {
      const answer = (authentication: Authentication) => {
        setQuestion(undefined)
        resolve(authentication)
      }
      setQuestion({ answer })
    })
  }

  useImperativeHandle(ref, () => ({
    check: async () => true,
    pay,
    setGift: () => undefined,
    clear: () => undefined,
  }))
  return (
    <div ref={host} className="grid gap-4">
      <TestCardFields legend={texts["donate.card"]} lead={texts["donate.test_text"]} cards={cards} />
      {question && <Question texts={texts} onAnswer={question.answer} />}
    </div>
  )
}

interface QuestionProps extends Pick<Props, "texts"> {
  readonly onAnswer: (authentication: Authentication) => void
}

function Question({ texts, onAnswer }: QuestionProps) {
  const title = useRef<HTMLParagraphElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="notice caution grid gap-3">
      <p ref={title} className="strong" tabIndex={-1}>
        {texts["donate.confirm"]}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => onAnswer("passed")}>{texts["donate.confirm_yes"]}</Button>
        <Button look="quiet" onClick={() => onAnswer("failed")}>
          {texts["donate.confirm_no"]}
        </Button>
      </div>
    </div>
  )
}
