/** A string store, like local storage: writes are synchronous and survive a power cut. */
export interface TextStorage {
  get(name: string): string | null
  set(name: string, text: string): void
  remove(name: string): void
  names(): string[]
}

/** Local storage. When it is blocked or full, values stay in memory until the page is closed. */
export function openStorage(): TextStorage {
  const memory = new Map<string, string>()
  return {
    get: (name) => memory.get(name) ?? attempt(() => localStorage.getItem(name)) ?? null,
    set(name, text) {
      const isStored = attempt(() => {
        localStorage.setItem(name, text)
        return true
      })
      if (isStored) memory.delete(name)
      else memory.set(name, text)
    },
    remove(name) {
      memory.delete(name)
      attempt(() => localStorage.removeItem(name))
    },
    names: () => [...memory.keys(), ...(attempt(() => Object.keys(localStorage)) ?? [])],
  }
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
