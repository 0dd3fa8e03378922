import { openStorage } from "./storage.ts"

const OFFERED = "installOffered"

/** The browser's own offer to install the site (Web Application Manifest incubations), which Chromium alone has. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

/** How this browser puts the site on the home screen: it asks itself, or its menu does. */
export type InstallWay = "prompt" | "menu"

const storage = openStorage()

/** Null once it was offered, in the installed app, and where there is no way. */
export function wayToOffer(): InstallWay | null {
  return storage.get(OFFERED) ? null : installWay()
}

export const rememberOffer = () => storage.set(OFFERED, "1")

export async function install(): Promise<void> {
  await installEvent?.prompt()
}

let installEvent: InstallEvent | undefined

/** Stores the browser's offer until there is a reason for it. Chromium makes it once somebody has used the site for a while. */
export function awaitInstallEvent(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault()
    installEvent = event as InstallEvent
  })
}

function installWay(): InstallWay | null {
  if (matchMedia("(display-mode: standalone), (display-mode: minimal-ui)").matches) return null
  if (installEvent) return "prompt"
  // Safari on iPhones and iPads, in the page and not in the app.
  return "standalone" in navigator && navigator.standalone === false ? "menu" : null
}
