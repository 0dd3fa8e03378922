// Inlined into every public page (at most 1 KB): wakes each island on its own, as late as it can, and nothing else.
declare const MOUNT: string
declare const ACTIONS: string

type Mount = typeof import("./mount.ts")
type Actions = typeof import("./actions.ts")

const root = document.documentElement
const slow = () => root.matches("[data-save],[data-slow]")
const every = document.querySelectorAll<HTMLElement>("[data-island]")
const load = (address: string): Promise<unknown> => import(/* @vite-ignore */ address)

const hydrated = new WeakMap<Element, Promise<unknown>>()
function hydrate(element: HTMLElement): Promise<unknown> {
  let hydrating = hydrated.get(element)
  if (!hydrating) {
    const { island = "", texts, props = "{}", id = "" } = element.dataset
    hydrating = Promise.all([MOUNT, island, texts].map((address) => address && load(address))).then(
      ([mount, module, words]) =>
        (mount as Mount).mount(
          element,
          (module as { island: never }).island,
          Object.assign(JSON.parse(props), words),
          id,
        ),
    )
    hydrated.set(element, hydrating)
    hydrating.catch(() => hydrated.delete(element))
  }
  return hydrating
}

// A page is read, so an island wakes when it comes near; a form only once somebody is in it.
const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      near.unobserve(target)
      hydrate(target.parentElement as HTMLElement)
    }
  },
  { rootMargin: "300px" },
)
for (const element of every) {
  if (element.dataset["when"] === "visible") near.observe(element.firstElementChild as Element)
  else element.addEventListener("focusin", () => hydrate(element), { once: true })
}

// Who comes by the link of a letter finds the form that the link is for.
if (location.hash.startsWith("#user=")) for (const element of every) hydrate(element)

// A tap on a button that is not awake yet is kept for it. When its script does not come, a form goes as plain HTML.
addEventListener("click", (event) => {
  const button = (event.target as Element).closest<HTMLButtonElement>("[data-island]:not([data-hydrated]) button")
  if (!button) return
  event.preventDefault()
  const island = button.closest<HTMLElement>("[data-island]") as HTMLElement
  hydrate(island).then(
    () => button.click(),
    () => button.type === "submit" && button.form?.requestSubmit(button),
  )
})

addEventListener("click", (event) => {
  const act = (event.target as Element).closest<HTMLElement>("[data-action]")
  if (!act || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  load(ACTIONS)
    .then((actions) => (actions as Actions).runAction(act, hydrate))
    // The line broke: a link, or a form, still goes where it goes without script.
    .catch(() =>
      act instanceof HTMLAnchorElement ? location.assign(act.href) : (act as HTMLButtonElement).form?.submit(),
    )
})

function showChoices() {
  for (const button of document.querySelectorAll<HTMLElement>("[data-action=theme],[data-action=saver]")) {
    const { value } = button.dataset
    const pressed = value ? value === (root.dataset["theme"] ?? "system") : root.dataset["save"] !== undefined
    button.ariaPressed = String(pressed)
  }
}
addEventListener("chosen", showChoices)
showChoices()

const halfSeen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      halfSeen.unobserve(target)
      ;(target as HTMLElement).dataset["counting"] = ""
    }
  },
  { threshold: 0.5 },
)
for (const counters of document.querySelectorAll("[data-counters]")) halfSeen.observe(counters)

function settle() {
  try {
    // The chat is what the address asks for, was open on the page before, or has something to send.
    if (
      (location.hash.startsWith("#chat") || sessionStorage["chat"] || localStorage["chat"]) &&
      document.querySelector("[data-action=chat]")
    )
      load(ACTIONS).then((actions) => (actions as Actions).openChat(hydrate))
  } catch {
    // Storage is forbidden: then every page begins without it.
  }
  if (document.querySelector("[data-signed-in] [data-account]"))
    load(ACTIONS).then((actions) => (actions as Actions).showAccount())
  if (slow()) return
  ;(window.requestIdleCallback ?? setTimeout)(() => {
    for (const element of every) if (element.dataset["when"] === "interaction") hydrate(element)
    if (document.querySelector("[data-video]")) load(ACTIONS).then((actions) => (actions as Actions).playVideo())
  })
}
if (document.readyState === "complete") settle()
else addEventListener("load", settle)
