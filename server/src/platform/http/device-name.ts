/** Browsers inside other apps: they are somebody else's window on a page. */
const IN_APP = [
  ["Facebook", /FBAN|FBAV/],
  ["Instagram", /Instagram/],
  ["WhatsApp", /WhatsApp/],
  ["TikTok", /musical_ly|BytedanceWebview|TikTok/i],
] as const
/** In this order: most browsers also say that they are the ones further down. */
const BROWSERS = [
  ...IN_APP,
  ["Samsung Internet", /SamsungBrowser/],
  ["Opera", /OPR\/|Opera/],
  ["Edge", /Edg(e|A|iOS)?\//],
  ["Firefox", /Firefox|FxiOS/],
  ["Chrome", /Chrome|CriOS/],
  ["Safari", /Safari/],
] as const
const SYSTEMS = [
  ["Android", /Android/],
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["Windows", /Windows/],
  ["ChromeOS", /CrOS/],
  ["macOS", /Mac OS X|Macintosh/],
  ["Linux", /Linux/],
] as const

/** What a person would call the device they sit at, from its User-Agent; empty when it tells nothing. */
export function deviceName(userAgent = ""): string {
  const named = (known: readonly (readonly [string, RegExp])[]) => known.find(([, sign]) => sign.test(userAgent))?.[0]
  return [named(BROWSERS), named(SYSTEMS)].filter(Boolean).join(", ")
}

/** Google signs nobody in inside another app, which could read along. */
export function isInApp(userAgent: string): boolean {
  return IN_APP.some(([, sign]) => sign.test(userAgent))
}
