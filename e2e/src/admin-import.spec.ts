import { readFile } from "node:fs/promises"
import { expect, type Page } from "@playwright/test"
import { pane, row, signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { expectToast, toast } from "./toast.ts"

test.beforeEach(async ({ page, baseURL }) => {
  await signInAsAdmin(page, baseURL)
})

const heading = (page: Page, name: string) => page.getByRole("heading", { name })
const undoBar = (page: Page) => page.getByRole("status").filter({ hasText: "Undo" })
const figures = (page: Page) => page.getByRole("region", { name: "What would happen" }).locator("dl dd")

/** Chooses a file with the button, by keyboard. */
async function chooseFile(page: Page, content: string, name = "members.csv") {
  const chooser = page.waitForEvent("filechooser")
  await page.getByRole("button", { name: /Choose (a CSV|another) file/ }).press("Enter")
  await (await chooser).setFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) })
}

async function dropFile(page: Page, content: string) {
  const dataTransfer = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], "dropped.csv"))
    return transfer
  }, content)
  await page.getByText("You can also drop it here.").dispatchEvent("drop", { dataTransfer })
}

test("members are checked, imported and undone by keyboard", async ({
  page,
  baseURL,
  sql,
  user: { email, marker },
}) => {
  const data = { name: "Rosemène", email, interests: "Loops" }
  await page.request.post("/api/membership", { data, headers: { origin: baseURL ?? "" } })
  await page.goto("/admin/memberships")
  await page.getByRole("link", { name: "Import" }).press("Enter")
  await expect(heading(page, "Import members")).toBeFocused()
  expect(await axe(page)).toEqual([])
  const rows = [
    "Nom;E-mail;Téléphone;Langue;Programme",
    `Ada ${marker};ada-${marker}@example.org;;fr;coding`,
    `Somebody else;${email.toUpperCase()};;;`,
    `Bo ${marker};bo-${marker}@example.org;;Kreyòl;`,
    "Cy;nobody;;;cooking",
    `Ada again;ADA-${marker}@example.org;;;`,
  ]
  await chooseFile(page, rows.join("\r\n"))
  await expect(heading(page, "What would happen")).toBeFocused()
  await expect(figures(page)).toHaveText(["2", "1", "2"])
  await expect(page.getByText("Columns that are not imported: Téléphone")).toBeVisible()
  await expect(page.getByRole("table").getByRole("row")).toHaveText([
    "LineColumnWhat is wrong",
    "5E-mailPlease enter a valid email address",
    "5ProgrammePlease choose one of the programs",
    "6E-mailLine 2 has the same email address",
  ])
  expect(await axe(page)).toEqual([])
  const downloading = page.waitForEvent("download")
  await page.getByRole("button", { name: "Download this list as CSV" }).press("Enter")
  const download = await downloading
  expect(download.suggestedFilename()).toBe("import-issues.csv")
  expect(await readFile(await download.path(), "utf8")).toMatch(/^\ufeffLine,Column,Message\r\n5,E-mail,/)

  const submit = page.getByRole("button", { name: "Import 2 members, leave out 2 rows" })
  await submit.press("Enter")
  await expect(page.getByText("Please confirm that these people asked to be members")).toBeVisible()
  const consent = page.getByRole("checkbox", { name: /^These people asked to be members/ })
  await expect(consent).toBeFocused()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press("Space")
  await submit.press("Enter")
  await expect(undoBar(page)).toContainText("Members imported: 2")
  await undoBar(page).getByRole("button").focus()
  expect(await axe(page)).toEqual([])
  await page.getByRole("link", { name: "See the memberships" }).press("Enter")
  await page.goto(`/admin/memberships?q=${marker}`)
  await row(page, `Bo ${marker}`).press("Enter")
  await expect(pane(page)).toContainText("Kreyòl ayisyen")
  await expect(pane(page)).toContainText("Imported on")
  expect(await axe(page)).toEqual([])
  expect(await sql`select interests from memberships where email = ${email}`).toEqual([{ interests: "Loops" }])

  await page.goto("/admin/history")
  await row(page, "Imported members from a file").first().press("Enter")
  await expect(pane(page)).toContainText("2, 4")
  expect(await axe(page)).toEqual([])
  await pane(page).getByRole("button", { name: "Undo this import" }).press("Enter")
  await expectToast(page, "Import undone", "Members deleted: 2.")
  await expect(row(page, "Undid an import of members").first()).toBeVisible()
  await page.goto(`/admin/memberships?q=${marker}`)
  await expect(page.getByText("Nothing found.")).toBeVisible()
})

test("the key Z undoes an import, and says who stays", async ({ page, baseURL, user: { marker } }) => {
  await page.goto("/admin/memberships/import")
  await chooseFile(page, `Name,Email\nAda,ada-${marker}@example.org\nBo,bo-${marker}@example.org`)
  await page.getByRole("checkbox", { name: /^These people/ }).press("Space")
  await page.getByRole("button", { name: "Import 2 members" }).press("Enter")
  await expect(undoBar(page)).toBeVisible()
  const data = { name: "Bo herself", email: `bo-${marker}@example.org` }
  await page.request.post("/api/membership", { data, headers: { origin: baseURL ?? "" } })
  await page.keyboard.press("z")
  await expectToast(page, "Import undone", "Members deleted: 1. Joined again and stayed: 1.")
  await expect(page.getByRole("button", { name: "Choose a CSV file" })).toBeVisible()
})

test("a file that cannot be imported says why, and another one can be chosen", async ({ page, user: { marker } }) => {
  await page.goto("/admin/memberships/import")
  const alert = page.getByRole("alert")
  await chooseFile(page, "x".repeat(1024 * 1024 + 1))
  await expect(alert).toHaveText("The file may have at most 1 MB. Split it into several files.")
  expect(await axe(page)).toEqual([])
  await chooseFile(page, "PK\u0003\u0004")
  await expect(alert).toHaveText(/The first row has to name the columns/)
  await page.route("**/api/admin/membership-imports/check", (route) => route.abort(), { times: 1 })
  const content = `Name,Email\nAda,ada-${marker}@example.org`
  await chooseFile(page, content)
  await expect(alert).toHaveText(/connection/i)
  await dropFile(page, content)
  await expect(heading(page, "What would happen")).toBeFocused()
  await expect(page.getByText("dropped.csv")).toBeVisible()
  await expect(alert).toHaveCount(0)

  await page.getByRole("checkbox", { name: /^These people/ }).press("Space")
  const submit = page.getByRole("button", { name: "Import 1 member" })
  // The server imports, and only its answer gets lost.
  await page.route(
    "**/api/admin/membership-imports",
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await submit.press("Enter")
  await expect(toast(page)).toContainText(/connection/i)
  await submit.press("Enter")
  await expect(undoBar(page)).toContainText("Members imported: 1")

  await page.getByRole("button", { name: "Import another file" }).press("Enter")
  await chooseFile(page, content)
  await expect(page.getByText("Nobody in this file would be a new member.")).toBeVisible()
  await expect(page.getByRole("button", { name: /^Import/ })).toHaveCount(0)
  expect(await axe(page)).toEqual([])
})
