import { existsSync, readFileSync } from "node:fs"
import { SourceMap } from "node:module"

const POSITION = /(?<=^ {4}at .*)(file:\/\/\S+\.js):(\d+):(\d+)/gm

const known = new Map<string, string>()

/**
 * The stack of an error with the positions in the sources instead of those in the bundle. Node would do the same for
 * 100 MB of memory, so maps are read when an error comes from a new position, and not kept.
 */
export function sourceStack({ stack }: Error): string | undefined {
  const maps = new Map<string, SourceMap>()
  return stack?.replaceAll(POSITION, (position: string, file: string, line: string, column: string) => {
    const source = known.get(position) ?? sourcePosition(maps, file, Number(line), Number(column))
    if (source) known.set(position, source)
    return source ?? position
  })
}

function sourcePosition(maps: Map<string, SourceMap>, file: string, line: number, column: number): string | undefined {
  const address = new URL(`${file}.map`)
  if (!existsSync(address)) return undefined
  const map = maps.get(file) ?? new SourceMap(JSON.parse(readFileSync(address, "utf8")))
  maps.set(file, map)
  const entry = map.findEntry(line - 1, column - 1)
  // Lines of libraries have no entry, and Node then finds the one before.
  if (!("originalSource" in entry) || entry.generatedLine !== line - 1) return undefined
  return `${new URL(entry.originalSource, address)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
}
