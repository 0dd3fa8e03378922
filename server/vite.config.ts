import { dirname, relative } from "node:path"
import { defineConfig, type Plugin } from "vite"

const FOLDER = `${import.meta.dirname}/dist`

/** Parts of Fastify: schemas are declared in the contract. V8 would keep their sources in memory with the bundle. */
const NEVER_LOADED = ["@fastify/ajv-compiler", "@fastify/fast-json-stringify-compiler", "light-my-request"]

/** Code finds files beside its source: migrations, courses, the program of a thread. */
function sourcePaths(): Plugin {
  return {
    name: "source-paths",
    enforce: "pre",
    transform(code, id) {
      if (id.includes("/node_modules/") || !code.includes("import.meta.")) return undefined
      const path = relative(FOLDER, id).replaceAll("\\", "/")
      const located = code
        .replaceAll("import.meta.dirname", `(import.meta.dirname + "/${dirname(path)}")`)
        .replaceAll("import.meta.filename", `(import.meta.dirname + "/${path}")`)
        .replaceAll("import.meta.url", `new URL("${path}", import.meta.url).href`)
      return { code: located, map: null }
    },
  }
}

/** Nobody edits them, and they would double the source map. */
function withoutMapsOfLibraries(): Plugin {
  return {
    name: "without-maps-of-libraries",
    transform: (code, id) => (id.includes("/node_modules/") ? { code, map: { mappings: "" } } : undefined),
  }
}

/** Bundles the server for production; `npm run dev` and the tests run its sources. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [sourcePaths(), withoutMapsOfLibraries()],
  logLevel: "warn",
  ssr: { noExternal: true, external: ["@node-rs/argon2", "sharp", ...NEVER_LOADED] },
  build: {
    ssr: "src/main.ts",
    target: "node24",
    outDir: FOLDER,
    emptyOutDir: false,
    sourcemap: true,
    rolldownOptions: {
      output: { chunkFileNames: "[name]-[hash].js", comments: false, sourcemapExcludeSources: true },
    },
  },
})
