import { type CDPSession, expect, type Page } from "@playwright/test"

/** What a page has received, in bytes, compressed and with headers. */
export interface Traffic {
  readonly total: number
  /** Bytes by Chromium's resource types: Document, Script, Stylesheet, Image, Font, Media, Fetch. */
  readonly byKind: Readonly<Record<string, number>>
  readonly requests: readonly { readonly url: string; readonly kind: string; readonly bytes: number }[]
}

interface PendingRequest {
  /** The document that the request belongs to. */
  readonly loaderId: string
  readonly url: string
  readonly kind: string
  bytes: number
  isOpen: boolean
}

interface Recorder {
  /** Waits until the page requests nothing more; a failure names what did not end. */
  settle(): Promise<void>
  /** The traffic so far. */
  snapshot(): Traffic
}

/** Records what a page receives from now on. A navigation begins anew: bytes of the replaced document do not count. */
export async function recordTraffic(page: Page): Promise<Recorder> {
  const session = await page.context().newCDPSession(page)
  const requests = new Map<string, PendingRequest>()
  session.on("Network.requestWillBeSent", ({ requestId, loaderId, request, type }) => {
    // A data: URL is part of a response that is already counted.
    if (/^https?:/.test(request.url))
      requests.set(requestId, { loaderId, url: request.url, kind: type ?? "Other", bytes: 0, isOpen: true })
  })
  // The browser reports no end of the requests of a document that another one replaces.
  session.on("Page.frameNavigated", ({ frame }) => {
    if (frame.parentId) return
    for (const [id, { loaderId }] of requests) if (loaderId !== frame.loaderId) requests.delete(id)
  })
  // Counts unfinished responses too: a video may never finish.
  session.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    const pending = requests.get(requestId)
    if (pending) pending.bytes += encodedDataLength
  })
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const pending = requests.get(requestId)
    if (!pending) return
    pending.bytes = Math.max(pending.bytes, encodedDataLength)
    pending.isOpen = false
  })
  session.on("Network.loadingFailed", ({ requestId }) => {
    const pending = requests.get(requestId)
    if (pending) pending.isOpen = false
  })
  await session.send("Page.enable")
  await session.send("Network.enable")
  return { settle: () => settle(requests), snapshot: () => summarize([...requests.values()]) }
}

async function settle(requests: ReadonlyMap<string, PendingRequest>): Promise<void> {
  let before = Number.NaN
  const findOpen = () => {
    const isNew = requests.size !== before
    before = requests.size
    // A link under the pointer is prefetched. The browser may give that up without reporting its end.
    const open = [...requests.values()].filter(({ isOpen, kind }) => isOpen && kind !== "Prefetch")
    return isNew ? ["new requests"] : open.map(({ url }) => url)
  }
  await expect.poll(findOpen, { intervals: [500], timeout: 180_000 }).toEqual([])
}

/** Loads a page and measures its traffic until nothing more is requested. */
export async function loadAndMeasure(page: Page, url: string): Promise<Traffic> {
  const traffic = await recordTraffic(page)
  await page.goto(url)
  await traffic.settle()
  return traffic.snapshot()
}

function summarize(requests: readonly PendingRequest[]): Traffic {
  const byKind: Record<string, number> = {}
  for (const { kind, bytes } of requests) byKind[kind] = (byKind[kind] ?? 0) + bytes
  return { total: requests.reduce((sum, { bytes }) => sum + bytes, 0), byKind, requests }
}

/** Latency and bandwidth of a connection, and what `navigator.connection` reports of it. */
interface NetworkProfile {
  readonly effectiveType: "3g" | "4g"
  readonly saveData: boolean
  readonly latencyMs: number
  readonly bytesPerSecond: number
}

/** Rural Haiti, outside of Jérémie: 400 ms, 400 kbit/s (docs: performance budgets). */
export const SLOW_NETWORK: NetworkProfile = {
  effectiveType: "3g",
  saveData: false,
  latencyMs: 400,
  bytesPerSecond: 50_000,
}
export const SAVING_NETWORK: NetworkProfile = { ...SLOW_NETWORK, saveData: true }
export const GOOD_NETWORK: NetworkProfile = {
  effectiveType: "4g",
  saveData: false,
  latencyMs: 20,
  bytesPerSecond: 2_500_000,
}

/** Emulates a network profile. Call it before the page's first navigation. */
export async function emulateNetwork(page: Page, profile: NetworkProfile): Promise<CDPSession> {
  await page.addInitScript(({ effectiveType, saveData }) => {
    const connection = Object.assign(new EventTarget(), { effectiveType, saveData })
    Object.defineProperty(navigator, "connection", { value: connection, configurable: true })
  }, profile)
  const session = await page.context().newCDPSession(page)
  await session.send("Network.enable")
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: profile.latencyMs,
    downloadThroughput: profile.bytesPerSecond,
    uploadThroughput: profile.bytesPerSecond,
  })
  return session
}

/** The next request to `path` reaches the server, but its response is lost. */
export const loseResponse = (page: Page, path: string) =>
  page.route(
    path,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
