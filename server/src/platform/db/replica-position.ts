import type { Client } from "pg"

/** A place in the write-ahead log. Places of different histories cannot be compared. */
export interface Position {
  readonly at: bigint
  readonly history: string
}

interface Row {
  readonly bytes: string
  readonly history: string
}

interface Statements {
  query<R extends object>(text: string): Promise<{ readonly rows: readonly R[] }>
}

/** Everything that was committed before this call is before it. @throws on a standby */
export async function readPrimaryPosition(primary: Statements): Promise<Position> {
  const { rows } = await primary.query<Row>(PRIMARY)
  return positionOf(rows[0])
}

export async function readReplicaPosition(replica: Pick<Client, "query">) {
  const { rows } = await replica.query<Row & { readonly isStandby: boolean }>(REPLICA)
  return { ...positionOf(rows[0]), isStandby: rows[0]?.isStandby === true }
}

function positionOf(row: Row | undefined): Position {
  return { at: BigInt(row?.bytes ?? 0), history: row?.history ?? "" }
}

/** A promoted server is in its new timeline at once, and says so in `pg_control_checkpoint` minutes later. */
const PRIMARY = `
  select (position - '0/0')::text as bytes,
    concat_ws(' ', current_database(), system_identifier, ('x' || left(pg_walfile_name(position), 8))::bit(32)::int) as history
  from pg_control_system(), pg_current_wal_insert_lsn() as position`

const REPLICA = `
  select pg_is_in_recovery() as "isStandby",
    (coalesce(pg_last_wal_replay_lsn(), '0/0') - '0/0')::text as bytes,
    concat_ws(' ', current_database(), system_identifier, timeline_id) as history
  from pg_control_system(), pg_control_checkpoint()`
