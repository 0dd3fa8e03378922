import type { Finding } from "@haitech/contract/admin/system"
import * as z from "zod/mini"
import { finding, reasonOf } from "#platform/system/finding.ts"
import { accessTokens, type CalendarAccount, readKeyFile } from "./google.ts"

const TIMEOUT_MS = 10_000
const Access = z.object({ accessRole: z.string() })
const WRITERS = ["owner", "writer"]

type Account = Omit<CalendarAccount, "serviceAccount"> & { readonly keyFile: string }

/** Whether Google takes the key, and whether the calendar is shared with its account for writing. Reads only. */
export async function checkCalendar(account: Account | undefined): Promise<readonly Finding[]> {
  if (!account) return [finding("calendar_off")]
  const serviceAccount = readKeyFile(account.keyFile)
  if (!serviceAccount) return [finding("calendar_refused", { reason: "GOOGLE_CALENDAR_KEY_FILE" })]
  try {
    const response = await fetch(
      `${account.apiBase}/calendars/${encodeURIComponent(account.calendarId)}/events?maxResults=1`,
      {
        headers: { authorization: `Bearer ${await accessTokens(serviceAccount).get()}` },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
    )
    if (!response.ok) return [finding("calendar_refused", { reason: response.status })]
    const { accessRole } = Access.parse(await response.json())
    return [finding(WRITERS.includes(accessRole) ? "calendar_ready" : "calendar_read_only")]
  } catch (error) {
    return [finding("calendar_silent", { reason: reasonOf(error) })]
  }
}
