// The boot script, inlined into every page (at most 1 KB): hydrates each island separately and as late as possible.
declare const MOUNT: string
declare const ACTIONS: string

type Mount = typeof import("./mount.ts")
type Actions = typeof import("./actions.ts")

const root = document.documentElement
const slow = () => root.matches("[data-save],[data-slow]")
const islands = document.querySelectorAll<HTMLElement>("[data-island]")
const load = (address: string): Promise<unknown> => import(/* @vite-ignore */ address)

const hydrated = new WeakMap<Element, Promise<unknown>>()
function hydrate(element: HTMLElement): Promise<unknown> {
  let hydrating = hydrated.get(element)
  if (!hydrating) {
    const { island = "", texts, props = "{}", id = "" } = element.dataset
    hydrating = Promise.all([MOUNT, island, texts].map((address) => address && load(address))).then(
      ([mount, module, fileTexts]) =>
        (mount as Mount).mount(
          element,
          (module as { island: never }).island,
          Object.assign(JSON.parse(props), fileTexts),
          id,
        ),
    )
    hydrated.set(element, hydrating)
    hydrating.catch(() => hydrated.delete(element))
  }
  return hydrating
}

// "visible" islands hydrate near the viewport, forms ("interaction") when they get the focus.
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
for (const element of islands) {
  if (element.dataset["when"] === "visible") near.observe(element.firstElementChild as Element)
  else element.addEventListener("focusin", () => hydrate(element), { once: true })
}

// The link of a password email has its token in the hash; the form must read it.
if (location.hash.startsWith("#user=")) for (const element of islands) hydrate(element)

// A click before hydration is repeated after it. If the script fails to load, a form is sent as a plain HTML post.
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
  const trigger = (event.target as Element).closest<HTMLElement>("[data-action]")
  if (!trigger || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  load(ACTIONS)
    .then((actions) => (actions as Actions).runAction(trigger, hydrate))
    // The script failed to load: follow the link or send the form without it.
    .catch(() =>
      trigger instanceof HTMLAnchorElement
        ? location.assign(trigger.href)
        : (trigger as HTMLButtonElement).form?.submit(),
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

const halfVisible = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      halfVisible.unobserve(target)
      ;(target as HTMLElement).dataset["counting"] = ""
    }
  },
  { threshold: 0.5 },
)
for (const counters of document.querySelectorAll("[data-counters]")) halfVisible.observe(counters)

function loadDeferred() {
  try {
    // The URL asks for the chat, or an earlier page left it open, left unsent messages, or left drafts of forms.
    if (location.hash.startsWith("#chat") || sessionStorage.length || localStorage["chat"])
      load(ACTIONS).then((actions) => (actions as Actions).resume(hydrate))
  } catch {
    // Storage is blocked: the chat stays closed.
  }
  if (document.querySelector("[data-signed-in] [data-account]"))
    load(ACTIONS).then((actions) => (actions as Actions).showAccount())
  if (slow()) return
  ;(window.requestIdleCallback ?? setTimeout)(() => {
    for (const element of islands) if (element.dataset["when"] === "interaction") hydrate(element)
    if (document.querySelector("[data-video]")) load(ACTIONS).then((actions) => (actions as Actions).playVideo())
  })
}
if (document.readyState === "complete") loadDeferred()
else addEventListener("load", loadDeferred)
