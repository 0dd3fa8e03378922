import { expect, type Page } from "@playwright/test"

/** The password of every member that a test registers. */
export const PASSWORD = "anba pye mango a"

interface Registrant {
  readonly email: string
  readonly firstName?: string
}

export const usernameOf = ({ email }: Registrant) => email.slice(0, 20)

/** Registers a member over HTTP; the page's browser context is signed in afterwards. */
export async function register(page: Page, user: Registrant, baseURL: string | undefined): Promise<void> {
  const profile = {
    firstName: user.firstName ?? "Widline",
    lastName: "Jean",
    username: usernameOf(user),
    email: user.email,
  }
  const response = await page.request.post(`${baseURL ?? ""}/api/auth/register`, {
    data: { ...profile, password: PASSWORD, loginProvider: "haitech" },
    headers: { origin: baseURL ?? "" },
  })
  expect(response.status()).toBe(201)
}

/** The tabs of the dashboard are below its next step, which may grow when it has loaded. */
export async function openProfileTab(page: Page): Promise<void> {
  await expect(page.locator("#next-step")).toBeVisible()
  await page.getByRole("link", { name: /^Profile?$/ }).click()
}

export async function signIn(page: Page, name: string, password: string): Promise<void> {
  await page.goto("/login")
  await page.getByLabel("Username or Email").fill(name)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Sign In" }).click()
}

/** Holds the request for the current user until the returned function is called. */
export async function holdUser(page: Page): Promise<() => void> {
  const release = Promise.withResolvers<void>()
  await page.route("**/api/auth/user", async (route) => {
    await release.promise
    await route.continue()
  })
  return release.resolve
}
