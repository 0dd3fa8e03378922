import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { findBinaries } from "./binaries.ts"
import { postmasterOf } from "./postmaster.ts"
import { startEmbedded } from "./start.ts"
import { isRoot, mayMount, NOBODY, scratchFolder, spawnOther, startElsewhere } from "./testing.ts"

const asRoot = isRoot ? "" : " (SKIPPED: only root can try this)"

test("PostgreSQL never runs as root, whoever starts it", async () => {
  const folder = scratchFolder()
  const embedded = await startEmbedded(folder)
  const { pid } = postmasterOf(join(folder, "data")) ?? { pid: 0 }
  const status = readFileSync(`/proc/${pid}/status`, "utf8")
  // As root: the uid is root's outside, but in a namespace in which it is nobody and may do nothing.
  expect(/^CapEff:\s+(\S+)/m.exec(status)?.[1]).toBe("0000000000000000")
  expect(
    readFileSync(`/proc/${pid}/environ`, "utf8")
      .split("\0")
      .map((line) => line.split("=")[0])
      .toSorted(),
  ).toEqual(["", "DYLD_LIBRARY_PATH", "LC_ALL", "LD_LIBRARY_PATH", "PATH", "TZ"])
  await embedded.stop()
})

test.skipIf(!isRoot)(`root under a folder that is closed to everybody else is served${asRoot}`, async () => {
  const closed = join(scratchFolder(), "closed")
  mkdirSync(closed, { mode: 0o700 })
  const embedded = await startEmbedded(join(closed, "db"))
  await embedded.stop()
  expect(statSync(join(closed, "db", "data")).uid).toBe(0)
})

test.skipIf(!isRoot)(`root in a folder of another user starts the database as that user${asRoot}`, async () => {
  const folder = scratchFolder()
  chownSync(folder, NOBODY, NOBODY)
  const embedded = await startEmbedded(folder)
  expect(statSync(`/proc/${postmasterOf(join(folder, "data"))?.pid}`).uid).toBe(NOBODY)
  await embedded.stop()
  for (const name of ["data", "lib", "lock", "address.json", "server.log"]) {
    expect(statSync(join(folder, name)).uid).toBe(NOBODY)
  }
  const theirs = await startElsewhere(folder, { uid: NOBODY })
  expect(theirs).toMatchObject({ attached: false })
  await theirs.stop()
})

/** A container that forbids namespaces to its root: made with one whose quota of further ones is nothing. */
async function withoutNamespaces(folder: string) {
  const inner = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"'
  const wrap = ["unshare", "-U", "sh", "-c", `read mapped && exec sh -c '${inner}' sh "$@"`, "sh"]
  const child = spawnOther(folder, wrap)
  await expect.poll(() => readFileSync(`/proc/${child.pid}/cmdline`, "utf8")).toMatch(/^sh\0/)
  for (const map of ["uid_map", "gid_map"]) writeFileSync(`/proc/${child.pid}/${map}`, "0 0 65536")
  child.stdin.write("mapped\n")
  const answer = JSON.parse(String(await new Promise((resolve) => child.stdout.once("data", resolve))))
  return { answer, leave: () => new Promise((resolve) => child.once("exit", resolve).stdin.end()) }
}

test.skipIf(!isRoot || !mayMount)(
  `where root gets no namespace, PostgreSQL becomes nobody for real${asRoot}`,
  async () => {
    const folder = scratchFolder()
    chmodSync(folder, 0o711)
    const rootsOwn = await startElsewhere(join(folder, "db"))
    await rootsOwn.query("create table notes as select 'kept' as text")
    await rootsOwn.stop()
    expect(statSync(join(folder, "db", "data")).uid).toBe(0)
    const { answer, leave } = await withoutNamespaces(join(folder, "db"))
    expect(answer).toEqual({ attached: false })
    expect(statSync(join(folder, "db", "data", "PG_VERSION")).uid).toBe(NOBODY)
    await leave()
    const back = await startElsewhere(join(folder, "db"))
    expect(await back.query("select text from notes")).toEqual([{ text: "kept" }])
    await back.stop()
  },
)

test.skipIf(!isRoot || !mayMount)(`root without namespaces below a closed folder is told so${asRoot}`, async () => {
  const closed = join(scratchFolder(), "closed")
  mkdirSync(closed, { mode: 0o700 })
  const { answer, leave } = await withoutNamespaces(join(closed, "db"))
  expect(answer.refusal).toMatch(/PostgreSQL must not run as root, and no other user may enter .*closed: set DATA_DIR/)
  await leave()
})

test("an installation that may only be read is enough", async () => {
  const folder = scratchFolder()
  const { root } = findBinaries()
  const before = statSync(join(root, "lib")).mtimeMs
  await (await startEmbedded(folder)).stop()
  expect(statSync(join(root, "lib")).mtimeMs).toBe(before)
  expect(existsSync(join(folder, "lib", "libpq.so.5"))).toBe(process.platform === "linux")
})
