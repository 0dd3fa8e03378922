/** The outline of something that is still on its way. `className` gives its size. */
export function Skeleton({ className }: { readonly className: string }) {
  return <div className={`skeleton ${className}`} aria-hidden="true" />
}
