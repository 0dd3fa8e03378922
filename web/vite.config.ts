import { readFileSync } from "node:fs"
import { join } from "node:path"
import tailwindcss from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { defineConfig, type Plugin } from "vite"

const SOURCES = join(import.meta.dirname, "src")
const ISLAND = "virtual:island/"

const SHARED = /web[\\/]src[\\/](platform|ui|features)[\\/]/
const OF_APPS =
  /[\\/](features[\\/](accounts|members|chat)|features[\\/][a-z]+[\\/](admin|contact-detail|reply|markdown)|platform[\\/](app|fetch-page|calls|drafts|fresh|markdown|navigation|numbers|admin|proof-of-work|record-lists|single-page|use-load-error|use-deletion|use-records|use-bulk-action|use-shortcuts|when)|ui[\\/](bulk|busy|chip|detail|dialog|empty|keys|leaf|load|medal|admin|password|portrait|record|skeleton|spinner|tabs|text-area|undo|use-list|use-modal))/

/** Every island of `app/islands.ts`: its name and the file it is exported from. */
export function readIslands(): { name: string; file: string }[] {
  const list = readFileSync(join(SOURCES, "app/islands.ts"), "utf8")
  return [...list.matchAll(/^import \{ (\w+) \} from "#(.+)"$/gm)].map(([, name = "", file = ""]) => ({ name, file }))
}

/** Makes `virtual:island/<Name>` of each island: a module whose `island` is the component. */
function islandModules(): Plugin {
  return {
    name: "islands",
    resolveId: (id) => (id.startsWith(ISLAND) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${ISLAND}`)) return undefined
      const name = id.slice(ISLAND.length + 1)
      const island = readIslands().find((known) => known.name === name)
      return island && `export { ${name} as island } from ${JSON.stringify(join(SOURCES, island.file))}`
    },
  }
}

export default defineConfig(({ isSsrBuild, command }) => ({
  root: import.meta.dirname,
  plugins: [islandModules(), tailwindcss(), react()],
  // The two inlined scripts are told their addresses after the build; in development they are known beforehand.
  define:
    command === "serve"
      ? { MOUNT: '"/src/entry/mount.ts"', ACTIONS: '"/src/entry/actions.ts"' }
      : { "process.env.NODE_ENV": '"production"' },
  // Found before anybody asks: what Vite finds later reloads the page in the middle of a click.
  optimizeDeps: { entries: ["src/app/islands.ts", "src/entry/{actions,mount}.ts", "src/app/gallery/stage.tsx"] },
  logLevel: "warn",
  ssr: command === "build" ? { noExternal: true } : {},
  build: isSsrBuild
    ? {
        outDir: "dist/render",
        emptyOutDir: true,
        copyPublicDir: false,
        rollupOptions: {
          input: { render: "src/entry/render.tsx", findable: "src/entry/findable.tsx" },
          // What the browser loads late is in the renderer from the start, and rightly so.
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
          input: {
            public: "src/entry/public.ts",
            theme: "src/entry/theme.ts",
            mount: "src/entry/mount.ts",
            actions: "src/entry/actions.ts",
            site: "src/styles/site.css",
            chat: "src/styles/chat.css",
            ...Object.fromEntries(readIslands().map(({ name }) => [`island-${name}`, ISLAND + name])),
          },
          output: {
            codeSplitting: {
              // Every file costs a request and its headers, so what several islands share is one.
              groups: [
                {
                  name: "react",
                  test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown.runtime|entry[\\/]mount\.ts/,
                },
                {
                  name: "shared",
                  // What only the apps share, or one public page with them, the others are not to pay for.
                  test: (id) => SHARED.test(id) && !OF_APPS.test(id),
                  minShareCount: 3,
                },
              ],
            },
          },
        },
      },
}))
