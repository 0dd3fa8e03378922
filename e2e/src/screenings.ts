import { expect, type Page } from "@playwright/test"
import { pane } from "./admins.ts"

export const SCREENING_STEP_NAMES = [
  "Identity",
  "Two references",
  "Background check",
  "Safeguarding course",
  "Interview",
] as const
type StepName = (typeof SCREENING_STEP_NAMES)[number]

export const screeningStep = (page: Page, name: StepName) => pane(page).getByRole("listitem").filter({ hasText: name })

/** On the open page of a screening, by the keyboard alone. */
export async function recordStep(page: Page, name: StepName): Promise<void> {
  await screeningStep(page, name).getByRole("button", { name: "Record" }).focus()
  await page.keyboard.press("Enter")
  const dialog = page.getByRole("dialog", { name })
  await expect(dialog.getByLabel(/^Valid until/)).toHaveValue(/^20\d\d-\d\d-\d\d$/)
  await dialog.getByLabel(/^Reference/).fill("A-17")
  await page.keyboard.press("Enter")
  await expect(dialog).toBeHidden()
  await expect(screeningStep(page, name)).toContainText("Waits for a second person")
}

/** On the open page of a screening, as another administrator than the one who recorded the step. */
export async function confirmStep(page: Page, name: StepName): Promise<void> {
  await screeningStep(page, name).getByRole("button", { name: "Confirm" }).press("Enter")
  await expect(screeningStep(page, name)).toContainText("Confirmed by Esther Jean")
}
