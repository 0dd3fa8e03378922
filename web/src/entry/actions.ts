import { fetchFragment } from "#platform/http/request.ts"

type Hydrate = (island: HTMLElement) => Promise<unknown>
type Action = (button: HTMLElement, hydrate: Hydrate) => void | Promise<void>

const root = document.documentElement
const YEAR_S = 31_536_000

const ACTIONS: Readonly<Record<string, Action>> = {
  chat: openChatAtClick,
  join: openJoin,
  help: openHelp,
  close: closeDialog,
  theme: chooseTheme,
  saver: switchSaver,
  pause: async (button) => (await import("./motion.ts")).pauseMotion(button),
  share: async (button) => (await import("./share.ts")).share(button),
}

/** Runs the action of a `data-action` button. The browser loads this module at the first click on one. */
export async function runAction(button: HTMLElement, hydrate: Hydrate): Promise<void> {
  await ACTIONS[button.dataset["action"] ?? ""]?.(button, hydrate)
}

/** Plays the hero video, whose script only pages with one load. */
export async function playVideo(): Promise<void> {
  ;(await import("./motion.ts")).playVideo()
}

/** Shows the account menu, whose script only who is signed in loads. */
export async function showAccount(): Promise<void> {
  await import("./signed-in.ts").then(
    (signedIn) => signedIn.showAccount(),
    () => delete root.dataset["signedIn"],
  )
}

/** Loads what continues earlier pages. */
export async function resume(hydrate: Hydrate): Promise<void> {
  await (await import("./resume.ts")).resume(hydrate, () => openChat(hydrate))
}

/** Loads the chat, which decides itself whether to open. */
async function openChat(hydrate: Hydrate): Promise<void> {
  const chat = document.getElementById("chat") ?? (await insertFragment("chat"))
  const island = chat?.querySelector<HTMLElement>("[data-island]")
  if (island) await hydrate(island)
}

/** The frame has been open since the click; the chat replaces it, unless another click closed it meanwhile. */
async function openChatAtClick(button: HTMLElement, hydrate: Hydrate): Promise<void> {
  const frame = button.closest("form")
  await openChat(hydrate)
  if (!frame?.hasAttribute("data-open")) return
  frame.removeAttribute("data-open")
  dispatchEvent(new Event("chat"))
}

async function openJoin(button: HTMLElement, hydrate: Hydrate): Promise<void> {
  const dialog = document.getElementById("join") ?? (await insertFragment("join"))
  if (!(dialog instanceof HTMLDialogElement)) return
  const menu = button.closest("details")
  menu?.removeAttribute("open")
  // The closed dialog returns the focus to this element; one inside a closed menu would be invisible.
  menu?.querySelector("summary")?.focus()
  for (const island of dialog.querySelectorAll<HTMLElement>("[data-island]")) void hydrate(island)
  const program = dialog.querySelector<HTMLSelectElement>("[name=program]")
  if (program) program.value = button.dataset["value"] ?? ""
  showDialog(dialog)
}

/** Shows at once what the page has of it; without its script the form leads to the contact page. */
async function openHelp(_button: HTMLElement, hydrate: Hydrate): Promise<void> {
  const dialog = document.getElementById("help")
  const island = dialog?.querySelector<HTMLElement>("[data-island]")
  if (!(dialog instanceof HTMLDialogElement) || !island) return
  showDialog(dialog)
  await hydrate(island).catch(() => undefined)
  dispatchEvent(new Event("help"))
}

function showDialog(dialog: HTMLDialogElement): void {
  dialog.onclick = ({ target }) => {
    if (target === dialog) dialog.close()
  }
  dialog.showModal()
}

async function insertFragment(name: string): Promise<Element | null> {
  const html = await fetchFragment(name, root.lang)
  // Two clicks on a slow network fetch it twice.
  if (!document.getElementById(name)) document.body.insertAdjacentHTML("beforeend", html)
  return document.getElementById(name)
}

function closeDialog(button: HTMLElement): void {
  button.closest("dialog")?.close()
}

function chooseTheme(button: HTMLElement): void {
  const theme = button.dataset["value"] ?? "system"
  if (theme === "system") delete root.dataset["theme"]
  else root.dataset["theme"] = theme
  setCookie("theme", theme === "system" ? "" : theme)
}

function switchSaver(): void {
  const save = root.toggleAttribute("data-save")
  setCookie("save", save ? "on" : "off")
}

/** In a cookie, not local storage, so that the server can read it. Holds no personal data. */
function setCookie(name: string, value: string): void {
  document.cookie = `${name}=${value};path=/;max-age=${value ? YEAR_S : 0};samesite=lax`
  dispatchEvent(new Event("chosen"))
}
