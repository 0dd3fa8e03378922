import { type ReactNode, useEffect, useRef, useState } from "react"

const MARGIN = "300px"

/** Renders what few visitors scroll to, once it comes near the screen. */
export function WhenNear({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !place.current) return
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: MARGIN },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isNear])
  return <div ref={place}>{isNear && children}</div>
}
