import type { Program } from "@haitech/contract/outreach"
import type { MessageKey } from "./texts.ts"

export const PROGRAM_TEXTS = {
  coding: "program.coding",
  languages: "program.languages",
  mentorship: "program.mentorship",
  community: "program.community",
  general: "program.general",
} as const satisfies Readonly<Record<Program, MessageKey>>
