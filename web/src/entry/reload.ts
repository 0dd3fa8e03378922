/**
 * Reloads the page when the server has another build of it, once for each build; forms then show their drafts. Offline and
 * on the same build the page stays. Its address has no hash, so that pages of every build find the newest one.
 * @throws {Error} in any case, because of `error`, with a message that `dialogFor` knows: browsers differ in theirs
 */
export async function recover(error: unknown): Promise<never> {
  try {
    const response = await fetch(location.href)
    const html = await response.text()
    const addresses = [...document.querySelectorAll<HTMLElement>("[data-island]")].map(
      ({ dataset }) => dataset["island"],
    )
    const changed = addresses.find((address = "") => !html.includes(address))
    if (response.ok && changed && sessionStorage.getItem(GUARD) !== changed) {
      sessionStorage.setItem(GUARD, changed)
      location.reload()
    }
  } catch {
    // Offline, or the browser blocks its storage: without the guard the page could reload for ever.
  }
  throw new Error("Failed to fetch a module", { cause: error })
}

const GUARD = "reloaded"
