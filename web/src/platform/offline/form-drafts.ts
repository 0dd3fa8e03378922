/** The storage key of all drafts; `use-form-submit.ts`, `help-drafts.ts`, `session-owner.ts` and `entry/` use it, too. */
const KEY = "drafts"
/** Of the drafts that outlive their tab: when one was stored last. */
const SAVED_AT_KEY = "drafts-saved"
const LASTING_MS = 7 * 86_400_000

type Place = "sessionStorage" | "localStorage"

/** An application takes an evening to write; everything else stays in its tab. */
const placeOf = (name: string): Place => (name === "apply" ? "localStorage" : "sessionStorage")
const PLACES: readonly Place[] = ["sessionStorage", "localStorage"]

/** What differs from a form's defaults: texts by field name, checkboxes by name and value. */
type FormDraft = Readonly<Record<string, string | boolean>>
type Drafts = Readonly<Record<string, FormDraft>>

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Stores what was typed into a form. Forms may share a draft; each stores its own fields. */
export function keepFormDraft(name: string, form: HTMLFormElement): void {
  const place = placeOf(name)
  const { [name]: draft = {}, ...others } = readDrafts(place)
  const own = controls(form)
  const keys = new Set(own.map(keyOf))
  const foreign = Object.entries(draft).filter(([key]) => !keys.has(key))
  const changed = own.filter(isChanged).map((control) => [keyOf(control), valueOf(control)] as const)
  const next: FormDraft = Object.fromEntries([...foreign, ...changed])
  writeDrafts(place, Object.keys(next).length > 0 ? { ...others, [name]: next } : others)
}

/** Stores values for a form that another page has, by field name. */
export function keepDraft(name: string, values: Readonly<Record<string, string>>): void {
  const place = placeOf(name)
  writeDrafts(place, { ...readDrafts(place), [name]: values })
}

/** Puts a draft into the form's untouched fields. False without a draft. */
export function restoreFormDraft(name: string, form: HTMLFormElement): boolean {
  const draft = readDrafts(placeOf(name))[name]
  if (!draft) return false
  for (const control of controls(form, ["hidden"])) {
    const value = draft[keyOf(control)]
    if (value === undefined || isChanged(control)) continue
    if (control instanceof HTMLInputElement && typeof value === "boolean") control.checked = value
    else control.value = String(value)
    control.dispatchEvent(new Event("input", { bubbles: true }))
  }
  return true
}

export function hasDraft(prefix: string): boolean {
  return PLACES.some((place) => Object.keys(readDrafts(place)).some((name) => name.startsWith(prefix)))
}

/** Drops every draft whose name begins with `prefix`, but not with `except`. */
export function dropDrafts(prefix: string, except?: string): void {
  const isKept = (name: string) => !name.startsWith(prefix) || (except !== undefined && name.startsWith(except))
  for (const place of PLACES) {
    const all = Object.entries(readDrafts(place))
    const left = all.filter(([name]) => isKept(name))
    if (left.length < all.length) writeDrafts(place, Object.fromEntries(left))
  }
}

/** Without passwords; a password that the visitor made visible is a text field. */
function controls(form: HTMLFormElement, moreTypes: readonly string[] = []): Control[] {
  return [...form.elements].filter(
    (element): element is Control =>
      isControl(element, moreTypes) && element.name !== "" && !SECRETS.includes(element.autocomplete),
  )
}

const TYPES = ["text", "email", "tel", "url", "date", "checkbox", "radio"]
const SECRETS = ["current-password", "new-password", "one-time-code"]

function isControl(element: Element, moreTypes: readonly string[]): element is Control {
  if (element instanceof HTMLInputElement) return [...TYPES, ...moreTypes].includes(element.type)
  return element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement
}

function isCheckbox(control: Control): control is HTMLInputElement {
  return control.type === "checkbox" || control.type === "radio"
}

function keyOf(control: Control): string {
  return isCheckbox(control) ? `${control.name}=${control.value}` : control.name
}

function valueOf(control: Control): string | boolean {
  return isCheckbox(control) ? control.checked : control.value
}

function isChanged(control: Control): boolean {
  if (isCheckbox(control)) return control.checked !== control.defaultChecked
  if (!(control instanceof HTMLSelectElement)) return control.value !== control.defaultValue
  const initial = [...control.options].find(({ defaultSelected }) => defaultSelected) ?? control.options[0]
  return control.value !== initial?.value
}

function readDrafts(place: Place): Drafts {
  try {
    const storage = globalThis[place]
    const isOld = place === "localStorage" && Number(storage.getItem(SAVED_AT_KEY)) < Date.now() - LASTING_MS
    return isOld ? {} : JSON.parse(storage.getItem(KEY) ?? "{}")
  } catch {
    return {}
  }
}

function writeDrafts(place: Place, drafts: Drafts): void {
  try {
    const storage = globalThis[place]
    if (Object.keys(drafts).length === 0) {
      storage.removeItem(KEY)
      storage.removeItem(SAVED_AT_KEY)
    } else {
      storage.setItem(KEY, JSON.stringify(drafts))
      if (place === "localStorage") storage.setItem(SAVED_AT_KEY, String(Date.now()))
    }
  } catch {
    // Storage is full or blocked: the input stays in the form only.
  }
}
