import { setTimeout as sleep } from "node:timers/promises"

const WRITERS = 8

/** Writers that create one membership after the other, at each process in turn. */
export function startLoad(urls: readonly string[], prefix = "load") {
  const acknowledged: string[] = []
  let isStopped = false
  let refused = 0
  let slowestMs = 0
  const write = async (writer: number) => {
    for (let number = 0; !isStopped; number++) {
      const email = `${prefix}-${writer}-${number}@example.org`
      const startedAt = performance.now()
      const status = await createMembership(urls[(writer + number) % urls.length] ?? "", email)
      slowestMs = Math.max(slowestMs, performance.now() - startedAt)
      if (status === 201) acknowledged.push(email)
      else if (status === 503) refused++
      else throw new Error(`unexpected status of a membership: ${status}`)
      if (status === 503) await sleep(50)
    }
  }
  const writers = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  return {
    refused: () => refused,
    /** Waits until `count` more memberships are acknowledged. */
    async waitForMore(count: number) {
      const target = acknowledged.length + count
      const reached = async () => {
        while (acknowledged.length < target) await sleep(10)
      }
      await Promise.race([reached(), writers])
    },
    async stop() {
      isStopped = true
      await writers
      return { acknowledged, slowestMs }
    },
  }
}

/** @returns the status of the response */
export async function createMembership(url: string, email: string): Promise<number> {
  const response = await fetch(`${url}/api/membership`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Ti Jan", email }),
  })
  await response.arrayBuffer()
  return response.status
}
