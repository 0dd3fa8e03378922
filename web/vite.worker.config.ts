import { join } from "node:path"
import { defineConfig } from "vite"
import { routeDescriptors } from "./routes-plugin.ts"

/** The service worker: one file, at an address without a hash, because a browser looks for its updates there. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [routeDescriptors()],
  logLevel: "warn",
  publicDir: false,
  build: {
    outDir: "dist/client",
    emptyOutDir: false,
    rollupOptions: {
      input: join(import.meta.dirname, "src/worker/main.ts"),
      output: { format: "iife", entryFileNames: "sw.js" },
    },
  },
})
