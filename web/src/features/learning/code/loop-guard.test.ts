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

test("each call of a function calls the guard", () => {
  expect(
    guardLoops(`<script>
  function a() { b() }
  const c = async function () {}, d = () => e().then(d), f = (g) => { g() }, h = (i) => ({ i }), j = (k) => (k)
  class L extends M { constructor() { super() } get n() { return 1 } }
  const o = { p() {}, q: { r: 1 }, s: () => [] }
</script>`),
  ).toBe(`<script>
  function a() {__loop(); b() }
  const c = async function () {__loop();}, d = () => (__loop(),e().then(d)), f = (g) => {__loop(); g() }, h = (i) => (__loop(),({ i })), j = (k) => (__loop(),(k))
  class L extends M { constructor() {__loop(); super() } get n() {__loop(); return 1 } }
  const o = { p() {__loop();}, q: { r: 1 }, s: () => (__loop(),[]) }
</script>`)
})

test("a page without loops and functions stays as it is", () => {
  const page = `<h1>for</h1><button onclick="go()">while</button>`
  expect(guardLoops(page)).toBe(page)
})
