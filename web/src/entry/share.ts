/** Opens the system's share sheet for a `data-action="share"` button, or copies its address. */
export async function share(button: HTMLElement): Promise<void> {
  const { title = "", value: url = "", copied = "", failed = "" } = button.dataset
  // The sheet itself tells the reader what happened; closing it rejects the promise.
  if (navigator.share) return navigator.share({ title, url }).catch(() => undefined)
  const status = button.parentElement?.querySelector("[role=status]")
  if (status) status.textContent = (await copy(url)) ? copied : failed
}

/** Without HTTPS a browser has no clipboard. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
