import { join, relative } from "node:path"
import type { Plugin } from "vite"

const ROOT = join(import.meta.dirname, "..")

/**
 * Writes `.vite/modules.json`: which source files are in each script and who imports them, for the messages of the weight
 * tests (`e2e/src/page-modules.ts`). Lengths are in characters before minification.
 */
export function moduleList(): Plugin {
  return {
    name: "module-list",
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    generateBundle(_options, bundle) {
      const importersOf = (id: string) => {
        const info = this.getModuleInfo(id)
        return [...(info?.importers ?? []), ...(info?.dynamicImporters ?? [])].map(shorten)
      }
      const chunks = Object.values(bundle).flatMap((file) => {
        if (file.type !== "chunk") return []
        const modules = Object.entries(file.modules).map(([id, { renderedLength }]) => {
          return { file: shorten(id), length: renderedLength, importers: importersOf(id) }
        })
        return [[file.fileName, { imports: file.imports, modules }]]
      })
      this.emitFile({
        type: "asset",
        fileName: ".vite/modules.json",
        source: JSON.stringify(Object.fromEntries(chunks)),
      })
    },
  }
}

function shorten(id: string): string {
  return id.startsWith("\0") ? id.slice(1) : relative(ROOT, id).replaceAll("\\", "/")
}
