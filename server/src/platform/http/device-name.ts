const IN_APP_BROWSERS = [
  ["Facebook", /FBAN|FBAV/],
  ["Instagram", /Instagram/],
  ["WhatsApp", /WhatsApp/],
  ["TikTok", /musical_ly|BytedanceWebview|TikTok/i],
] as const
/** The order matters: most browsers also contain the names of those further down. */
const BROWSERS = [
  ...IN_APP_BROWSERS,
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

export function deviceName(userAgent = ""): string {
  const nameFrom = (patterns: readonly (readonly [string, RegExp])[]) =>
    patterns.find(([, pattern]) => pattern.test(userAgent))?.[0]
  return [nameFrom(BROWSERS), nameFrom(SYSTEMS)].filter(Boolean).join(", ")
}

/** Google refuses sign-ins in embedded browsers, because the app around them could read the password. */
export function isInApp(userAgent: string): boolean {
  return IN_APP_BROWSERS.some(([, pattern]) => pattern.test(userAgent))
}
