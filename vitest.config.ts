import { defineConfig } from "vitest/config"

/**
 * One project per house. `journeys` kills and restarts the whole product and takes minutes; `npm test` runs it after
 * the build.
 */
export default defineConfig({
  test: {
    // Two cores: more workers only make each of them slower.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // What is waited for comes at its own time, and later on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      { extends: true, test: { name: "contract", include: ["contract/src/**/*.test.ts"] } },
      { extends: true, test: { name: "embedded-postgres", include: ["embedded-postgres/src/**/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "server",
          include: ["server/src/**/*.test.ts"],
          // The database is started once per run and handed to every worker.
          globalSetup: ["server/src/platform/db/testing-setup.ts"],
        },
      },
      { extends: true, test: { name: "web", include: ["web/src/**/*.test.{ts,tsx}"] } },
      { extends: true, test: { name: "scripts", include: ["scripts/*.test.ts"] } },
      { extends: true, test: { name: "journeys", include: ["e2e/src/*.test.ts"], testTimeout: 600_000 } },
    ],
  },
})
