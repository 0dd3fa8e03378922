import { routes } from "@haitech/contract/routes"
import type { Plugin } from "vite"

const MODULE = "@haitech/contract/routes"
const OBJECT = "\0routes:"
const LIST = "\0routes-list:"

/**
 * Replaces the contract's `routes` by one constant per route with its method and path, because the schemas would double a
 * page's code. Each importing file gets its own copy, of which the bundler keeps the routes that the file uses.
 */
export function routeDescriptors(): Plugin {
  const constants = Object.entries(routes).map(
    ([name, { method, path, upload }]) => `export const ${name} = ${JSON.stringify({ method, path, upload })}`,
  )
  return {
    name: "route-descriptors",
    enforce: "pre",
    resolveId: (id, importer) => (id === MODULE ? OBJECT + importer : id.startsWith(LIST) ? id : undefined),
    load(id) {
      if (id.startsWith(OBJECT)) return `export * as routes from ${JSON.stringify(id.replace(OBJECT, LIST))}`
      return id.startsWith(LIST) ? constants.join("\n") : undefined
    },
  }
}
