export const STAR = "m12 2 3 6.6 7 .8-5.2 4.9 1.4 7.1L12 17.9l-6.2 3.5 1.4-7.1L2 9.4l7-.8z"

/** `rating` of five stars; `label` is the same as text. */
export function Stars({ rating, label }: { readonly rating: number; readonly label: string }) {
  return (
    <p className="flex gap-1 text-give">
      <span className="sr">{label}</span>
      {[1, 2, 3, 4, 5].map((star) => (
        <svg
          key={star}
          className={star <= rating ? "icon fill-current" : "icon opacity-50"}
          viewBox="0 0 24 24"
          aria-hidden="true"
        >
          <path d={STAR} />
        </svg>
      ))}
    </p>
  )
}
