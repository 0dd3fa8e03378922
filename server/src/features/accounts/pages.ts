import type { Deps } from "#deps.ts"
import type { Pages } from "#platform/http/pages.ts"
import { TEST_GOOGLE_PATH } from "./service/google-sandbox.ts"

const STATE = /^[\w-]{32}$/

export async function mountAccountPages(
  pages: Pick<Pages, "show" | "renderOnDemand">,
  { identity }: Pick<Deps, "identity">,
): Promise<void> {
  // The built pages show the button.
  if (identity?.provider === "google") return
  const googleSignIn = identity ? "test" : "off"
  await Promise.all(["/login", "/register"].map((path) => pages.show(path, { googleSignIn })))
  if (identity)
    pages.renderOnDemand(TEST_GOOGLE_PATH, async (state) => (STATE.test(state) ? { testGoogle: { state } } : null))
}
