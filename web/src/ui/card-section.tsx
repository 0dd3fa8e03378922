import { type ReactNode, useId } from "react"

/** A part of a page, named by its heading. */
export function CardSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section className="card p-5 sm:p-7" aria-labelledby={id}>
      <h2 id={id} className="mb-5 text-[1.375rem]">
        {title}
      </h2>
      {children}
    </section>
  )
}
