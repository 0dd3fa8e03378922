import type { InlineConfig, Plugin } from "vite"

/** What the bundles of server and renderer share: both run in one process of Node, whose memory counts. */
export function forNode(): InlineConfig {
  return { plugins: [textsFromFiles(), asciiOnly()], build: { rolldownOptions: { external: /^@haitech\/messages\// } } }
}

/** Both import the texts, and so share them. Rolldown leaves out the attributes of such imports. */
function textsFromFiles(): Plugin {
  return {
    name: "texts-from-files",
    renderChunk: (code) => ({
      code: code.replaceAll(/ from "@haitech\/messages\/\w+\.json"/g, '$& with { type: "json" }'),
      map: null,
    }),
  }
}

/** V8 keeps the sources of modules in memory, at two bytes a character once one needs them. */
function asciiOnly(): Plugin {
  return {
    name: "ascii-only",
    // After Vite's own plugins, which would undo it.
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === "chunk") file.code = file.code.replaceAll(/[^\0-\x7f]/g, escapeUnit)
    },
  }
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
}
