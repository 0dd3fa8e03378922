import { lt, type SQL, sql } from "drizzle-orm"
import type { Db } from "#platform/db/client.ts"
import { nameOf } from "#platform/error-name.ts"
import { FOREVER, type StoredFile, tagOf } from "#platform/http/stored-file.ts"
import type { Log } from "#platform/log.ts"
import { createLookup } from "./lookup.ts"
import { assets, MAX_NAME_LENGTH } from "./table.ts"

const PREFIX = "/assets/"
const NAME = /^[\w~-][\w.~-]*$/
const DAY_MS = 86_400_000
/** How long a tab can stay open over upgrades and still load the scripts of its own build. */
const KEPT_DAYS = 30
const MAX_STATEMENT_BYTES = 1_048_576

interface Deps {
  readonly db: Db
  readonly now: () => Date
}

export interface AssetStore {
  /** Resolves when every process can serve these files. */
  share(files: ReadonlyMap<string, StoredFile>): Promise<void>
  find(path: string): Promise<StoredFile | undefined>
  /** Another process may have stored what did not exist. */
  forgetMissing(): void
}

export function createAssetStore(deps: Deps & { readonly log: Pick<Log, "warn"> }): AssetStore {
  const lookup = createLookup((names) => findAssets(deps.db, names))
  return {
    async share(files) {
      const own = [...files].flatMap(([path, file]) => {
        const name = nameIn(path)
        return name ? [{ ...file, name }] : []
      })
      await store(deps, own)
      const renew = () => store(deps, own).catch((error: Error) => warn(deps.log, error))
      setInterval(renew, DAY_MS).unref()
    },
    async find(path) {
      const name = nameIn(path)
      return name ? lookup.find(name) : undefined
    },
    forgetMissing: lookup.forgetMissing,
  }
}

export async function sweepAssets({ db, now }: Deps): Promise<void> {
  const cutoff = new Date(now().getTime() - KEPT_DAYS * DAY_MS)
  await db.delete(assets).where(isLocked(db, lt(assets.usedAt, cutoff)))
}

function nameIn(path: string): string | undefined {
  const name = path.startsWith(PREFIX) ? path.slice(PREFIX.length) : ""
  return NAME.test(name) && name.length <= MAX_NAME_LENGTH ? name : undefined
}

type Asset = StoredFile & { readonly name: string }

async function store({ db, now }: Deps, own: readonly Asset[]): Promise<void> {
  const usedAt = now()
  const stored = await db
    .update(assets)
    .set({ usedAt })
    .where(isLocked(db, isNamed(own.map(({ name }) => name))))
    .returning({ name: assets.name })
  const names = new Set(stored.map(({ name }) => name))
  const missing = own.filter(({ name }) => !names.has(name)).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const rows = missing.map(({ name, type, raw, br, gz }) => ({ name, type, raw: raw(), br, gz, usedAt }))
  for (const some of inStatements(rows)) await db.insert(assets).values(some).onConflictDoNothing()
}

async function findAssets(db: Db, names: readonly string[]): Promise<ReadonlyMap<string, StoredFile>> {
  const rows = await db.select().from(assets).where(isNamed(names))
  return new Map(
    rows.map(({ name, type, raw, br, gz }) => {
      const encodings = { ...(br && { br }), ...(gz && { gz }) }
      return [name, { type, cacheControl: FOREVER, etag: tagOf(raw), raw: () => raw, ...encodings }]
    }),
  )
}

/** In the same order in every statement: two that wait for each other would fail. */
function isLocked(db: Db, condition: SQL): SQL {
  const names = db.select({ name: assets.name }).from(assets).where(condition).orderBy(assets.name).for("update")
  return sql`${assets.name} = any(array(${names}))`
}

function isNamed(names: readonly string[]): SQL {
  return sql`${assets.name} = any(${sql.param([...names])}::text[])`
}

function inStatements<Row extends Pick<typeof assets.$inferInsert, "raw" | "br" | "gz">>(
  rows: readonly Row[],
): Row[][] {
  const statements: Row[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const row of rows) {
    const size = row.raw.length + (row.br?.length ?? 0) + (row.gz?.length ?? 0)
    if (bytes + size > MAX_STATEMENT_BYTES) {
      statements.push([])
      bytes = 0
    }
    statements.at(-1)?.push(row)
    bytes += size
  }
  return statements
}

function warn(log: Pick<Log, "warn">, error: Error): void {
  log.warn({ error: nameOf(error.cause ?? error) }, "assets not renewed")
}
