/** Closes the visible toast once it is out of date. A module of its own, because few pages need it. */
export function clearToast(): void {
  for (const toast of document.querySelectorAll(".toasts .toast")) {
    const close = toast.querySelector<HTMLElement>(".close")
    if (close) close.click()
    else toast.remove()
  }
}
