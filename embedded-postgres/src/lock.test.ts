import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { withLock } from "./lock.ts"
import { scratchFolder } from "./testing.ts"

test("only one at a time works under a lock, and a failure lets go of it", async () => {
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

test("a lock whose holder was killed is free", async () => {
  const lock = join(scratchFolder(), "lock")
  const script = `
    import { withLock } from ${JSON.stringify(new URL("lock.ts", import.meta.url))}
    await withLock(${JSON.stringify(lock)}, () => new Promise(() => setInterval(() => {}, 1000) && console.log("held")))
  `
  const holder = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  await once(holder.stdout, "data")
  let taken = false
  const waiting = withLock(lock, async () => {
    taken = true
  })
  await sleep(100)
  expect(taken).toBe(false)
  holder.kill("SIGKILL")
  await waiting
  expect(taken).toBe(true)
})
