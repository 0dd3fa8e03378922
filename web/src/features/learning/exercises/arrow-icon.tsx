const PATHS = { up: "M12 19V5m-6 6 6-6 6 6", down: "M12 5v14m-6-6 6 6 6-6" } as const

export function ArrowIcon({ direction }: { readonly direction: keyof typeof PATHS }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[direction]} />
    </svg>
  )
}
