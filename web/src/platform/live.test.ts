import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { openLive } from "./live.ts"

const opened: FakeSocket[] = []

/** A socket that does what a test says. */
class FakeSocket {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onerror: (() => void) | null = null
  onclose: (() => void) | null = null
  isClosed = false
  readonly address: string
  constructor(address: string) {
    this.address = address
    opened.push(this)
  }
  close() {
    this.isClosed = true
  }
  breaks() {
    this.onerror?.()
    this.onclose?.()
  }
}

const world = new EventTarget()
const said = { messages: [] as unknown[], states: [] as boolean[] }
const handlers = {
  onMessage: (message: unknown) => void said.messages.push(message),
  onState: (isConnected: boolean) => void said.states.push(isConnected),
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal("WebSocket", FakeSocket)
  vi.stubGlobal("location", { protocol: "https:", host: "haitech.example" })
  vi.stubGlobal("addEventListener", world.addEventListener.bind(world))
  vi.stubGlobal("removeEventListener", world.removeEventListener.bind(world))
  vi.spyOn(console, "error").mockImplementation(() => undefined)
  opened.length = said.messages.length = said.states.length = 0
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test("it is the socket of the page's own host, and hands on what is a message", () => {
  const live = openLive(handlers)
  expect(opened.map(({ address }) => address)).toEqual(["wss://haitech.example/ws"])
  opened[0]?.onopen?.()
  opened[0]?.onmessage?.({ data: '{"type":"new_message","threadId":"t","sequence":3}' })
  opened[0]?.onmessage?.({ data: "no message" })
  opened[0]?.onmessage?.({ data: "3" })
  expect(said).toEqual({ messages: [{ type: "new_message", threadId: "t", sequence: 3 }], states: [true] })
  live.close()
})

test("a line on which nobody speaks any more is none; the server's beat is a word, and no message", () => {
  const live = openLive(handlers)
  opened[0]?.onopen?.()
  for (let beats = 0; beats < 3; beats++) {
    vi.advanceTimersByTime(60_000)
    opened[0]?.onmessage?.({ data: '{"type":"beat"}' })
  }
  expect([opened[0]?.isClosed, said]).toEqual([false, { messages: [], states: [true] }])
  vi.advanceTimersByTime(80_000)
  expect([opened[0]?.isClosed, said.states, opened.length]).toEqual([true, [true, false], 2])
  live.close()
})

test("a line that cannot be had is tried again, ever later, never later than half a minute", () => {
  const live = openLive(handlers)
  const waits: number[] = []
  for (let at = 0; at < 9; at++) {
    opened.at(-1)?.breaks()
    const before = Date.now()
    vi.advanceTimersToNextTimer()
    waits.push(Date.now() - before)
  }
  for (const [at, wait] of waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual(Math.min(30_000, 1000 * 2 ** at) / 2 - 1)
    expect(wait).toBeLessThanOrEqual(30_000)
  }
  expect(said.states).toEqual(Array(9).fill(false))
  live.close()
})

test("a server that hangs up at once is not called without end; one that stayed begins anew", () => {
  const live = openLive(handlers)
  for (let at = 0; at < 6; at++) {
    opened.at(-1)?.onopen?.()
    opened.at(-1)?.breaks()
    vi.advanceTimersToNextTimer()
  }
  opened.at(-1)?.breaks()
  vi.advanceTimersByTime(15_000)
  expect(opened).toHaveLength(7)
  vi.advanceTimersByTime(15_000)
  opened.at(-1)?.onopen?.()
  vi.advanceTimersByTime(5000)
  opened.at(-1)?.breaks()
  vi.advanceTimersByTime(1000)
  expect(opened).toHaveLength(9)
  live.close()
})

test("when the browser says that the line is gone it is, and when it is back the socket comes at once", () => {
  const live = openLive(handlers)
  opened[0]?.onopen?.()
  world.dispatchEvent(new Event("offline"))
  expect(opened[0]?.isClosed).toBe(true)
  world.dispatchEvent(new Event("online"))
  expect(opened).toHaveLength(2)
  expect(said.states).toEqual([true, false])
  live.close()
})

test("once closed it is closed: nothing is said and nothing tried", () => {
  const live = openLive(handlers)
  const { onopen, onclose } = opened[0] ?? {}
  live.close()
  expect(opened[0]?.isClosed).toBe(true)
  expect(opened[0]?.onmessage).toBeNull()
  world.dispatchEvent(new Event("online"))
  vi.advanceTimersByTime(120_000)
  expect(opened).toHaveLength(1)
  expect(said.states).toEqual([])
  expect([onopen, onclose]).not.toContain(undefined)
})
