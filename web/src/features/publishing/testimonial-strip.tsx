import type { Language } from "@haitech/contract/languages"
import type { listTestimonials, Testimonial } from "@haitech/contract/publishing"
import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import { fill } from "#platform/i18n.ts"
import type { MessageKey } from "#platform/texts.ts"
import { useList } from "#platform/use-list.ts"
import { Button } from "#ui/button.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { TestimonialCard } from "./testimonial-card.tsx"

export const TESTIMONIAL_TEXTS = [
  "testimonials.region",
  "testimonials.loading",
  "testimonials.empty",
  "testimonials.failed",
  "testimonials.again",
  "testimonials.stars",
  "testimonials.show",
] as const satisfies readonly MessageKey[]

type Texts = Readonly<Record<(typeof TESTIMONIAL_TEXTS)[number], string>>

interface Props {
  readonly texts: Texts
  readonly language: Language
  /** Where the contract says they are. The contract itself would cost the reader three times this island. */
  readonly call: Pick<typeof listTestimonials, "method" | "path">
}

const STEP_PX = 320
const SKELETONS = [1, 2, 3] as const

/** §2 Testimonials: a strip that scrolls by hand, by key and by its dots. */
export function TestimonialStrip({ texts, language, call }: Props) {
  const { answer, again } = useList(call as typeof listTestimonials, language)
  if (answer === "loading") return <Waiting label={texts["testimonials.loading"]} />
  if (answer === "failed") {
    return (
      <div className="wrap" role="alert">
        <p className="text-muted">{texts["testimonials.failed"]}</p>
        <Button look="quiet" className="mt-4" onClick={again}>
          {texts["testimonials.again"]}
        </Button>
      </div>
    )
  }
  if (answer.length === 0) return <p className="wrap text-muted">{texts["testimonials.empty"]}</p>
  return <Strip testimonials={answer} texts={texts} />
}

function Waiting({ label }: { readonly label: string }) {
  return (
    <div className="strip" data-needs-script="" aria-busy="true">
      <p className="sr" role="status">
        {label}
      </p>
      {SKELETONS.map((skeleton) => (
        <div key={skeleton} className="card grid content-between gap-4 p-6 [height:17rem]">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-24" />
          <Skeleton className="h-5 w-24" />
        </div>
      ))}
    </div>
  )
}

interface StripProps {
  readonly testimonials: readonly Testimonial[]
  readonly texts: Texts
}

function Strip({ testimonials, texts }: StripProps) {
  const strip = useRef<HTMLUListElement>(null)
  const { steps, current, measure } = useSteps(strip)
  const go = (step: number) => strip.current?.scrollTo({ left: step * STEP_PX, behavior: motion() })
  function press(event: KeyboardEvent) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!by) return
    event.preventDefault()
    go(current + by)
  }
  return (
    <>
      <ul
        ref={strip}
        className="strip"
        // A part of the page that scrolls must be reachable by key (WCAG 2.1.1).
        tabIndex={0}
        aria-label={texts["testimonials.region"]}
        onScroll={measure}
        onKeyDown={press}
      >
        {testimonials.map((testimonial) => (
          <li key={testimonial.id}>
            <TestimonialCard testimonial={testimonial} stars={texts["testimonials.stars"]} />
          </li>
        ))}
      </ul>
      {steps > 1 && (
        <div className="wrap flex flex-wrap justify-center">
          {Array.from({ length: steps }, (_, step) => (
            <button
              key={step}
              type="button"
              className="round dot-button"
              aria-label={fill(texts["testimonials.show"], { number: step + 1 })}
              aria-current={step === current || undefined}
              onClick={() => go(step)}
            />
          ))}
        </div>
      )}
    </>
  )
}

/** How many steps a strip can be scrolled, and at which it stands; both change with its width and its content. */
function useSteps(strip: React.RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState({ steps: 1, current: 0 })
  const measure = () => {
    if (strip.current) setPlace(placeOf(strip.current))
  }
  useEffect(() => {
    const element = strip.current
    if (!element) return
    const observer = new ResizeObserver(() => setPlace(placeOf(element)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [strip])
  return { ...place, measure }
}

function placeOf({ scrollLeft, scrollWidth, clientWidth }: HTMLElement) {
  const steps = Math.ceil((scrollWidth - clientWidth - 1) / STEP_PX) + 1
  const atEnd = scrollLeft >= scrollWidth - clientWidth - 1
  return { steps, current: atEnd ? steps - 1 : Math.round(scrollLeft / STEP_PX) }
}

function motion(): ScrollBehavior {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth"
}
