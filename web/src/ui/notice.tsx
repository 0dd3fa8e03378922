import type { ReactNode } from "react"

/** What became of a plain HTML form, said above it. */
export function Notice({ failed, children }: { readonly failed: boolean; readonly children: ReactNode }) {
  return (
    <p className={failed ? "notice failure" : "notice"} role={failed ? "alert" : "status"}>
      {children}
    </p>
  )
}
