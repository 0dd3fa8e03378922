import type { AchievementCode } from "@haitech/contract/achievements"
import type { ReactNode } from "react"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { Medal, type MedalSymbol } from "#ui/medal.tsx"

const SYMBOLS: Readonly<Record<AchievementCode, MedalSymbol>> = {
  first_steps: "house",
  code_explorer: "code",
  polyglot: "speech",
  ten_lessons: "book",
  fifty_lessons: "ridges",
  course_finished: "sun",
  three_courses: "hibiscus",
  second_try: "heart",
  good_memory: "mail",
  sharp_eye: "lost",
  steady_week: "clock",
  steady_month: "clock",
  all_round: "globe",
  two_tongues: "people",
}

interface Props {
  readonly code: string
  readonly title: string
  readonly about: string
  readonly isEarned?: boolean
  readonly children?: ReactNode
}

export function AchievementCard({ code, title, about, isEarned = false, children }: Props) {
  return (
    <li className="card learning-medal">
      <Medal symbol={entryOf(SYMBOLS, code) ?? "sun"} className={isEarned ? "lit" : ""} />
      <div>
        <h3>{title}</h3>
        <p className="small text-muted">{about}</p>
        {children}
      </div>
    </li>
  )
}
