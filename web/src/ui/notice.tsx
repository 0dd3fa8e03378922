import type { ReactNode } from "react"

/** The result of a plain HTML form, shown above it. */
export function Notice({ failed, children }: { readonly failed: boolean; readonly children: ReactNode }) {
  return (
    <p className={failed ? "notice failure" : "notice"} role={failed ? "alert" : "status"}>
      {children}
    </p>
  )
}
