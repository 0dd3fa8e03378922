import { existsSync, statSync } from "node:fs"
import { copyFile, open, readdir, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { removeLeftovers } from "#platform/backup/leftovers.ts"
import type { BackupStore } from "#platform/backup/store.ts"
import { makeFolder } from "#platform/folder.ts"

const UNFINISHED = /^haitech-.*\.unfinished$/

export function folderStore(path: string): BackupStore {
  return {
    async list() {
      // The first backup makes the folder.
      if (!existsSync(path)) return []
      return (await readdir(path)).flatMap((name) => {
        const file = statSync(join(path, name), { throwIfNoEntry: false })
        return file?.isFile() ? [{ name, bytes: file.size }] : []
      })
    },
    async put(file, name) {
      makeFolder(path)
      await removeLeftovers(path, UNFINISHED)
      const unfinished = join(path, `${name}.unfinished`)
      try {
        await copyFile(file, unfinished)
        await flush(unfinished)
        await rename(unfinished, join(path, name))
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async read(name) {
      return (await open(join(path, name))).createReadStream()
    },
    async mark(name) {
      makeFolder(path)
      await (await open(join(path, name), "a", 0o600)).close()
    },
    async remove(name) {
      await rm(join(path, name), { force: true })
    },
  }
}

/** A copy that only the system's memory has would be lost with the power. */
async function flush(file: string): Promise<void> {
  const handle = await open(file, "r+")
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
