import * as z from "zod/mini"
import { LANGUAGES } from "./languages.ts"
import { route } from "./route.ts"
import { LINES, MEASURED_PAGES, MORE, VITALS, type Vital } from "./vitals.ts"

const bound = (vital: Vital) => z.optional(z.literal([...VITALS[vital].bounds, MORE]))

export const WebVitals = z.strictObject({
  page: z.enum(MEASURED_PAGES),
  language: z.enum(LANGUAGES),
  line: z.enum(LINES),
  bounds: z.strictObject({ LCP: bound("LCP"), INP: bound("INP"), CLS: bound("CLS"), TTFB: bound("TTFB") }),
})
export type WebVitals = z.output<typeof WebVitals>

/** Counted in memory and stored within a minute, so what a crash loses is not sent again. */
export const sendWebVitals = route({
  method: "POST",
  path: "/api/web-vitals",
  access: "public",
  status: 202,
  body: WebVitals,
  reply: z.object({}),
})
