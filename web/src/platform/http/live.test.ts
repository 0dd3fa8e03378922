import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { openLive } from "./live.ts"

const sockets: FakeSocket[] = []

/** A socket that the test controls. */
class FakeSocket {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onerror: (() => void) | null = null
  onclose: (() => void) | null = null
  isClosed = false
  readonly address: string
  constructor(address: string) {
    this.address = address
    sockets.push(this)
  }
  close() {
    this.isClosed = true
  }
  fail() {
    this.onerror?.()
    this.onclose?.()
  }
}

const browserEvents = new EventTarget()
const received = { messages: [] as unknown[], states: [] as boolean[] }
const handlers = {
  onMessage: (message: unknown) => void received.messages.push(message),
  onState: (isConnected: boolean) => void received.states.push(isConnected),
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal("WebSocket", FakeSocket)
  vi.stubGlobal("location", { protocol: "https:", host: "haitech.example" })
  vi.stubGlobal("addEventListener", browserEvents.addEventListener.bind(browserEvents))
  vi.stubGlobal("removeEventListener", browserEvents.removeEventListener.bind(browserEvents))
  vi.spyOn(console, "error").mockImplementation(() => undefined)
  sockets.length = received.messages.length = received.states.length = 0
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test("it connects to the page's own host and passes on valid messages only", () => {
  const live = openLive(handlers)
  expect(sockets.map(({ address }) => address)).toEqual(["wss://haitech.example/ws"])
  sockets[0]?.onopen?.()
  sockets[0]?.onmessage?.({ data: '{"type":"new_message","threadId":"t","sequence":3}' })
  sockets[0]?.onmessage?.({ data: "no message" })
  sockets[0]?.onmessage?.({ data: "3" })
  expect(received).toEqual({ messages: [{ type: "new_message", threadId: "t", sequence: 3 }], states: [true] })
  live.close()
})

test("a silent connection is replaced; the server's beat counts as a sign of life, but is no message", () => {
  const live = openLive(handlers)
  sockets[0]?.onopen?.()
  for (let beats = 0; beats < 3; beats++) {
    vi.advanceTimersByTime(60_000)
    sockets[0]?.onmessage?.({ data: '{"type":"beat"}' })
  }
  expect([sockets[0]?.isClosed, received]).toEqual([false, { messages: [], states: [true] }])
  vi.advanceTimersByTime(80_000)
  expect([sockets[0]?.isClosed, received.states, sockets.length]).toEqual([true, [true, false], 2])
  live.close()
})

test("failed attempts are repeated with a growing delay of at most 30 s", () => {
  const live = openLive(handlers)
  const delays: number[] = []
  for (let at = 0; at < 9; at++) {
    sockets.at(-1)?.fail()
    const before = Date.now()
    vi.advanceTimersToNextTimer()
    delays.push(Date.now() - before)
  }
  for (const [at, delay] of delays.entries()) {
    expect(delay).toBeGreaterThanOrEqual(Math.min(30_000, 1000 * 2 ** at) / 2 - 1)
    expect(delay).toBeLessThanOrEqual(30_000)
  }
  expect(received.states).toEqual(Array(9).fill(false))
  live.close()
})

test("the delay grows while the server closes at once, and starts over after a stable connection", () => {
  const live = openLive(handlers)
  for (let at = 0; at < 6; at++) {
    sockets.at(-1)?.onopen?.()
    sockets.at(-1)?.fail()
    vi.advanceTimersToNextTimer()
  }
  sockets.at(-1)?.fail()
  vi.advanceTimersByTime(15_000)
  expect(sockets).toHaveLength(7)
  vi.advanceTimersByTime(15_000)
  sockets.at(-1)?.onopen?.()
  vi.advanceTimersByTime(5000)
  sockets.at(-1)?.fail()
  vi.advanceTimersByTime(1000)
  expect(sockets).toHaveLength(9)
  live.close()
})

test("the offline event closes the socket, and the online event reconnects at once", () => {
  const live = openLive(handlers)
  sockets[0]?.onopen?.()
  browserEvents.dispatchEvent(new Event("offline"))
  expect(sockets[0]?.isClosed).toBe(true)
  browserEvents.dispatchEvent(new Event("online"))
  expect(sockets).toHaveLength(2)
  expect(received.states).toEqual([true, false])
  live.close()
})

test("after close it reports nothing and does not reconnect", () => {
  const live = openLive(handlers)
  const { onopen, onclose } = sockets[0] ?? {}
  live.close()
  expect(sockets[0]?.isClosed).toBe(true)
  expect(sockets[0]?.onmessage).toBeNull()
  browserEvents.dispatchEvent(new Event("online"))
  vi.advanceTimersByTime(120_000)
  expect(sockets).toHaveLength(1)
  expect(received.states).toEqual([])
  expect([onopen, onclose]).not.toContain(undefined)
})
