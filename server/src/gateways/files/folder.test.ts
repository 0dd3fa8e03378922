import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { beforeEach, expect, onTestFinished, test } from "vitest"
import { backupName, deletedUserOf, deletionName, timeOf } from "#platform/backup/names.ts"
import { type BackupStore, backupsIn, prune } from "#platform/backup/store.ts"
import { finding } from "#platform/system/finding.ts"
import { checkBackups } from "./check.ts"
import { folderStore } from "./folder.ts"

const HOUR_MS = 3_600_000
const NOON = new Date("2026-11-26T12:00:00Z")
const USER = "0198c0de-0000-7000-8000-000000000000"
const hoursBefore = (hours: number) => new Date(NOON.getTime() - hours * HOUR_MS)

let folder: string
let store: BackupStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "haitech-store-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  store = folderStore(folder)
})

const names = () => readdirSync(folder).toSorted()

function backup(hours: number): string {
  const name = backupName(hoursBefore(hours))
  writeFileSync(join(folder, name), "12345")
  return name
}

test("a name says when, and whose account was deleted", () => {
  expect(backupName(NOON)).toBe("haitech-20261126T120000Z.sql.gz.age")
  expect([timeOf(backupName(NOON)), timeOf(deletionName(USER, NOON))]).toEqual([NOON, NOON])
  expect(deletedUserOf(deletionName("-".repeat(36), NOON))).toBe(undefined)
  expect([deletedUserOf(deletionName(USER, NOON)), deletedUserOf(backupName(NOON)), deletedUserOf("notes")]).toEqual([
    USER,
    undefined,
    undefined,
  ])
})

test("a file is copied whole, for its owner only, and the folder is made", async () => {
  const source = join(folder, "source")
  writeFileSync(source, "rows", { mode: 0o600 })
  const inner = folderStore(join(folder, "a/b"))
  await inner.put(source, "copy")
  await inner.mark("mark")
  expect(await inner.list()).toEqual(
    expect.arrayContaining([
      { name: "copy", bytes: 4 },
      { name: "mark", bytes: 0 },
    ]),
  )
  expect(readFileSync(join(folder, "a/b/copy"), "utf8")).toBe("rows")
  for (const name of ["copy", "mark"]) expect(statSync(join(folder, "a/b", name)).mode & 0o777).toBe(0o600)
  await inner.remove("copy")
  await inner.remove("copy")
  expect(readdirSync(join(folder, "a/b"))).toEqual(["mark"])
})

test("a copy that fails leaves nothing, and what a crash left goes after a day", async () => {
  await expect(store.put(join(folder, "missing"), "copy")).rejects.toThrow("ENOENT")
  const [old, young] = ["haitech-1.unfinished", "haitech-2.unfinished"].map((name) => join(folder, name))
  for (const path of [old, young]) writeFileSync(path as string, "")
  utimesSync(old as string, hoursBefore(48), new Date(Date.now() - 25 * HOUR_MS))
  writeFileSync(join(folder, "source"), "")
  await store.put(join(folder, "source"), "copy")
  expect([existsSync(old as string), existsSync(young as string), names()]).toEqual([
    false,
    true,
    ["copy", "haitech-2.unfinished", "source"],
  ])
})

test("the newest backups stay, with the deletions that they could undo", async () => {
  const all = [96, 72, 48, 24].map(backup)
  const undoable = deletionName(USER, hoursBefore(48.5))
  const older = deletionName(USER, hoursBefore(50))
  for (const name of [undoable, older, deletionName(USER, NOON)]) await store.mark(name)
  writeFileSync(join(folder, "notes.txt"), "")
  mkdirSync(join(folder, backupName(hoursBefore(200))))
  await prune(store, 2)
  expect(names()).toEqual(
    [...all.slice(2), undoable, deletionName(USER, NOON), "notes.txt", backupName(hoursBefore(200))].toSorted(),
  )
  await prune(store, 5)
  expect((await backupsIn(store)).map(({ name }) => name)).toEqual(all.slice(2))
})

test("without a backup no deletion is forgotten", async () => {
  await store.mark(deletionName(USER, hoursBefore(1000)))
  await prune(store, 2)
  expect(names()).toHaveLength(1)
})

const check = (to: string) => checkBackups({ to, s3: undefined }, NOON)

test("the check tells the age of the newest backup that is there", async () => {
  expect(await checkBackups(undefined, NOON)).toEqual([finding("backup_off")])
  for (const path of [folder, join(folder, "missing")])
    expect(await check(path)).toEqual([finding("backup_none", { folder: path })])
  backup(26.5)
  expect(await check(folder)).toEqual([finding("backup_old", { hours: 26 })])
  backup(25.9)
  expect(await check(folder)).toEqual([finding("backup_good", { hours: 26, megabytes: "0.0", count: 2 })])
  backup(0)
  expect(await check(folder)).toEqual([finding("backup_good", { hours: 1, megabytes: "0.0", count: 3 })])
  const file = join(folder, "file")
  writeFileSync(file, "")
  expect(await check(file)).toEqual([finding("backup_unreadable", { folder: file, reason: "ENOTDIR" })])
})
