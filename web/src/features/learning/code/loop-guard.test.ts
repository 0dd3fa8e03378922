import { expect, test } from "vitest"
import { guardLoops } from "./loop-guard.ts"

test("each round of a loop calls the guard, and the lines stay", () => {
  const page = `<p>while</p>
<script>
  while (true) { a() }
  for (const b of c) d(b)
  do e(); while (f)
  // for (;;) {}
</script>`
  expect(guardLoops(page)).toBe(`<p>while</p>
<script>
  while (true) {__loop(); a() }
  for (const b of c) {__loop();d(b)}
  do {__loop();e();} while (f)
  // for (;;) {}
</script>`)
})

test("loops in loops are guarded, too", () => {
  expect(guardLoops("<script>for (;;) for (;;) a()</script>")).toBe(
    "<script>for (;;) {__loop();for (;;) {__loop();a()}}</script>",
  )
})

test("a page without loops stays as it is", () => {
  const page = `<h1>for</h1><button onclick="go()">while</button>`
  expect(guardLoops(page)).toBe(page)
})
