import { defineConfig } from "drizzle-kit"

/** What `npm run migration` compares: the tables of today with the newest migration. */
export default defineConfig({
  dialect: "postgresql",
  schema: ["./src/features/*/table.ts", "./src/features/*/table/*.ts", "./src/platform/*/table.ts"],
  out: "./migrations",
})
