/** Two porch posts and a valance between them under a mango sun; it reads as an H. Decoration beside the name. */
export function BrandMark() {
  return (
    <svg className="size-9" viewBox="0 0 40 40" aria-hidden="true">
      <rect className="mark" width="40" height="40" rx="11" />
      <path
        fill="#fff"
        d="M9 8.6a2.6 2.6 0 0 1 5.2 0V18h11.6V8.6a2.6 2.6 0 0 1 5.2 0v22.8a2.6 2.6 0 0 1-5.2 0v-8c-1.1 0-1.5 2-2.9 2.2-1.3.2-1.9 1-2.9 2.7-1-1.7-1.6-2.5-2.9-2.7-1.4-.2-1.8-2.2-2.9-2.2v8a2.6 2.6 0 0 1-5.2 0Z"
      />
      <circle cx="20" cy="11.2" r="3.7" fill="#ffbd41" />
    </svg>
  )
}
