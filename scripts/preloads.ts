interface Chunk {
  readonly file: string
  readonly name?: string
  readonly src?: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
}

export type Manifest = Readonly<Record<string, Chunk>>

const PAGES_OF_ONE_ISLAND: Readonly<Record<string, readonly string[]>> = {
  AdminApp: [],
  Dashboard: ["first-view"],
}

/** By island, the URLs of all scripts of its page, which browsers find step by step. @throws for an unknown chunk */
export function collectPreloads(manifest: Manifest): Record<string, string[]> {
  const entries = Object.entries(PAGES_OF_ONE_ISLAND).map(([island, firstView]) => {
    const files = [`island-${island}`, ...firstView].flatMap((name) => {
      const key = Object.keys(manifest).find((candidate) => manifest[candidate]?.name === name)
      return collectFiles(manifest, key ?? name)
    })
    return [island, [...new Set(files)]]
  })
  return Object.fromEntries(entries)
}

function collectFiles(manifest: Manifest, key: string): string[] {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`the bundle has no entry ${key}; check scripts/preloads.ts`)
  return [`/${chunk.file}`, ...(chunk.imports ?? []).flatMap((next) => collectFiles(manifest, next))]
}
