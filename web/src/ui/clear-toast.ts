/** Takes away the toast that stands: what it says is no longer so. Apart from `toast.ts`: no visitor pays for it. */
export function clearToast(): void {
  for (const toast of document.querySelectorAll(".toasts .toast")) {
    const close = toast.querySelector<HTMLElement>(".close")
    if (close) close.click()
    else toast.remove()
  }
}
