import { expect, type Page } from "@playwright/test"

/** Of everybody who registers in a journey. */
export const PASSWORD = "anba pye mango a"

interface Reader {
  readonly email: string
}

export const usernameOf = ({ email }: Reader) => email.slice(0, 20)

/** Registers, and is signed in. */
export async function register(page: Page, reader: Reader, baseURL: string | undefined): Promise<void> {
  const person = { firstName: "Widline", lastName: "Jean", username: usernameOf(reader), email: reader.email }
  const answer = await page.request.post("/api/auth/register", {
    data: { ...person, password: PASSWORD, loginProvider: "haitech" },
    headers: { origin: baseURL ?? "" },
  })
  expect(answer.status()).toBe(201)
}

export async function signIn(page: Page, name: string, password: string): Promise<void> {
  await page.goto("/login")
  await page.getByLabel("Username or Email").fill(name)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Sign In" }).click()
}
