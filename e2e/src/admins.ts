import { expect, type Page } from "@playwright/test"
import { newGuest } from "./guests.ts"

/** The first administrator. The first test of a worker that needs one creates it. */
export const ADMIN = { username: "guerda", email: "guerda@example.org", firstName: "Guerda", lastName: "Louis" }
export const ADMIN_PASSWORD = "mango-88"

/** Creates the first administrator if there is none yet, and signs the page's browser context in as that administrator. */
export async function signInAsAdmin(page: Page, baseURL: string | undefined): Promise<void> {
  const post = (path: string, data: object) => page.request.post(path, { data, headers: { origin: baseURL ?? "" } })
  const setup = await post("/api/admin/setup", { ...ADMIN, password: ADMIN_PASSWORD })
  if (setup.status() === 201) return
  const login = await post("/api/admin/login", { username: ADMIN.username, password: ADMIN_PASSWORD })
  expect(login.status()).toBe(200)
}

/** Sends a contact message over HTTP. */
export async function sendContactMessage(page: Page, baseURL: string | undefined, message: object): Promise<void> {
  const data = { email: `eve-${crypto.randomUUID()}@example.org`, ...message }
  const response = await page.request.post("/api/contact", { data, headers: { origin: baseURL ?? "" } })
  expect(response.status()).toBe(201)
}

/** The row of the current list whose text matches `name`. */
export const row = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name: new RegExp(name) })

/** Sends messages of Fabiola and Stanley, and shows the list of contacts with only these. */
export async function openTwoContacts(page: Page, baseURL: string | undefined, marker: string): Promise<void> {
  for (const name of ["Fabiola", "Stanley"])
    await sendContactMessage(page, baseURL, { name: `${name} ${marker}`, message: "Bonjou" })
  await page.goto(`/admin/contacts?q=${marker}`)
  await expect(row(page, `Stanley ${marker}`)).toBeVisible()
}

/** The row of a conversation in the chat list, by the visitor's name. */
export const thread = (page: Page, name: string) =>
  page.getByRole("list", { name: "Chat Messages" }).getByRole("button", { name: new RegExp(name) })

/** Sends the messages of a new guest, and shows the chat list with only that conversation. */
export async function openNewThread(page: Page, baseURL: string | undefined, marker: string, messages = ["Bonjou"]) {
  const guest = await newGuest(baseURL, marker)
  for (const message of messages) await guest.sendMessage(message)
  await page.goto(`/admin/chat?q=${marker}`)
  return guest
}

/** The reply field under the open conversation. */
export const composer = (page: Page) => pane(page).getByRole("textbox", { name: "Your reply" })

/** Opens the filters of the current list, which are behind a button. */
export const openFilters = (page: Page) => page.getByRole("button", { name: "Filters" }).click()

/** The detail pane of the selected record: beside the list, or over it on a phone. */
export const pane = (page: Page) => page.getByRole("complementary")
