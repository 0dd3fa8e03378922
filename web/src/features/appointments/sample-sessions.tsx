import type { MessageKey } from "#platform/i18n/texts.ts"
import { Chip } from "#ui/chip.tsx"

export const SAMPLE_TEXTS = [
  "home.example",
  "session.sample_coding",
  "session.sample_language",
  "session.sample_career",
] as const satisfies readonly MessageKey[]

const SAMPLES = [
  ["session.book_coding", "session.sample_coding"],
  ["session.book_language", "session.sample_language"],
  ["session.book_career", "session.sample_career"],
] as const

interface Props {
  readonly texts: Readonly<Record<(typeof SAMPLES)[number][0] | (typeof SAMPLE_TEXTS)[number], string>>
}

/** Spec §2, D7: sample sessions, for a member who has none yet. */
export function SampleSessions({ texts }: Props) {
  return (
    <ul className="sample-sessions">
      {SAMPLES.map(([name, when]) => (
        <li key={name}>
          <h3>{texts[name]}</h3>
          <Chip>{texts["home.example"]}</Chip>
          <p className="text-muted">{texts[when]}</p>
        </li>
      ))}
    </ul>
  )
}
