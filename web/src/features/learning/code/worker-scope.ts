declare global {
  /** Only in workers. TypeScript's types of pages and of workers exclude each other. */
  function importScripts(address: string): void
}

const REMOVED = [
  "fetch",
  "XMLHttpRequest",
  "WebSocket",
  "WebSocketStream",
  "WebTransport",
  "EventSource",
  "indexedDB",
  "caches",
  "BroadcastChannel",
  "Worker",
  "SharedWorker",
  "importScripts",
  "Notification",
  "navigator",
  "postMessage",
  "onmessage",
  "close",
  "FileReaderSync",
]

/** For clear errors. What keeps a program from the network and from storage is the policy of its frame. */
export function removeAccess(): void {
  for (const name of REMOVED) {
    for (let owner: object | null = self; owner; owner = Object.getPrototypeOf(owner)) {
      if (!Object.hasOwn(owner, name)) continue
      try {
        Object.defineProperty(owner, name, { value: undefined, writable: false, configurable: false })
      } catch {
        // Not configurable in this browser.
      }
    }
  }
}
