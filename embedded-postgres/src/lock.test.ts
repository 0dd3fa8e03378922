import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { withLock } from "./lock.ts"
import { scratchFolder } from "./testing-processes.ts"

test("the lock admits one caller at a time and is released when the work fails", async () => {
  const lock = join(scratchFolder(), "lock")
  let inside = 0
  const work = async (n: number) => {
    inside += 1
    expect(inside).toBe(1)
    await sleep(5)
    inside -= 1
    if (n === 2) throw new Error("two")
    return n
  }
  const all = await Promise.allSettled([1, 2, 3, 4].map((n) => withLock(lock, () => work(n))))
  expect(all.map((one) => one.status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"])
})

test("the lock of a killed process is free", async () => {
  const lock = join(scratchFolder(), "lock")
  const script = `
    import { withLock } from ${JSON.stringify(new URL("lock.ts", import.meta.url))}
    await withLock(${JSON.stringify(lock)}, () => new Promise(() => setInterval(() => {}, 1000) && console.log("locked")))
  `
  const holder = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  await once(holder.stdout, "data")
  let isTaken = false
  const waiting = withLock(lock, async () => {
    isTaken = true
  })
  await sleep(100)
  expect(isTaken).toBe(false)
  holder.kill("SIGKILL")
  await waiting
  expect(isTaken).toBe(true)
})
