import { showCarriedToast } from "#ui/carried-toast.ts"

/** The session storage key of the app's page to which a sign-in returns. */
const RETURN_KEY = "return"

/** The session ended on this page of the app, whose path is relative to the app's. */
export function keepReturnPath(path: string): void {
  sessionStorage.setItem(RETURN_KEY, path)
}

/** Shows the toast of the page before, and returns to where the session ended. */
export function resume(navigate: (path: string, options: { readonly replace: boolean }) => void): void {
  showCarriedToast()
  const path = sessionStorage.getItem(RETURN_KEY)
  sessionStorage.removeItem(RETURN_KEY)
  if (path) navigate(path, { replace: true })
}
