import { defineConfig } from "vitest/config"

/** One project per package. `journeys` kills and restarts the product and takes minutes; `npm test` runs it after the build. */
export default defineConfig({
  test: {
    // Tests often wait for the database, so three workers keep two cores busy.
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // expect.poll waits for asynchronous effects, which take longer on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      { extends: true, test: { name: "content", include: ["content/src/**/*.test.ts"] } },
      { extends: true, test: { name: "contract", include: ["contract/src/**/*.test.ts"], isolate: false } },
      {
        extends: true,
        test: {
          name: "embedded-postgres",
          include: ["embedded-postgres/src/**/*.test.ts"],
          globalSetup: "embedded-postgres/src/testing-setup.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: ["server/src/**/*.test.ts"],
          // Starts one database per run, for all workers; installs the programs that tests use.
          globalSetup: ["server/src/platform/db/testing-setup.ts", "scripts/pdf-tools.ts", "scripts/test-programs.ts"],
          // Loads the server once per worker, not once per file: a quarter less processor time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "web",
          include: ["web/{*,src/**/*}.test.{ts,tsx}"],
          isolate: false,
          unstubGlobals: true,
          unstubEnvs: true,
        },
      },
      { extends: true, test: { name: "scripts", include: ["scripts/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "journeys",
          include: ["e2e/src/*.test.ts"],
          globalSetup: "e2e/src/testing-setup.ts",
          testTimeout: 600_000,
        },
      },
    ],
  },
})
