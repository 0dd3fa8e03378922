import { expect, test } from "vitest"
import { collectPreloads } from "./preloads.ts"

const MANIFEST = {
  "virtual:island/AdminApp": { file: "admin.js", name: "island-AdminApp", imports: ["_react.js"] },
  "virtual:island/Dashboard": { file: "dashboard.js", name: "island-Dashboard", imports: ["_react.js", "_apps.js"] },
  "_react.js": { file: "react.js", name: "react" },
  "_apps.js": { file: "apps.js", name: "apps", imports: ["_react.js", "_texts.js"] },
  "_texts.js": { file: "texts.js", name: "texts" },
  "_first-view.js": { file: "first-view.js", name: "first-view", imports: ["_apps.js", "_clock.js"] },
  "_clock.js": { file: "clock.js", name: "clock" },
  "src/app/member/tutor-page.tsx": { file: "tutor.js", name: "tutor-page", imports: ["_apps.js"] },
}

test("what an island and its first view import, also through others, is preloaded once", () => {
  expect(collectPreloads(MANIFEST)).toEqual({
    AdminApp: ["/admin.js", "/react.js"],
    Dashboard: ["/dashboard.js", "/react.js", "/apps.js", "/texts.js", "/first-view.js", "/clock.js"],
  })
})

test("a bundle without the first view's chunk is refused by name", () => {
  const { "_first-view.js": _, ...rest } = MANIFEST
  expect(() => collectPreloads(rest)).toThrow("the bundle has no entry first-view")
})
