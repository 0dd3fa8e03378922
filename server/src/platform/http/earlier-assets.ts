import { existsSync, statSync } from "node:fs"
import { copyFile, readdir, rename, rm, stat, utimes } from "node:fs/promises"
import { join } from "node:path"
import { makeFolder } from "#platform/folder.ts"
import type { Log } from "#platform/log.ts"
import { readStoredFile, typeOf } from "./read-files.ts"
import { FOREVER, type StoredFile } from "./stored-file.ts"

/** How long a tab can stay open over upgrades and still load the scripts of its own build. */
const KEPT_MS = 30 * 24 * 3_600_000
const PREFIX = "/assets/"
const NAME = /^[\w~-][\w.~-]*$/

export interface EarlierAssets {
  find(path: string): Promise<StoredFile | undefined>
}

/** Copies a build's hashed assets to `store`, for tabs that are open during an upgrade, and deletes old ones there. */
export async function keepAssets(assets: string, store: string, log: Pick<Log, "warn">): Promise<void> {
  try {
    makeFolder(store)
    const names = await readdir(assets)
    for (const name of names) await keep(join(assets, name), join(store, name))
    await deleteOld(store)
  } catch (error) {
    log.warn(`The assets of this build are not kept for the next one: ${String(error)}`)
  }
}

export function earlierAssets(store: string): EarlierAssets {
  return { find: async (path) => findAsset(store, path) }
}

async function keep(from: string, to: string): Promise<void> {
  if (!existsSync(to)) {
    const incomplete = `${to}.${process.pid}`
    await copyFile(from, incomplete)
    await rename(incomplete, to)
  }
  const now = new Date()
  await utimes(to, now, now)
}

async function deleteOld(store: string): Promise<void> {
  for (const name of await readdir(store)) {
    const file = join(store, name)
    const age = Date.now() - (await stat(file)).mtimeMs
    if (age > KEPT_MS) await rm(file, { force: true })
  }
}

function findAsset(store: string, path: string): StoredFile | undefined {
  const name = path.startsWith(PREFIX) ? path.slice(PREFIX.length) : ""
  if (!NAME.test(name) || !typeOf(name)) return undefined
  const file = join(store, name)
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readStoredFile(file, FOREVER) : undefined
}
