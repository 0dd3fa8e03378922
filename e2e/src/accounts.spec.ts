import { expect, type Page } from "@playwright/test"
import { test } from "./fixtures.ts"
import { holdNavigation } from "./hold-navigation.ts"
import { PASSWORD, register, signIn } from "./members.ts"
import { toast } from "./toast.ts"

/** How long the sign-in page shows the toast before it opens the dashboard. */
const REDIRECT_MS = 1000
const TOAST_MS = 5000
const ID = "0190a000-0000-7000-8000-000000000001"
const SIGNED_IN = { id: ID, email: "ada@example.org", username: "ada", firstName: "Ada", lastName: "Pierre" }

test("spec §2: /login has a name, a password that can be shown, a link to /register, and Google", async ({ page }) => {
  await page.goto("/login")
  await expect(page.getByLabel("Username or Email")).toBeVisible()
  const password = page.getByLabel("Password", { exact: true })
  await password.fill("secret")
  await expect(password).toHaveAttribute("type", "password")
  await page.getByRole("button", { name: "Show password" }).click()
  await expect(password).toHaveAttribute("type", "text")
  await page.getByRole("button", { name: "Hide password" }).click()
  await expect(password).toHaveAttribute("type", "password")
  await expect(page.getByRole("main").getByRole("link", { name: "Create an account" })).toHaveAttribute(
    "href",
    "/register",
  )
  await expect(page.getByRole("link", { name: "Sign in with Google" })).toHaveAttribute("href", "/login/google")
})

test("registering signs the member in, and only the right password signs in again", async ({ page, context, user }) => {
  await page.goto("/register")
  await fillRegistration(page, {
    confirmation: "anba pye mango a",
    username: user.email.slice(0, 20),
    email: user.email,
  })
  await page.getByRole("button", { name: "Create Account" }).click()
  await page.waitForURL("**/member-dashboard")
  expect((await page.request.get("/api/auth/user")).status()).toBe(200)
  await context.clearCookies()
  expect((await page.request.get("/api/auth/user")).status()).toBe(401)
  await page.goto("/login")
  await page.getByLabel("Username or Email").fill(user.email.toUpperCase())
  await page.getByLabel("Password", { exact: true }).fill("wrong")
  await page.getByRole("button", { name: "Sign In" }).click()
  await expect(toast(page)).toContainText("Sign In Failed")
  await expect(toast(page)).toContainText("Invalid username/email or password. Please try again.")
  await page.getByLabel("Password", { exact: true }).fill("anba pye mango a")
  await page.getByRole("button", { name: "Sign In" }).click()
  await page.waitForURL("**/member-dashboard")
  expect((await (await page.request.get("/api/auth/user")).json()).email).toBe(user.email)
})

