import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { findBinaries } from "./binaries.ts"
import { postmasterOf } from "./postmaster.ts"
import { startEmbeddedPostgres } from "./start.ts"
import {
  isRoot,
  mayMount,
  NOBODY,
  scratchFolder,
  spawnOther,
  startInOtherProcess,
  withCluster,
} from "./testing-processes.ts"

const asRoot = isRoot ? "" : " (SKIPPED: needs root)"

test("PostgreSQL never runs as root and does not inherit the environment", async () => {
  const folder = withCluster()
  const embedded = await startEmbeddedPostgres({ dataDir: folder })
  const { pid } = postmasterOf(join(folder, "data")) ?? { pid: 0 }
  const status = readFileSync(`/proc/${pid}/status`, "utf8")
  // Outside its user namespace the uid is root's, but the process has no capabilities.
  expect(/^CapEff:\s+(\S+)/m.exec(status)?.[1]).toBe("0000000000000000")
  expect(
    readFileSync(`/proc/${pid}/environ`, "utf8")
      .split("\0")
      .map((line) => line.split("=")[0])
      .toSorted(),
  ).toEqual(["", "DYLD_LIBRARY_PATH", "LC_ALL", "LD_LIBRARY_PATH", "PATH", "TZ"])
  await embedded.stop()
})

test.skipIf(!isRoot)(
  `root can use a data directory below a folder that is closed to other users${asRoot}`,
  async () => {
    const closed = join(scratchFolder(), "closed")
    mkdirSync(closed, { mode: 0o700 })
    const embedded = await startEmbeddedPostgres({ dataDir: join(closed, "db") })
    await embedded.stop()
    expect(statSync(join(closed, "db", "data")).uid).toBe(0)
  },
)

test.skipIf(!isRoot)(`for root, PostgreSQL runs as the user who owns the data directory${asRoot}`, async () => {
  const folder = scratchFolder()
  chownSync(folder, NOBODY, NOBODY)
  const embedded = await startEmbeddedPostgres({ dataDir: folder })
  expect(statSync(`/proc/${postmasterOf(join(folder, "data"))?.pid}`).uid).toBe(NOBODY)
  await embedded.stop()
  for (const name of ["data", "lib", "lock", "address.json", "server.log"]) {
    expect(statSync(join(folder, name)).uid).toBe(NOBODY)
  }
  const other = await startInOtherProcess(folder, { uid: NOBODY })
  expect(other).toMatchObject({ attached: false })
  await other.stop()
})

/** Starts the database as root in a user namespace that allows no further ones, as in many containers. */
async function withoutNamespaces(folder: string) {
  const inner = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"'
  const wrap = ["unshare", "-U", "sh", "-c", `read mapped && exec sh -c '${inner}' sh "$@"`, "sh"]
  const child = spawnOther(folder, wrap)
  await expect.poll(() => readFileSync(`/proc/${child.pid}/cmdline`, "utf8")).toMatch(/^sh\0/)
  for (const map of ["uid_map", "gid_map"]) writeFileSync(`/proc/${child.pid}/${map}`, "0 0 65536")
  child.stdin.write("mapped\n")
  const reply = JSON.parse(String(await new Promise((resolve) => child.stdout.once("data", resolve))))
  return { reply, stop: () => new Promise((resolve) => child.once("exit", resolve).stdin.end()) }
}

test.skipIf(!isRoot || !mayMount)(`without user namespaces PostgreSQL runs as nobody for root${asRoot}`, async () => {
  const folder = scratchFolder()
  chmodSync(folder, 0o711)
  const before = await startInOtherProcess(join(folder, "db"))
  await before.query("create table notes as select 'stored' as text")
  await before.stop()
  expect(statSync(join(folder, "db", "data")).uid).toBe(0)
  const { reply, stop } = await withoutNamespaces(join(folder, "db"))
  expect(reply).toEqual({ attached: false })
  expect(statSync(join(folder, "db", "data", "PG_VERSION")).uid).toBe(NOBODY)
  await stop()
  const back = await startInOtherProcess(join(folder, "db"))
  expect(await back.query("select text from notes")).toEqual([["stored"]])
  await back.stop()
})

test.skipIf(!isRoot || !mayMount)(
  `without user namespaces root cannot use a data directory below a closed folder${asRoot}`,
  async () => {
    const closed = join(scratchFolder(), "closed")
    mkdirSync(closed, { mode: 0o700 })
    const { reply, stop } = await withoutNamespaces(join(closed, "db"))
    expect(reply.refusal).toMatch(
      /PostgreSQL must not run as root, and no other user may enter .*closed: open it, or start as another user/,
    )
    await stop()
  },
)

test("a start does not write to the installation", async () => {
  const folder = withCluster()
  const { root } = findBinaries()
  const before = statSync(join(root, "lib")).mtimeMs
  await (await startEmbeddedPostgres({ dataDir: folder })).stop()
  expect(statSync(join(root, "lib")).mtimeMs).toBe(before)
  expect(existsSync(join(folder, "lib", "libpq.so.5"))).toBe(process.platform === "linux")
})
