// Runs in the head before the first paint, so that the page does not flash in another theme.
const root = document.documentElement
root.dataset["script"] = ""
const readCookie = (name: string) => document.cookie.match(`\\b${name}=(\\w+)`)?.[1]
const theme = readCookie("theme")
if (theme) root.dataset["theme"] = theme
if (readCookie("signed_in")) root.dataset["signedIn"] = ""
const { saveData, effectiveType = "" } =
  (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection ?? {}
if (/[23]g/.test(effectiveType)) root.dataset["slow"] = ""
if ((readCookie("save") ?? (saveData ? "on" : "off")) === "on") root.dataset["save"] = ""
