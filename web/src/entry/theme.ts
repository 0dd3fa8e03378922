// Runs in the head, before the first paint: what the reader chose, or what the browser says, must not flash.
const root = document.documentElement
root.dataset["script"] = ""
const chosen = (name: string) => document.cookie.match(`\\b${name}=(\\w+)`)?.[1]
const theme = chosen("theme")
if (theme) root.dataset["theme"] = theme
if (chosen("signed_in")) root.dataset["signedIn"] = ""
const { saveData, effectiveType = "" } =
  (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection ?? {}
if (/[23]g/.test(effectiveType)) root.dataset["slow"] = ""
if ((chosen("save") ?? (saveData ? "on" : "off")) === "on") root.dataset["save"] = ""
