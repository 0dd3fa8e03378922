import { createHash } from "node:crypto"
import { type PageFile, type PageFiles, STORED_HEADERS } from "@haitech/contract/pages"
import { fixedHeaders } from "./security.ts"
import { headersOfFile, type StoredFile } from "./stored-file.ts"

/** A file's name, in whatever way a page, script or style names it. */
const NAME = /[\w~-][\w.~-]*\.(?:css|html|js|mjs|png|svg|wasm|webp|woff2)\b/g
const TEXT = /^text\//
/** Of the others, pages tell search engines, shared links and the browser's own surface. */
const LOADED = /^\/(?:assets|fonts|fragments|run)\/|^\/(?:icon\.svg|reload\.js)$/

/**
 * Lists what pages load, now or later: every file of the site whose name is in a page, or in a script or style that it
 * loads. `files` are those of the build, by address.
 */
export function createPageFiles(files: ReadonlyMap<string, StoredFile>) {
  const loadable = [...files.keys()].filter((address) => LOADED.test(address))
  const addresses = new Map(loadable.map((address) => [address.slice(address.lastIndexOf("/") + 1), address]))
  const named = new Map<StoredFile, readonly string[]>()
  const descriptions = new WeakMap<StoredFile, ReturnType<typeof describeContent>>()

  function namedIn(file: StoredFile): readonly string[] {
    if (!TEXT.test(file.type)) return []
    const names =
      named.get(file) ?? [...new Set(file.raw().toString().match(NAME))].filter((name) => addresses.has(name))
    if (!file.type.includes("html")) named.set(file, names)
    return names
  }

  function describe(address: string, file: StoredFile): Omit<PageFile, "headers"> {
    const described = descriptions.get(file) ?? describeContent(file)
    descriptions.set(file, described)
    return { address, ...described }
  }

  return (pages: ReadonlyMap<string, StoredFile>, extra: readonly string[]): PageFiles => {
    const loaded = new Map<string, StoredFile>()
    const add = (address: string) => {
      const file = files.get(address)
      if (!file || loaded.has(address) || pages.has(address)) return
      loaded.set(address, file)
      addNamed(file)
    }
    const addNamed = (file: StoredFile) => {
      for (const name of namedIn(file)) add(addresses.get(name) ?? "")
    }
    for (const address of extra) add(address)
    for (const page of pages.values()) addNamed(page)
    const headers = new Map<string, number>()
    const listed = [...loaded, ...pages].map(([address, file]) => {
      const set = JSON.stringify(storedHeaders(file))
      headers.set(set, headers.get(set) ?? headers.size)
      return { ...describe(address, file), headers: headers.get(set) ?? 0 }
    })
    const list = { files: listed, headers: [...headers.keys()].map((set): Record<string, string> => JSON.parse(set)) }
    const version = createHash("sha256").update(JSON.stringify(list)).digest("base64url").slice(0, 20)
    return { version, ...list }
  }
}

function describeContent({ raw, br }: StoredFile) {
  const content = raw()
  const digest = createHash("sha256").update(content).digest("base64url")
  return { bytes: content.length, sentBytes: br?.length ?? content.length, digest }
}

function storedHeaders(file: StoredFile): Record<string, string> {
  const sent = headersOfFile(file, fixedHeaders(""))
  return Object.fromEntries(STORED_HEADERS.flatMap((name) => (sent[name] ? [[name, sent[name]]] : [])))
}
