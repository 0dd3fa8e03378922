import { OUTBOX_DATABASE } from "./database-names.ts"
import { hasDatabase } from "./has-database.ts"
import { committed, openDatabase, resultOf, STRICT } from "./indexed-db.ts"
import type { TextStorage } from "./storage.ts"

const STORE = "texts"

/** Texts in memory, whose changes go to a database. */
export interface DurableStorage extends TextStorage {
  /** Reads what other pages have changed. */
  refresh(): Promise<void>
  /** Whether all texts are on the device, also after a power cut. */
  settled(): Promise<boolean>
}

/**
 * In IndexedDB with strict durability: a browser writes its local storage seconds later. Where it is blocked or full,
 * texts live until the page is closed. `onOther` runs when another page has changed some.
 */
export function openDurableStorage(onOther: () => void): DurableStorage {
  const texts = new Map<string, string>()
  /** Changes that are not in the database; null is a deleted text. */
  const unsaved = new Map<string, string | null>()
  const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(OUTBOX_DATABASE) : undefined
  let opening: Promise<IDBDatabase> | undefined
  let saving = Promise.resolve()
  const open = () => {
    opening ??= openDatabase(OUTBOX_DATABASE, STORE)
    return opening
  }

  async function save(): Promise<void> {
    const changes = [...unsaved]
    if (changes.length === 0) return
    try {
      await writeAll(await open(), changes)
    } catch {
      // The browser may have closed the connection.
      opening = undefined
      return
    }
    for (const [name, text] of changes) if (unsaved.get(name) === text) unsaved.delete(name)
    channel?.postMessage("changed")
  }

  function apply(name: string, text: string | null): void {
    if (text === null) texts.delete(name)
    else texts.set(name, text)
  }

  function change(name: string, text: string | null): void {
    apply(name, text)
    unsaved.set(name, text)
    saving = saving.then(save)
  }

  async function refresh(): Promise<void> {
    await saving
    if (!opening && !(await hasDatabase(OUTBOX_DATABASE))) return
    try {
      const stored = await readAll(await open())
      texts.clear()
      for (const [name, text] of stored) texts.set(name, text)
      for (const [name, text] of unsaved) apply(name, text)
    } catch {
      opening = undefined
    }
  }

  channel?.addEventListener("message", () => void refresh().then(onOther))
  return {
    get: (name) => texts.get(name) ?? null,
    set: change,
    remove: (name) => change(name, null),
    names: () => [...texts.keys()],
    refresh,
    async settled() {
      await saving
      return unsaved.size === 0
    },
  }
}

async function writeAll(database: IDBDatabase, changes: readonly (readonly [string, string | null])[]): Promise<void> {
  const transaction = database.transaction(STORE, "readwrite", STRICT)
  const store = transaction.objectStore(STORE)
  for (const [name, text] of changes) {
    if (text === null) store.delete(name)
    else store.put(text, name)
  }
  await committed(transaction)
}

async function readAll(database: IDBDatabase): Promise<[string, string][]> {
  const store = database.transaction(STORE).objectStore(STORE)
  const [names, texts] = await Promise.all([resultOf(store.getAllKeys()), resultOf(store.getAll())])
  return names.map((name, at) => [String(name), String(texts[at])])
}
