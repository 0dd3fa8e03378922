import type { CDPSession, Page } from "@playwright/test"

/** What a page has received, in bytes, compressed and with headers. */
export interface Traffic {
  readonly total: number
  /** Bytes by Chromium's resource types: Document, Script, Stylesheet, Image, Font, Media, Fetch. */
  readonly byKind: Readonly<Record<string, number>>
  readonly requests: readonly { readonly url: string; readonly kind: string; readonly bytes: number }[]
}

interface PendingRequest {
  readonly url: string
  readonly kind: string
  bytes: number
}

/** Records everything that a page receives from now on; `snapshot` returns the traffic so far. */
export async function recordTraffic(page: Page): Promise<{ snapshot(): Traffic }> {
  const session = await page.context().newCDPSession(page)
  const requests = new Map<string, PendingRequest>()
  session.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    // A data: URL is part of a response that is already counted.
    if (/^https?:/.test(request.url)) requests.set(requestId, { url: request.url, kind: type ?? "Other", bytes: 0 })
  })
  // Counts unfinished responses too: a video may never finish.
  session.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    const pending = requests.get(requestId)
    if (pending) pending.bytes += encodedDataLength
  })
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const pending = requests.get(requestId)
    if (pending) pending.bytes = Math.max(pending.bytes, encodedDataLength)
  })
  await session.send("Network.enable")
  return { snapshot: () => summarize([...requests.values()]) }
}

/** Loads a page and measures its traffic until the network is idle. */
export async function loadAndMeasure(page: Page, url: string): Promise<Traffic> {
  const traffic = await recordTraffic(page)
  await page.goto(url, { waitUntil: "networkidle" })
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
