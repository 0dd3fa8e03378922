/** A placeholder for content that is loading. `className` sets its size. */
export function Skeleton({ className }: { readonly className: string }) {
  return <div className={`skeleton ${className}`} aria-hidden="true" />
}
