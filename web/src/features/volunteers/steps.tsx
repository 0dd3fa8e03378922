import { entryOf } from "#platform/i18n/entry-of.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Icon } from "#ui/icon.tsx"

export const STEPS_TEXTS = [
  "application.steps",
  "application.step_done",
  "application.step_now",
  "application.status_new",
  "application.status_interview",
  "application.status_screening",
  "application.status_training",
  "application.status_active",
  "application.status_paused",
  "application.status_alumni",
  "application.status_declined",
] as const satisfies readonly MessageKey[]

type StepText = Extract<(typeof STEPS_TEXTS)[number], `application.status_${string}`>

const PATH: readonly StepText[] = [
  "application.status_new",
  "application.status_interview",
  "application.status_screening",
  "application.status_training",
]

/** The steps that were or will be, and which of them is now. Nobody says after which one an application was declined. */
const STEPS: Readonly<Record<string, { readonly steps: readonly StepText[]; readonly now: number }>> = {
  new: { steps: [...PATH, "application.status_active"], now: 0 },
  interview: { steps: [...PATH, "application.status_active"], now: 1 },
  screening: { steps: [...PATH, "application.status_active"], now: 2 },
  training: { steps: [...PATH, "application.status_active"], now: 3 },
  active: { steps: [...PATH, "application.status_active"], now: 4 },
  paused: { steps: [...PATH, "application.status_paused"], now: 4 },
  alumni: { steps: [...PATH, "application.status_alumni"], now: 4 },
  declined: { steps: ["application.status_new", "application.status_declined"], now: 1 },
}

interface Props {
  readonly texts: Readonly<Record<(typeof STEPS_TEXTS)[number], string>>
  readonly status: string
}

export function Steps({ texts, status }: Props) {
  const known = entryOf(STEPS, status)
  if (!known) return null
  const { steps, now } = known
  return (
    <ol className="application-steps" aria-label={texts["application.steps"]}>
      {steps.map((step, index) => (
        <li
          key={step}
          data-state={index < now ? "done" : index === now ? "now" : undefined}
          aria-current={index === now ? "step" : undefined}
        >
          <span className="application-dot" aria-hidden="true">
            {index < now ? <Icon name="check" /> : index + 1}
          </span>
          <span>
            {texts[step]}
            {index <= now && <span className="sr"> {texts[`application.step_${index < now ? "done" : "now"}`]}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
