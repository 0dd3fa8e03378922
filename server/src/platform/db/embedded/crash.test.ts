import { spawn } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, onTestFinished, test } from "vitest"
import { openTestDb } from "#platform/db/testing-sql.ts"
import { postmasterOf } from "./postmaster.ts"
import { startEmbedded } from "./start.ts"
import { killServer, scratchFolder, spawnOther, startElsewhere } from "./testing.ts"

test("a server that outlived its killed starter is joined, and stopped by the last who leaves", async () => {
  const folder = scratchFolder()
  const killed = await startElsewhere(folder)
  await killed.query("create table notes as select 'kept' as text")
  await killed.kill()
  expect(postmasterOf(join(folder, "data"))).toBeDefined()
  const next = await startElsewhere(folder)
  expect(next.attached).toBe(true)
  expect(await next.query("select text from notes")).toEqual([{ text: "kept" }])
  await next.stop()
  expect(postmasterOf(join(folder, "data"))).toBeUndefined()
})

test("what was acknowledged before everything was killed is there after the next start", async () => {
  const folder = scratchFolder()
  for (let round = 0; round < 3; round += 1) {
    const product = await startElsewhere(folder)
    expect(product).toMatchObject({ attached: false })
    await product.query("create table if not exists notes (round int)")
    for (let row = 0; row < 20; row += 1) await product.query(`insert into notes values (${round})`)
    // First the product, or it would start the server again.
    await product.kill()
    await killServer(folder)
  }
  const last = await startElsewhere(folder)
  expect(await last.query("select round, count(*)::int as rows from notes group by round order by round")).toEqual(
    [0, 1, 2].map((round) => ({ round, rows: 20 })),
  )
  await last.stop()
})

test("a server that dies under the product comes back, and the pool goes on", async () => {
  const folder = scratchFolder()
  const told: string[] = []
  const embedded = await startEmbedded(folder, { tell: (line) => told.push(line) })
  const second = await startElsewhere(folder)
  const { sql, close } = openTestDb(embedded, { max: 2 })
  await sql`create table notes as select 'kept' as text`
  for (let round = 0; round < 2; round += 1) {
    await killServer(folder)
    await expect
      .poll(() => sql`select text from notes`.catch(() => []), { timeout: 30_000 })
      .toEqual([{ text: "kept" }])
    expect(await second.query("select text from notes")).toEqual([{ text: "kept" }])
  }
  await expect.poll(() => told.at(-1)).toBe("The database is back.")
  await second.stop()
  await close()
  await embedded.stop()
  expect(postmasterOf(join(folder, "data"))).toBeUndefined()
})

test("a pid file that names a stranger's process, or a zombie, does not keep the server down", async () => {
  const folder = scratchFolder()
  const first = await startElsewhere(folder)
  await first.query("create table notes as select 'kept' as text")
  const data = join(folder, "data")
  const pidFile = readFileSync(join(data, "postmaster.pid"), "utf8")
  await first.stop()
  for (const pid of [process.pid, await zombie()]) {
    writeFileSync(join(data, "postmaster.pid"), pidFile.replace(/^\d+/, String(pid)))
    writeFileSync(join(folder, ".s.PGSQL.5432.lock"), pidFile.replace(/^\d+/, String(pid)))
    writeFileSync(join(folder, ".s.PGSQL.5432"), "")
    const next = await startElsewhere(folder)
    expect(next).toMatchObject({ attached: false })
    expect(await next.query("select text from notes")).toEqual([{ text: "kept" }])
    await next.stop()
  }
})

/** A child that has ended and whose parent does not ask how. */
async function zombie(): Promise<number> {
  // It outlives the shell, which might ask after all; the program that takes the shell's place never does.
  const parent = spawn("sh", ["-c", "sleep 1 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] })
  onTestFinished(() => void parent.kill("SIGKILL"))
  const pid = Number(String(await new Promise((resolve) => parent.stdout.once("data", resolve))))
  await expect.poll(() => readFileSync(`/proc/${pid}/stat`, "utf8"), { timeout: 30_000 }).toContain(" Z ")
  return pid
}

test("a starter killed while it makes the database leaves nothing that the next one trips over", async () => {
  const folder = scratchFolder()
  for (const wanted of ["half-made", "cluster", "cluster/PG_VERSION"]) {
    const making = () => readdirSync(folder).some((name) => existsSync(join(folder, name, wanted)))
    const child = spawnOther(folder)
    while (!making()) await sleep(1)
    child.kill("SIGKILL")
  }
  // On a quick machine the last one may have got as far as a server that runs: then it is joined.
  const next = await startElsewhere(folder)
  await next.stop()
  expect(readdirSync(folder).toSorted()).toEqual(["address.json", "data", "lib", "lock", "server.log"])
})

test("a folder that only looks half-made is left alone", async () => {
  const folder = scratchFolder()
  mkdirSync(join(folder, "making-plans"))
  writeFileSync(join(folder, "making-plans", "ours.txt"), "not a database")
  const product = await startElsewhere(folder)
  await product.stop()
  expect(readFileSync(join(folder, "making-plans", "ours.txt"), "utf8")).toBe("not a database")
})

test("a backend that still runs after its postmaster was killed does not block the next start", async () => {
  const folder = scratchFolder()
  const product = await startElsewhere(folder)
  // Busy without ever looking up: such a backend does not notice that its postmaster is gone.
  void product.query("select count(*) from generate_series(1, 1000000000) a, generate_series(1, 1000) b")
  await sleep(300)
  const { pid } = postmasterOf(join(folder, "data")) ?? { pid: 0 }
  await product.kill()
  process.kill(pid, "SIGKILL")
  const next = await startElsewhere(folder)
  expect(next).toMatchObject({ attached: false })
  await next.stop()
})

test("a server whose socket was deleted is replaced, not started twice", async () => {
  const folder = scratchFolder()
  const killed = await startElsewhere(folder)
  const { pid } = postmasterOf(join(folder, "data")) ?? { pid: 0 }
  await killed.kill()
  rmSync(join(folder, ".s.PGSQL.5432"))
  const next = await startElsewhere(folder)
  expect(next).toMatchObject({ attached: false })
  expect(postmasterOf(join(folder, "data"))?.pid).not.toBe(pid)
  await next.stop()
})
