import { readFileSync } from "node:fs"
import { join } from "node:path"
import tailwindcss from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { defineConfig, type Plugin } from "vite"
import { chunkFileNames, chunkGroups, ISLAND } from "./code-splitting.ts"
import { moduleList } from "./module-list.ts"
import { routeDescriptors } from "./routes-plugin.ts"

const SOURCES = join(import.meta.dirname, "src")
const RELOAD = 'e=>import("/reload.js").then(m=>m.recover(e))'
/** On a silent line an import would wait for minutes. `dialogFor` knows its error. */
const LATE = 'new Promise((_, late) => setTimeout(late, 2e4, Error("timed out")))'

/** The name and source file of every island in `app/islands.ts`. */
export function readIslands(): { name: string; file: string }[] {
  const list = readFileSync(join(SOURCES, "app/islands.ts"), "utf8")
  return [...list.matchAll(/^import \{ (\w+) \} from "#(.+)"$/gm)].map(([, name = "", file = ""]) => ({ name, file }))
}

/** Provides a module `virtual:island/<Name>` per island that exports the component as `island`. */
function islandModules(): Plugin {
  return {
    name: "islands",
    resolveId: (id) => (id.startsWith(ISLAND) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${ISLAND}`)) return undefined
      const name = id.slice(ISLAND.length + 1)
      const island = readIslands().find((entry) => entry.name === name)
      return island && `export { ${name} as island } from ${JSON.stringify(join(SOURCES, island.file))}`
    },
  }
}

/**
 * Vite wraps every dynamic import in a helper that preloads styles and chunks. None of ours has any, and every page would
 * load the helper's 700 bytes, so the helper only calls the import, for 20 seconds, and `entry/reload.ts` when that
 * fails. Vite would wrap that import, too, so it comes last. A lazy chunk with styles of its own fails the build.
 */
function withoutPreloadHelper(): Plugin {
  const helper = "\0vite/preload-helper.js"
  return {
    name: "without-preload-helper",
    enforce: "pre",
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    load: (id) =>
      id === helper
        ? `export const __vitePreload = (load) => Promise.race([load().catch(RELOAD), ${LATE}])`
        : undefined,
    renderChunk: (code) => code.replace(".catch(RELOAD)", `.catch(${RELOAD})`),
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const isLazy = file.type === "chunk" && file.isDynamicEntry
        if (isLazy && file.viteMetadata?.importedCss.size) this.error(`${file.fileName} imports styles`)
      }
    },
  }
}

/** Lightning CSS writes `-webkit-mask` three times. */
const REPEATED_DECLARATION = /([\w-]+:[^;{}]+;)\1+/g

/** Shortens the names of the tokens, and of what Lightning CSS makes of `light-dark()`: each page inlines them. */
function shortCss(): Plugin {
  const tokens = readFileSync(join(SOURCES, "styles/tokens.css"), "utf8").match(/--[\w-]+(?=:)/g)
  const short = new Map([...new Set(tokens)].map((name, index) => [name, `--${index.toString(36).toUpperCase()}`]))
  short.set("--lightningcss-light", "--l").set("--lightningcss-dark", "--d")
  return {
    name: "short-css",
    enforce: "post",
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        // A selector such as `.py-\(--section\)` is the name of a class.
        if (file.type === "asset" && file.fileName.endsWith(".css"))
          file.source = String(file.source)
            .replaceAll(/(?<!\\.)--[a-z][\w-]*/g, (name) => short.get(name) ?? name)
            .replaceAll(REPEATED_DECLARATION, "$1")
      }
    },
  }
}

const ALIASES = {
  // TypeScript resolves only the CommonJS entry, whose helpers every page would load.
  "@stripe/stripe-js/pure/index.js": "@stripe/stripe-js/pure/index.mjs",
  // The router's substitute for older versions of React.
  "use-sync-external-store/shim/index.js": "react",
}

const CLIENT_FILES = {
  public: "src/entry/public.ts",
  theme: "src/entry/theme.ts",
  "first-part": "src/entry/first-part.ts",
  "first-requests": "src/entry/first-requests.ts",
  mount: "src/entry/mount.ts",
  actions: "src/entry/actions.ts",
  reload: "src/entry/reload.ts",
  vitals: "src/entry/vitals.ts",
  site: "src/styles/site.css",
  overlays: "src/styles/overlays.css",
  account: "src/features/accounts/account-menu.css",
  chat: "src/features/chat/chat.css",
  code: "src/features/learning/code/code-exercise.css",
  thanks: "src/features/outreach/thanks.css",
  ...Object.fromEntries(readIslands().map(({ name }) => [`island-${name}`, ISLAND + name])),
}

export default defineConfig(({ isSsrBuild, command }) => ({
  root: import.meta.dirname,
  resolve: { alias: ALIASES },
  plugins: [
    routeDescriptors(),
    islandModules(),
    withoutPreloadHelper(),
    moduleList(),
    tailwindcss(),
    react(),
    shortCss(),
  ],
  // The build inserts these two URLs into the boot script afterwards; in development they are fixed.
  define:
    command === "serve"
      ? { MOUNT: '"/src/entry/mount.ts"', ACTIONS: '"/src/entry/actions.ts"' }
      : { "process.env.NODE_ENV": '"production"' },
  // Scanned at start: a dependency that Vite discovers later reloads the page during a click.
  optimizeDeps: { entries: ["src/app/islands.ts", "src/entry/{actions,mount}.ts", "src/app/gallery/stage.tsx"] },
  logLevel: "warn",
  ssr: command === "build" ? { noExternal: true } : {},
  build: isSsrBuild
    ? {
        outDir: "dist/render",
        emptyOutDir: true,
        copyPublicDir: false,
        rollupOptions: {
          input: { render: "src/entry/render.tsx", metadata: "src/entry/metadata.tsx" },
          // The renderer may bundle what the browser imports dynamically.
          checks: { ineffectiveDynamicImport: false },
        },
      }
    : {
        outDir: "dist/client",
        emptyOutDir: true,
        manifest: true,
        modulePreload: false,
        rollupOptions: {
          preserveEntrySignatures: "strict",
          input: CLIENT_FILES,
          output: {
            chunkFileNames,
            entryFileNames: ({ name }) => (name === "reload" ? "reload.js" : "assets/[name]-[hash].js"),
            codeSplitting: { groups: chunkGroups },
          },
        },
      },
}))