test("spec §9: a welcome toast stays its five seconds in all, on the sign-in page and on the dashboard", async ({
  page,
  context,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  await context.clearCookies()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await signIn(page, user.email, PASSWORD)
  await expect(toast(page)).toContainText("Welcome Back!")
  await page.clock.runFor(REDIRECT_MS)
  await page.waitForURL("**/member-dashboard")
  await expect(async () => {
    // The dashboard's own timers run with the clock.
    await page.clock.runFor(50)
    await expect(toast(page)).toContainText("Welcome Back!", { timeout: 500 })
  }).toPass()
  await expect(toast(page)).toContainText("Successfully signed in to your HaiTech Learning account.")
  await page.clock.runFor(TOAST_MS - REDIRECT_MS)
  await expect(toast(page)).toHaveCount(0)
  await page.clock.resume()
  await page.reload()
  await expect(page.getByRole("heading", { name: "Welcome back, Widline!" })).toBeVisible()
  await expect(toast(page)).toHaveCount(0)
})

test("a welcome toast that was closed does not come back on the dashboard", async ({
  page,
  context,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  await context.clearCookies()
  const releaseNavigation = await holdNavigation(page, "/member-dashboard")
  await signIn(page, user.email, PASSWORD)
  await toast(page).getByRole("button", { name: "Close" }).click()
  await releaseNavigation()
  await expect(page.getByRole("heading", { name: "Welcome back, Widline!" })).toBeVisible()
  await expect(toast(page)).toHaveCount(0)
})

test("a tap on Show password takes effect even before its script has loaded", async ({ page }) => {
  await page.route("**/island-LoginForm*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await page.goto("/login", { waitUntil: "commit" })
  await page.getByRole("button", { name: "Show password" }).click()
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text")
})

test("spec §4, §8: signing in disables the form, shows a welcome toast and opens the dashboard", async ({ page }) => {
  const sentBody = await mockResponse(page, "login", 200, SIGNED_IN)
  const releaseNavigation = await holdNavigation(page, "/member-dashboard")
  await page.goto("/login")
  await page.getByLabel("Username or Email").fill(" ada ")
  await page.getByLabel("Password", { exact: true }).fill("secret")
  await page.getByRole("button", { name: "Sign In" }).click()
  await expect(page.getByRole("button", { name: "Signing In..." })).toBeDisabled()
  await expect(page.getByLabel("Username or Email")).toBeDisabled()
  await expect(toast(page)).toContainText("Welcome Back!")
  await expect(toast(page)).toContainText("Successfully signed in to your HaiTech Learning account.")
  await releaseNavigation()
  expect(sentBody()).toEqual({ usernameOrEmail: "ada", password: "secret" })
})

test("spec §5: an empty sign-in form shows the missing fields and sends no request", async ({ page }) => {
  const sentBody = await mockResponse(page, "login", 200, SIGNED_IN)
  await page.goto("/login")
  await page.getByRole("button", { name: "Sign In" }).click()
  await expect(page.getByText("Username or email is required")).toBeVisible()
  await expect(page.getByText("Password is required")).toBeVisible()
  await expect(page.getByLabel("Username or Email")).toBeFocused()
  expect(sentBody()).toBeNull()
})

for (const [source, status, body, message] of [
  ["the server's message", 401, { code: "session.missing", message: "No such account." }, "No such account."],
  ["the default message", 500, "oops", "Invalid username/email or password. Please try again."],
] as const) {
  test(`spec §8: Sign In Failed shows ${source}`, async ({ page }) => {
    await mockResponse(page, "login", status, body)
    await page.goto("/login")
    await page.getByLabel("Username or Email").fill("ada")
    await page.getByLabel("Password", { exact: true }).fill("wrong")
    await page.getByRole("button", { name: "Sign In" }).click()
    await expect(toast(page)).toContainText("Sign In Failed")
    await expect(toast(page)).toContainText(message)
    await expect(page.getByLabel("Username or Email")).toHaveValue("ada")
    await expect(page.getByRole("button", { name: "Sign In" })).toBeEnabled()
  })
}

test("a refused sign-in is said once, by the toast", async ({ page }) => {
  await mockResponse(page, "login", 401, { code: "login.refused", message: "Wrong." })
  await page.goto("/login")
  await page.getByLabel("Username or Email").fill("ada")
  await page.getByLabel("Password", { exact: true }).fill("wrong")
  await page.getByRole("button", { name: "Sign In" }).click()
  await expect(toast(page)).toContainText("Wrong.")
  await expect(page.locator("main form .notice")).toHaveCount(0)
})

test("after too many attempts the form says how long to wait and offers a reset, until the member types again", async ({
  page,
}) => {
  await mockResponse(page, "login", 429, { code: "rate.limited", message: "Please wait." }, { "retry-after": "541" })
  await page.goto("/login")
  await page.getByLabel("Username or Email").fill("ada")
  await page.getByLabel("Password", { exact: true }).fill("wrong")
  await page.getByRole("button", { name: "Sign In" }).click()
  await toast(page).getByRole("button", { name: "Close" }).click()
  await expect(toast(page)).toHaveCount(0)
  const notice = page.locator("main form").getByText("You can try again in 10 min.")
  await expect(notice).toBeVisible()
  await expect(notice.getByRole("link", { name: "Set a new password by email" })).toHaveAttribute(
    "href",
    "/forgot-password",
  )
  await page.getByRole("button", { name: "Sign In" }).click()
  await expect(notice).toHaveCount(0)
  await expect(notice).toBeVisible()
  await page.getByLabel("Password", { exact: true }).press("a")
  await expect(notice).toHaveCount(0)
})

test("spec §2, §3: /register sends everything but the confirmation and opens the dashboard", async ({ page }) => {
  const sentBody = await mockResponse(page, "register", 201, SIGNED_IN)
  const releaseNavigation = await holdNavigation(page, "/member-dashboard")
  await page.goto("/register")
  await fillRegistration(page, { confirmation: "anba pye mango a" })
  await expect(page.getByText("Strength: good")).toBeVisible()
  await page.getByRole("button", { name: "Create Account" }).click()
  await expect(page.getByRole("button", { name: "Creating Account..." })).toBeDisabled()
  await expect(toast(page)).toContainText("Account Created Successfully!")
  await expect(toast(page)).toContainText("You're now signed in to your dashboard.")
  await releaseNavigation()
  expect(sentBody()).toEqual({
    firstName: "Ada",
    lastName: "Pierre",
    username: "ada",
    email: "ada@example.org",
    password: "anba pye mango a",
    loginProvider: "haitech",
  })
  await page.goto("/register")
  await expect(page.getByRole("link", { name: "Sign up with Google" })).toHaveAttribute("href", "/login/google")
  await expect(page.getByRole("main").getByRole("link", { name: "Sign In" })).toHaveAttribute("href", "/login")
})

test("spec §5: an invalid registration shows an error under each field", async ({ page }) => {
  await page.goto("/register")
  await page.getByRole("button", { name: "Create Account" }).click()
  for (const text of [
    "First name is required",
    "Last name is required",
    "Username must be at least 3 characters",
    "Please enter a valid email address",
    "Password must be at least 6 characters",
  ]) {
    await expect(page.getByText(text)).toBeVisible()
  }
  await fillRegistration(page, { confirmation: "something else" })
  await page.getByRole("button", { name: "Create Account" }).click()
  await expect(page.getByText("Passwords don't match")).toBeVisible()
  await expect(page.getByLabel("Confirm Password")).toBeFocused()
  await expect(page.locator(".error")).toHaveCount(1)
  await page.getByLabel("Password", { exact: true }).fill("something else")
  await expect(page.locator(".error")).toHaveCount(0)
})

test("typing in a field removes its error, and submitting shows it again while the field is invalid", async ({
  page,
}) => {
  await page.goto("/register")
  const email = page.getByLabel("Email Address")
  const error = page.getByText("Please enter a valid email address")
  const submit = page.getByRole("button", { name: "Create Account" })
  await submit.click()
  await expect(email).toHaveAccessibleDescription("Please enter a valid email address")
  await email.press("a")
  await expect(error).toHaveCount(0)
  await expect(email).not.toHaveAttribute("aria-invalid")
  await expect(email).not.toHaveAttribute("aria-describedby")
  await expect(email).toBeFocused()
  await expect(page.getByText("Last name is required")).toBeVisible()
  await submit.click()
  await expect(error).toBeVisible()
  await email.fill("ada@example.org")
  await expect(error).toHaveCount(0)
})

test("spec §8: Registration Failed shows the server's message in the toast and under its field", async ({ page }) => {
  const message = "This username is taken"
  await mockResponse(page, "register", 409, { code: "request.invalid", message, fields: { username: message } })
  await page.goto("/register")
  await fillRegistration(page, { confirmation: "anba pye mango a" })
  await page.getByRole("button", { name: "Create Account" }).click()
  await expect(toast(page)).toContainText("Registration Failed")
  await expect(page.locator(".error")).toHaveText(message)
  await expect(page.getByLabel("Username")).toBeFocused()
})

test("spec §8: a registration without a connection shows Something went wrong and keeps the form", async ({ page }) => {
  await page.route("**/api/auth/register", (route) => route.abort())
  await page.goto("/register")
  await fillRegistration(page, { confirmation: "anba pye mango a" })
  await page.getByRole("button", { name: "Create Account" }).click()
  await expect(toast(page)).toContainText("Something went wrong. Please try again.")
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("anba pye mango a")
})

/** Mocks a response of the accounts API. Returns a function that reads the request's body, or null before a request. */
async function mockResponse(
  page: Page,
  call: string,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<() => unknown> {
  let sentBody: unknown = null
  await page.route(`**/api/auth/${call}`, async (route) => {
    sentBody = route.request().postDataJSON()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.fulfill({ status, headers, body: typeof body === "string" ? body : JSON.stringify(body) })
  })
  return () => sentBody
}

interface Registration {
  readonly confirmation: string
  readonly username?: string
  readonly email?: string
}

async function fillRegistration(
  page: Page,
  { confirmation, username = "ada", email = "ada@example.org" }: Registration,
): Promise<void> {
  await page.getByLabel("First Name").fill("Ada")
  await page.getByLabel("Last Name").fill("Pierre")
  await page.getByLabel("Username").fill(username)
  await page.getByLabel("Email Address").fill(email)
  await page.getByLabel("Password", { exact: true }).fill("anba pye mango a")
  await page.getByLabel("Confirm Password").fill(confirmation)
}
