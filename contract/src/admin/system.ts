import * as z from "zod/mini"
import { route } from "#route.ts"
import { Instant } from "#time.ts"
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

export const systemAdminApi = { readSystem, sendTestEmail, startBackup } as const
