import type { LessonId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import type { HelpTexts } from "./texts.ts"

export interface HelpPanelProps {
  readonly texts: HelpTexts
  readonly language: Language
  readonly lessonId: LessonId
  readonly lessonTitle: string
  readonly length: number
  readonly timeZone: string
  readonly languages: readonly { readonly value: string; readonly label: string }[]
  readonly links: Readonly<Record<"login" | "register" | "contact" | "schedule", string>>
}
