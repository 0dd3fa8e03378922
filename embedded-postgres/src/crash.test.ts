import { spawn } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, onTestFinished, test } from "vitest"
import { openClient } from "./client.ts"
import { postmasterOf } from "./postmaster.ts"
import { startEmbeddedPostgres } from "./start.ts"
import { killServer } from "./testing.ts"
import { scratchFolder, spawnOther, startInOtherProcess, withCluster } from "./testing-processes.ts"

const CREATE = "create table notes as select 'stored' as text"
const NOTES = "select text from notes"
const STORED = [["stored"]]

test("after kill -9 of the process that started it, the next process attaches to the server and stops it", async () => {
  const dataDir = withCluster()
  const killed = await startInOtherProcess(dataDir)
  await killed.query(CREATE)
  await killed.kill()
  expect(postmasterOf(join(dataDir, "data"))).toBeDefined()
  const next = await startInOtherProcess(dataDir)
  expect(next.attached).toBe(true)
  expect(await next.query(NOTES)).toEqual(STORED)
  await next.stop()
  expect(postmasterOf(join(dataDir, "data"))).toBeUndefined()
})

test("acknowledged rows survive kill -9 of the process and the server", async () => {
  const dataDir = withCluster()
  for (let round = 0; round < 3; round += 1) {
    const other = await startInOtherProcess(dataDir)
    expect(other).toMatchObject({ attached: false })
    await other.query("create table if not exists notes (round int)")
    for (let row = 0; row < 20; row += 1) await other.query(`insert into notes values (${round})`)
    // In the other order the process would restart the server.
    await other.kill()
    await killServer(dataDir)
  }
  const last = await startInOtherProcess(dataDir)
  expect(await last.query("select round, count(*) from notes group by round order by round")).toEqual(
    ["0", "1", "2"].map((round) => [round, "20"]),
  )
  await last.stop()
})

test("a server that dies while processes use it is restarted, and the log says so", async () => {
  const dataDir = withCluster()
  const lines: string[] = []
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) })
  const query = async (sql: string) => {
    const client = await openClient(connection, "test")
    return await client.query(sql).finally(client.close)
  }
  const second = await startInOtherProcess(dataDir)
  await query(CREATE)
  for (let round = 0; round < 2; round += 1) {
    await killServer(dataDir)
    await expect.poll(() => query(NOTES).catch(() => []), { timeout: 30_000 }).toEqual(STORED)
    expect(await second.query(NOTES)).toEqual(STORED)
  }
  await expect.poll(() => lines.at(-1)).toBe("The database is back.")
  expect(lines[0]).toBe("The database closed its connections; restarting it.")
  await second.stop()
  await stop()
  expect(postmasterOf(join(dataDir, "data"))).toBeUndefined()
})

test("a pid file with the pid of another program, or of a zombie, does not prevent a start", async () => {
  const dataDir = withCluster()
  const first = await startInOtherProcess(dataDir)
  await first.query(CREATE)
  const cluster = join(dataDir, "data")
  const pidFile = readFileSync(join(cluster, "postmaster.pid"), "utf8")
  await first.stop()
  for (const pid of [process.pid, await zombie()]) {
    writeFileSync(join(cluster, "postmaster.pid"), pidFile.replace(/^\d+/, String(pid)))
    writeFileSync(join(dataDir, ".s.PGSQL.5432.lock"), pidFile.replace(/^\d+/, String(pid)))
    writeFileSync(join(dataDir, ".s.PGSQL.5432"), "")
    const next = await startInOtherProcess(dataDir)
    expect(next).toMatchObject({ attached: false })
    expect(await next.query(NOTES)).toEqual(STORED)
    await next.stop()
  }
})

/** @returns the pid of a process that has ended and whose parent does not wait for it. */
async function zombie(): Promise<number> {
  // The child outlives the shell, which would wait for it; the program that replaces the shell never does.
  const parent = spawn("sh", ["-c", "sleep 1 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] })
  onTestFinished(() => void parent.kill("SIGKILL"))
  const pid = Number(String(await new Promise((resolve) => parent.stdout.once("data", resolve))))
  await expect.poll(() => readFileSync(`/proc/${pid}/stat`, "utf8"), { timeout: 30_000 }).toContain(" Z ")
  return pid
}

test("a process killed while it creates the cluster leaves nothing that prevents the next start", async () => {
  const dataDir = scratchFolder()
  for (const file of ["half-made", "cluster", "cluster/PG_VERSION"]) {
    const isReached = () => readdirSync(dataDir).some((name) => existsSync(join(dataDir, name, file)))
    const child = spawnOther(dataDir)
    // On a fast machine the whole cluster can be created between two checks.
    while (!isReached() && !existsSync(join(dataDir, "data"))) await sleep(1)
    child.kill("SIGKILL")
  }
  // The last child may have started the server; then this attaches to it.
  const next = await startInOtherProcess(dataDir)
  expect(next).not.toHaveProperty("refusal")
  await next.stop()
  expect(readdirSync(dataDir).toSorted()).toEqual(["address.json", "data", "lib", "lock", "server.log"])
})

test("a folder with the name of an incomplete cluster but without its mark is not deleted", async () => {
  const dataDir = withCluster()
  mkdirSync(join(dataDir, "making-plans"))
  writeFileSync(join(dataDir, "making-plans", "ours.txt"), "not a database")
  const other = await startInOtherProcess(dataDir)
  await other.stop()
  expect(readFileSync(join(dataDir, "making-plans", "ours.txt"), "utf8")).toBe("not a database")
})

test("a backend that outlives its killed postmaster does not prevent the next start", async () => {
  const dataDir = withCluster()
  const other = await startInOtherProcess(dataDir)
  // A backend in such a query does not notice that its postmaster ended.
  void other.query("select count(*) from generate_series(1, 1000000000) a, generate_series(1, 1000) b")
  await sleep(300)
  const { pid } = postmasterOf(join(dataDir, "data")) ?? { pid: 0 }
  await other.kill()
  process.kill(pid, "SIGKILL")
  const next = await startInOtherProcess(dataDir)
  expect(next).toMatchObject({ attached: false })
  await next.stop()
})

test("a server whose socket was deleted is replaced, and not started a second time beside it", async () => {
  const dataDir = withCluster()
  const killed = await startInOtherProcess(dataDir)
  const { pid } = postmasterOf(join(dataDir, "data")) ?? { pid: 0 }
  await killed.kill()
  rmSync(join(dataDir, ".s.PGSQL.5432"))
  const next = await startInOtherProcess(dataDir)
  expect(next).toMatchObject({ attached: false })
  expect(postmasterOf(join(dataDir, "data"))?.pid).not.toBe(pid)
  await next.stop()
})
