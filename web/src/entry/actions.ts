import type { readUser } from "@haitech/contract/accounts"
import { type CallFailed, fetchFragment, request } from "#platform/request.ts"

type Hydrate = (island: HTMLElement) => Promise<unknown>
type Action = (button: HTMLElement, hydrate: Hydrate) => void | Promise<void>

const root = document.documentElement
const YEAR_S = 31_536_000
const STILL = "(prefers-reduced-motion: reduce), (max-width: 1023px)"

const ACTIONS: Readonly<Record<string, Action>> = {
  chat: (_, hydrate) => openChat(hydrate, true),
  join: openJoin,
  close: closeDialog,
  theme: chooseTheme,
  saver: switchSaver,
  pause: pauseMotion,
}

/** Does what a `data-action` button of a static page says. Fetched with the first tap on one. */
export async function runAction(button: HTMLElement, hydrate: Hydrate): Promise<void> {
  await ACTIONS[button.dataset["action"] ?? ""]?.(button, hydrate)
}

/** §2: the looping muted video of the hero. Only where the line, the screen and the reader's wishes allow it. */
export function playVideo(): void {
  if (root.dataset["save"] !== undefined || matchMedia(STILL).matches) return
  const video = document.querySelector<HTMLVideoElement>("[data-video]")
  if (!video) return
  for (const source of video.querySelectorAll("source")) source.src = source.dataset["src"] ?? ""
  video.addEventListener("playing", () => video.toggleAttribute("data-playing", true), { once: true })
  video.load()
  // A browser may refuse to play by itself; the drawn scene below stays.
  video.play().catch(() => undefined)
}

/** D10: the hint says that somebody is signed in; the server says who, or that it is so no more. */
export async function showAccount(): Promise<void> {
  try {
    const user = await request(READ_USER as typeof readUser, {}, root.lang)
    const menu = await fetchFragment("account", root.lang)
    for (const place of document.querySelectorAll("[data-account]")) {
      place.innerHTML = menu
      const name = place.querySelector("[data-first-name]")
      if (name && user.firstName) name.textContent = user.firstName
      // In the phone's menu it stands open: of menus with one name, opening the inner would close the outer.
      const inner = place.closest(".sheet") && place.querySelector("details")
      if (inner) Object.assign(inner, { name: "", open: true })
    }
  } catch (error) {
    delete root.dataset["signedIn"]
    // A line that broke, or a page that was left early, says nothing about who is signed in.
    if ((error as Partial<CallFailed>).status === 401) remember("signed_in", "")
  }
}

// The contract itself would cost the reader more than this whole file.
const READ_USER = { method: "GET", path: "/api/auth/user" } as const

/** The chat. Tapped, its panel shows before it is awake; else it decides by itself whether it was open before. */
export async function openChat(hydrate: Hydrate, isTapped?: boolean): Promise<void> {
  const chat = document.getElementById("chat") ?? (await insertFragment("chat"))
  const island = chat?.querySelector<HTMLElement>("[data-island]")
  if (!island) return
  if (isTapped) island.firstElementChild?.removeAttribute("hidden")
  await hydrate(island)
  if (isTapped) dispatchEvent(new Event("chat"))
}

async function openJoin(button: HTMLElement, hydrate: Hydrate): Promise<void> {
  const dialog = document.getElementById("join") ?? (await insertFragment("join"))
  if (!(dialog instanceof HTMLDialogElement)) return
  const menu = button.closest("details")
  menu?.removeAttribute("open")
  // The dialog gives the focus back to where it was; inside a closed menu nobody would find it.
  menu?.querySelector("summary")?.focus()
  for (const island of dialog.querySelectorAll<HTMLElement>("[data-island]")) void hydrate(island)
  dialog.onclick = ({ target }) => {
    if (target === dialog) dialog.close()
  }
  const program = dialog.querySelector<HTMLSelectElement>("[name=program]")
  if (program) program.value = button.dataset["value"] ?? ""
  dialog.showModal()
}

/** Fetches a part that no page carries, and puts it at the end of this one. */
async function insertFragment(name: string): Promise<Element | null> {
  const part = await fetchFragment(name, root.lang)
  // Two taps on a slow line ask twice.
  if (!document.getElementById(name)) document.body.insertAdjacentHTML("beforeend", part)
  return document.getElementById(name)
}

function closeDialog(button: HTMLElement): void {
  button.closest("dialog")?.close()
}

function chooseTheme(button: HTMLElement): void {
  const theme = button.dataset["value"] ?? "system"
  if (theme === "system") delete root.dataset["theme"]
  else root.dataset["theme"] = theme
  remember("theme", theme === "system" ? "" : theme)
}

function switchSaver(): void {
  const save = root.toggleAttribute("data-save")
  remember("save", save ? "on" : "off")
}

function pauseMotion(button: HTMLElement): void {
  const paused = root.toggleAttribute("data-paused")
  button.ariaPressed = String(paused)
  for (const video of document.querySelectorAll("video")) void (paused ? video.pause() : video.play())
}

/** A cookie, not local storage: the server may look at it, and it holds nothing about a person. */
function remember(name: string, value: string): void {
  document.cookie = `${name}=${value};path=/;max-age=${value ? YEAR_S : 0};samesite=lax`
  dispatchEvent(new Event("chosen"))
}
