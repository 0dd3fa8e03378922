import { api } from "./api.ts"
import type { Descriptor, Reply, Route, RouteInput } from "./route.ts"

type Descriptors<Api extends Readonly<Record<string, Route>>> = {
  readonly [Name in keyof Api]: Descriptor<RouteInput<Api[Name]>, Reply<Api[Name]>>
}

/** Every route, for the browser. Vite replaces this module by one without schemas (web/routes-plugin.ts). */
export const routes: Descriptors<typeof api> = api
