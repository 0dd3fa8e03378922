import type { CDPSession, Page } from "@playwright/test"

/** What came over the wire, compressed and with its headers, in bytes. */
export interface Received {
  readonly total: number
  /** By kind, in Chromium's words: Document, Script, Stylesheet, Image, Font, Media, Fetch. */
  readonly byKind: Readonly<Record<string, number>>
  readonly requests: readonly { readonly url: string; readonly kind: string; readonly bytes: number }[]
}

interface Running {
  readonly url: string
  readonly kind: string
  bytes: number
}

/** Writes down all that a page receives from now on; `so far` may be asked at any time. */
export async function recordTraffic(page: Page): Promise<{ soFar(): Received }> {
  const wire = await page.context().newCDPSession(page)
  const seen = new Map<string, Running>()
  wire.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    // A data: address is part of what already came.
    if (/^https?:/.test(request.url)) seen.set(requestId, { url: request.url, kind: type ?? "Other", bytes: 0 })
  })
  // What is still on its way counts as well: a video is never done.
  wire.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    const running = seen.get(requestId)
    if (running) running.bytes += encodedDataLength
  })
  wire.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const running = seen.get(requestId)
    if (running) running.bytes = Math.max(running.bytes, encodedDataLength)
  })
  await wire.send("Network.enable")
  return { soFar: () => summed([...seen.values()]) }
}

/** Visits a page for the first time and waits until the line is quiet. */
export async function received(page: Page, url: string): Promise<Received> {
  const wire = await recordTraffic(page)
  await page.goto(url, { waitUntil: "networkidle" })
  return wire.soFar()
}

function summed(requests: readonly Running[]): Received {
  const byKind: Record<string, number> = {}
  for (const { kind, bytes } of requests) byKind[kind] = (byKind[kind] ?? 0) + bytes
  return { total: requests.reduce((sum, { bytes }) => sum + bytes, 0), byKind, requests }
}

/** A line: how long an answer takes on the way, how much comes per second, and what the browser says of it. */
interface NetworkProfile {
  readonly effectiveType: "3g" | "4g"
  readonly saveData: boolean
  readonly latencyMs: number
  readonly bytesPerSecond: number
}

/** A village outside of Jérémie: 400 ms, 400 kbit/s (docs: performance budgets). */
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

/** Puts a page on a line, before it goes anywhere. */
export async function emulateNetwork(page: Page, line: NetworkProfile): Promise<CDPSession> {
  await page.addInitScript(({ effectiveType, saveData }) => {
    const connection = Object.assign(new EventTarget(), { effectiveType, saveData })
    Object.defineProperty(navigator, "connection", { value: connection, configurable: true })
  }, line)
  const wire = await page.context().newCDPSession(page)
  await wire.send("Network.enable")
  await wire.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: line.latencyMs,
    downloadThroughput: line.bytesPerSecond,
    uploadThroughput: line.bytesPerSecond,
  })
  return wire
}
