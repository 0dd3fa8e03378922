/** Texts by name, as a browser keeps them: what was set is there at once, and after a power cut. */
export interface TextStorage {
  get(name: string): string | null
  set(name: string, text: string): void
  remove(name: string): void
  names(): string[]
}

/** The browser's own. Where it is forbidden or full, a text lives as long as the page does. */
export function openStorage(): TextStorage {
  const memory = new Map<string, string>()
  return {
    get: (name) => memory.get(name) ?? tried(() => localStorage.getItem(name)) ?? null,
    set(name, text) {
      const isKept = tried(() => {
        localStorage.setItem(name, text)
        return true
      })
      if (isKept) memory.delete(name)
      else memory.set(name, text)
    },
    remove(name) {
      memory.delete(name)
      tried(() => localStorage.removeItem(name))
    },
    names: () => [...memory.keys(), ...(tried(() => Object.keys(localStorage)) ?? [])],
  }
}

function tried<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
