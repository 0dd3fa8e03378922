import { languageOf, pathIn } from "@haitech/contract/languages"
import { SAVED_FILES, SEEN_FILES } from "#platform/offline/caches.ts"
import { storable } from "#platform/offline/storable.ts"
import { countOwnTransfers } from "./data-use.ts"

/** What has the right to work on after the response was given. */
type Later = (work: Promise<unknown>) => void

/** Their content never changes under their address. */
const IMMUTABLE = /^\/(?:assets|fonts)\//
/** How long a page waits for a network that is there but answers nothing. */
const PATIENCE_MS = 4000
const MAX_SEEN = 300
const OFFLINE_PAGE = "/saved"

/**
 * A page of a saved course comes from the device, unless it is reloaded. Any other page comes from the network, and from the
 * device without one. Each page names its own scripts by their hash, so the two never mix.
 */
export async function respondToPage(request: Request, address: string, later: Later): Promise<Response> {
  const path = pageAt(address)
  const saved = await find(SAVED_FILES, path)
  if (saved && request.cache === "default") return saved
  const stored = saved ?? (await find(SEEN_FILES, path))
  if (stored) return networkFirst(request, path, stored, later)
  return fetchAndStore(request, path, later).catch(async (error) => (await findOfflinePage(path)) ?? failWith(error))
}

export async function respondToFile(request: Request, path: string, later: Later): Promise<Response> {
  const stored = (await find(SAVED_FILES, path)) ?? (await find(SEEN_FILES, path))
  if (!stored) return fetchAndStore(request, path, later)
  return IMMUTABLE.test(path) ? stored : networkFirst(request, path, stored, later)
}

/** Stores what the page loaded before this worker was there; the browser's own cache has nearly all of it. */
export async function storeSeen(addresses: readonly unknown[]): Promise<void> {
  for (const address of addresses) {
    const path = pageAt(new URL(String(address), location.href).pathname)
    if (await find(SEEN_FILES, path)) continue
    const response = await fetch(path).catch(() => null)
    if (response) await store(path, response)
  }
}

/** The pages of the dashboard are one page of the server. */
function pageAt(path: string): string {
  return path.replace(/^((?:\/\w\w)?\/member-dashboard)\/.*/, "$1")
}

function find(cache: string, path: string): Promise<Response | undefined> {
  return caches.match(path, { cacheName: cache })
}

async function networkFirst(request: Request, path: string, stored: Response, later: Later): Promise<Response> {
  const network = fetchAndStore(request, path, later).then(
    (response) => (response.status >= 500 ? stored : response),
    () => stored,
  )
  later(network)
  return Promise.race([network, new Promise<Response>((resolve) => setTimeout(resolve, PATIENCE_MS, stored))])
}

/** @throws whatever fetch throws */
async function fetchAndStore(request: Request, path: string, later: Later): Promise<Response> {
  const response = await fetch(request)
  const storing = store(path, response.clone()).catch(() => undefined)
  later(storing.then(countOwnTransfers).catch(() => undefined))
  return response
}

async function store(path: string, response: Response): Promise<void> {
  const isStorable = response.status === 200 && response.type === "basic" && !response.redirected
  if (!isStorable || response.headers.get("cache-control")?.includes("no-store")) return
  const seen = await caches.open(SEEN_FILES)
  // The order of a cache is that in which its entries came: the first ones are the oldest.
  await seen.delete(path)
  await seen.put(path, storable(await response.blob(), response))
  const paths = await seen.keys()
  for (const old of paths.slice(0, Math.max(0, paths.length - MAX_SEEN))) await seen.delete(old)
}

/** The list of what is saved, in the page's language or else in any. */
async function findOfflinePage(path: string): Promise<Response | undefined> {
  const { language } = languageOf(path)
  const inLanguage = pathIn(language, OFFLINE_PAGE)
  const found = (await find(SAVED_FILES, inLanguage)) ?? (await find(SEEN_FILES, inLanguage))
  if (found) return found
  for (const name of [SAVED_FILES, SEEN_FILES]) {
    const cache = await caches.open(name)
    const other = (await cache.keys()).find(({ url }) => new URL(url).pathname.endsWith(OFFLINE_PAGE))
    if (other) return cache.match(other)
  }
  return undefined
}

function failWith(error: unknown): never {
  throw error
}
