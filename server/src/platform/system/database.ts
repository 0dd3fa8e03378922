import type { Finding } from "@haitech/contract/admin/system"
import { sql } from "drizzle-orm"
import type { Db } from "#platform/db/client.ts"
import { finding } from "./finding.ts"

const MAX_CLOCK_S = 5
const CROWDED = 0.8

interface State {
  readonly version: string
  readonly megabytes: number
  readonly canCreate: boolean
  readonly isPrivate: boolean
  readonly used: number
  readonly max: number
  /** In seconds since 1970. */
  readonly now: number
}

export async function checkDatabase(db: Db, isEmbedded: boolean): Promise<readonly Finding[]> {
  const { rows } = await db.execute<State & Record<string, unknown>>(STATE)
  const [state] = rows
  if (!state) throw new Error("the database tells nothing of itself")
  return databaseFindings(state, { isEmbedded, now: Date.now() / 1000 })
}

export function databaseFindings(
  { version, megabytes, canCreate, isPrivate, used, max, now }: State,
  here: { readonly isEmbedded: boolean; readonly now: number },
): readonly Finding[] {
  const seconds = Math.round(Math.abs(now - here.now))
  return [
    finding(here.isEmbedded ? "database_embedded" : "database_ready", { version, megabytes }),
    ...(canCreate ? [] : [finding("database_rights")]),
    ...(isPrivate ? [] : [finding("database_plain")]),
    ...(seconds > MAX_CLOCK_S ? [finding("database_clock", { seconds })] : []),
    ...(used > max * CROWDED ? [finding("database_crowded", { used, max })] : []),
  ]
}

/** A connection is private when it is encrypted, or stays on this machine or in a private network (RFC 1918, RFC 4193). */
const STATE = sql`
  select current_setting('server_version') as version,
    (pg_database_size(current_database()) / 1000000)::int as megabytes,
    has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as "canCreate",
    coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false)
      or inet_server_addr() is null
      or inet_server_addr() <<= any(array['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128',
        'fc00::/7']::inet[]) as "isPrivate",
    (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
    current_setting('max_connections')::int as max,
    extract(epoch from clock_timestamp())::float8 as now`
