import { defineConfig } from "@playwright/test"
import { CHROMIUM } from "./src/chromium.ts"

/**
 * They save a seventh of the processor time of the browser tests: a page of a test lives for seconds, so optimizing its
 * scripts costs more than it saves, and one process draws as well as two.
 */
const ECONOMY = ["--js-flags=--no-opt,--no-maglev", "--in-process-gpu"]

/** End-to-end tests in a real browser. `npm test` finds the browser and passes its path in BROWSER_PATH. */
export default defineConfig({
  testDir: "src",
  testMatch: "*.spec.ts",
  globalSetup: "./src/testing-setup.ts",
  outputDir: "results/failed",
  // The tests of a file run in their order, in one worker: they share its product, and what one of them leaves there.
  // Tests often wait, so three workers keep two cores busy.
  workers: 3,
  timeout: 240_000,
  forbidOnly: Boolean(process.env["CI"]),
  reporter: "list",
  expect: { timeout: 40_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    // An action that cannot be done says why; the limit of the test would not.
    actionTimeout: 60_000,
    // With a service worker, a test could no longer hold or fail the requests of a page. Tests of offline use allow it.
    serviceWorkers: "block",
    launchOptions: { ...CHROMIUM, args: [...CHROMIUM.args, ...ECONOMY] },
  },
})
