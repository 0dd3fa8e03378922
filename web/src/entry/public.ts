// The boot script, inlined into every page (at most 1 KB): hydrates each island separately and as late as possible.
declare const MOUNT: string
declare const ACTIONS: string

type Mount = typeof import("./mount.ts")
type Actions = typeof import("./actions.ts")

const root = document.documentElement
const islands = document.querySelectorAll<HTMLElement>("[data-island]")
const load = (address: string): Promise<unknown> => import(/* @vite-ignore */ address)

interface IslandElement extends HTMLElement {
  hydrating?: Promise<unknown>
}

function hydrate(element: IslandElement): Promise<unknown> {
  const { island, texts, props = "{}", id } = element.dataset
  element.hydrating ??= Promise.all([MOUNT, island, texts].map((address) => address && load(address))).then(
    ([mount, module, fileTexts]) =>
      (mount as Mount).mount(
        element,
        (module as { island: never }).island,
        { ...JSON.parse(props), ...(fileTexts as object) },
        id as string,
      ),
  )
  element.hydrating.catch(() => {
    delete element.hydrating
  })
  return element.hydrating
}

// "visible" islands hydrate near the viewport, forms ("interaction") when they get the focus, and again after a failure.
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
  else element.addEventListener("focusin", () => hydrate(element))
}

// The link of a password email has its token in the hash; the form must read it.
if (location.hash.startsWith("#user=")) for (const element of islands) hydrate(element)

// A click before hydration is repeated after it, but a password shows at once, and so does the chat's frame, which the
// next click closes. If the script fails to load, a form is sent and a link followed without it.
addEventListener("click", (event) => {
  const trigger = (event.target as Element).closest<HTMLButtonElement>(
    "[data-island]:not([data-hydrated]) button,[data-action]",
  )
  if (!trigger || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  const { form } = trigger
  const field = trigger.closest(".password")?.firstChild as HTMLInputElement | undefined
  // Hydration hides it again, and the repeated click shows it.
  if (field) field.type = field.type === "text" ? "password" : "text"
  if (trigger.dataset["action"]) {
    form?.toggleAttribute("data-open")
    load(ACTIONS)
      .then((actions) => (actions as Actions).runAction(trigger, hydrate))
      .catch(() => (form ? form.submit() : location.assign(`${trigger}`)))
  } else
    hydrate(trigger.closest<HTMLElement>("[data-island]") as HTMLElement).then(
      () => trigger.click(),
      // A form's only other button is a password's.
      () => form?.requestSubmit(trigger),
    )
})

for (const overlays of document.querySelectorAll<HTMLLinkElement>("link[media]")) overlays.media = ""

function showChoices() {
  for (const button of document.querySelectorAll<HTMLElement>("[data-action=theme],[data-action=saver]")) {
    const { value } = button.dataset
    button.ariaPressed = `${value ? value === (root.dataset["theme"] ?? "system") : "save" in root.dataset}`
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

/** A busy phone may never be idle: then it loads after five seconds. Safari, which cannot say when it is idle, at once. */
function loadDeferred() {
  try {
    // The URL asks for the chat, or an earlier page left it open, left something unsent, or left drafts of forms.
    if (location.hash.startsWith("#chat") || sessionStorage.length || localStorage["chat"] || localStorage["drafts"])
      load(ACTIONS).then((actions) => (actions as Actions).resume(hydrate))
  } catch {
    // Storage is blocked: the chat stays closed.
  }
  if (document.querySelector("[data-signed-in] [data-account]"))
    load(ACTIONS).then((actions) => (actions as Actions).showAccount())
  if (root.matches("[data-save],[data-slow]")) return
  ;(window.requestIdleCallback ?? (setTimeout as unknown as typeof requestIdleCallback))(
    () => {
      for (const element of islands) if (element.dataset["when"] === "interaction") hydrate(element)
      if (document.querySelector("[data-video]")) load(ACTIONS).then((actions) => (actions as Actions).playVideo())
    },
    { timeout: 5000 },
  )
}
addEventListener("load", loadDeferred)
