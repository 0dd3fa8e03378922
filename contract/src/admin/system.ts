import * as z from "zod/mini"
import { LANGUAGES } from "#languages.ts"
import { route } from "#route.ts"
import { Instant } from "#time.ts"
import { LINES, MEASURED_PAGES, VITAL_NAMES } from "#vitals.ts"
import { FINDINGS, type FindingCode } from "./findings.ts"

export const Finding = z.object({
  code: z.enum(Object.keys(FINDINGS) as FindingCode[]),
  values: z.record(z.string(), z.string()),
})
export type Finding = z.output<typeof Finding>

/** Asks mail servers, providers and name servers, and therefore takes some seconds. */
export const readSystem = route({
  method: "GET",
  path: "/api/admin/system",
  access: "admin",
  reply: z.object({ checkedAt: Instant, findings: z.array(Finding) }),
})
export type SystemReport = z.output<(typeof readSystem)["reply"]>

/** Begins a backup, which takes seconds to minutes; {@link readSystem} says when there is one. */
export const startBackup = route({
  method: "POST",
  path: "/api/admin/system/backups",
  access: "admin",
  status: 202,
  reply: z.object({}),
})

/** Sends the administrator an email by the way of all others. */
export const sendTestEmail = route({
  method: "POST",
  path: "/api/admin/system/test-email",
  access: "admin",
  status: 202,
  reply: z.object({ to: z.string() }),
})

const percentile = {
  metric: z.enum(VITAL_NAMES),
  p75: z.int(),
  visits: z.int(),
}

/** Of twelve weeks: the bound that three visits of four did not exceed. `week` is a Monday. */
export const readWebVitals = route({
  method: "GET",
  path: "/api/admin/system/web-vitals",
  access: "admin",
  reply: z.object({
    isOn: z.boolean(),
    weeks: z.array(z.object({ week: z.iso.date(), page: z.enum(MEASURED_PAGES), ...percentile })),
    groups: z.array(z.object({ name: z.enum([...LANGUAGES, ...LINES]), ...percentile })),
  }),
})
export type WebVitalsReport = z.output<(typeof readWebVitals)["reply"]>

export const systemAdminApi = { readSystem, readWebVitals, sendTestEmail, startBackup } as const
