import type { Program } from "@haitech/contract/outreach"
import type { AdminText } from "#platform/app/app.tsx"

export const PROGRAM_TEXTS = {
  coding: "program.coding",
  languages: "program.languages",
  mentorship: "program.mentorship",
  community: "program.community",
  general: "program.general",
} as const satisfies Readonly<Record<Program, AdminText>>
