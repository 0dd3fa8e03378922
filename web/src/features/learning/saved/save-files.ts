import type { PageFile } from "@haitech/contract/pages"
import type { Connection } from "#platform/http/connection.ts"
import { download } from "#platform/http/fetch-file.ts"
import { SAVED_FILES, SEEN_FILES } from "#platform/offline/caches.ts"
import { storable } from "#platform/offline/storable.ts"

/** In bytes as they are sent. */
export interface Progress {
  readonly done: number
  readonly total: number
  /** Addresses of the files that are on the device. */
  readonly saved: ReadonlySet<string>
}

const AT_ONCE = 4
export const DIGEST = "x-digest"

/**
 * Saves what is missing, several files at once, but no page before everything that pages load.
 * @returns false if a file is another one than listed; the others are on the device
 * @throws {DOMException} `QuotaExceededError` on a full device; otherwise what `download` throws
 */
export async function saveFiles(
  files: readonly PageFile[],
  onProgress: (progress: Progress) => void,
  connection: Connection,
): Promise<boolean> {
  const total = files.reduce((sum, { sentBytes }) => sum + sentBytes, 0)
  const missing = new Set(await missingFiles(files))
  const saved = new Set(files.filter((file) => !missing.has(file)).map(({ address }) => address))
  let done = files.reduce((sum, file) => sum + (missing.has(file) ? 0 : file.sentBytes), 0)
  onProgress({ done, total, saved })
  const save = async (file: PageFile) => {
    connection.signal.throwIfAborted()
    if (!(await saveFile(file, connection))) return false
    done += file.sentBytes
    saved.add(file.address)
    onProgress({ done, total, saved: new Set(saved) })
    return true
  }
  const [pages, others] = [[...missing].filter(isPage), [...missing].filter((file) => !isPage(file))]
  return (await inTurns(others, save)) && inTurns(pages, save)
}

/** What this device would have to fetch. */
export async function missingFiles(files: readonly PageFile[]): Promise<PageFile[]> {
  const stored = await caches.open(SAVED_FILES)
  const states = await Promise.all(
    files.map(async ({ address, digest }) => (await stored.match(address))?.headers.get(DIGEST) === digest),
  )
  return files.filter((_, at) => !states[at])
}

/** What the browser deleted. A file of another version is there: courses share some, which the last one saved replaces. */
export async function lostFiles(files: readonly PageFile[]): Promise<PageFile[]> {
  const stored = await caches.open(SAVED_FILES)
  const addresses = new Set((await stored.keys()).map(({ url }) => new URL(url).pathname))
  return files.filter(({ address }) => !addresses.has(address))
}

const isImmutable = (address: string) => /^\/(?:assets|fonts)\//.test(address)
const isPage = ({ address }: PageFile) => !/\.\w+$/.test(address)

async function inTurns(files: PageFile[], save: (file: PageFile) => Promise<boolean>): Promise<boolean> {
  const next = async (): Promise<boolean> => {
    const file = files.shift()
    if (file === undefined) return true
    const isSaved = await save(file)
    return (await next()) && isSaved
  }
  const results = await Promise.all(Array.from({ length: AT_ONCE }, next))
  return results.every((isSaved) => isSaved)
}

async function saveFile(file: PageFile, connection: Connection): Promise<boolean> {
  const { address, digest } = file
  const seen = await caches.match(address, { cacheName: SEEN_FILES })
  if (seen && (await put(address, await seen.arrayBuffer(), seen, digest))) return true
  // Under its address alone, a cache in front of the server may still have an older page than the list.
  const current = isPage(file) ? `${address}?${digest}` : address
  const { body, response } = await download(current, connection, isImmutable(address) ? "force-cache" : "no-cache")
  return put(address, body, response, digest)
}

/** @returns false if the content is another one */
async function put(address: string, body: ArrayBuffer, response: Response, digest: string): Promise<boolean> {
  if ((await digestOf(body)) !== digest) return false
  const stored = storable(body, response)
  stored.headers.set(DIGEST, digest)
  await (await caches.open(SAVED_FILES)).put(address, stored)
  return true
}

/** SHA-256 in Base64url. */
export async function digestOf(body: BufferSource): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", body))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "")
}
