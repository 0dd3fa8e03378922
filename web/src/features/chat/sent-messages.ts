import type { ChatMessage } from "@haitech/contract/chat"
import { memoryStore, openSequence } from "#platform/offline/sequence.ts"
import type { Calls } from "./api.ts"

interface Settings {
  readonly calls: Pick<Calls, "messages">
  /** The maximum number of rows in one response. */
  readonly maxRows: number
}

/** The messages that the server has stored: the loaded ones in order, then those that it only acknowledged so far. */
export function createSentMessages({ calls, maxRows }: Settings, onChange: () => void) {
  let loaded = openLoaded()
  let acknowledged: readonly ChatMessage[] = []
  let isReadingEarlier = false

  function openLoaded() {
    return openSequence({ store: memoryStore<ChatMessage>(onChange), read: calls.messages, limit: maxRows })
  }

  function notLoaded(): readonly ChatMessage[] {
    const rows = loaded.rows()
    return acknowledged.filter((message) => !rows.some(({ id }) => id === message.id))
  }

  return {
    list: () => [...loaded.rows(), ...notLoaded()],
    state: () => ({ isLoaded: loaded.isLoaded(), hasEarlier: loaded.hasEarlier(), isReadingEarlier }),
    catchUp: () => loaded.catchUp(),

    async readEarlier(): Promise<void> {
      if (isReadingEarlier) return
      isReadingEarlier = true
      onChange()
      try {
        await loaded.readEarlier()
      } finally {
        isReadingEarlier = false
        onChange()
      }
    },

    /** Adds an acknowledged message. False when messages before it have to be loaded. */
    accept(message: ChatMessage): boolean {
      acknowledged = [...notLoaded().filter(({ id }) => id !== message.id), message]
      return loaded.put(message)
    },

    /** Another conversation follows. Responses of the old one no longer count. */
    forget(): void {
      loaded = openLoaded()
      acknowledged = []
      onChange()
    },
  }
}
