import type { Language } from "@haitech/contract/languages"
import type { Testimonial } from "@haitech/contract/publishing"
import { routes } from "@haitech/contract/routes"
import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import { fill } from "#platform/i18n/fill.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Button, focusAround } from "#ui/button.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { TestimonialCard } from "./testimonial-card.tsx"
import { useList } from "./use-list.ts"

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
}

const STEP_PX = 320
const SKELETONS = [1, 2, 3] as const

/** Spec §2, testimonials: a strip that scrolls by pointer, by arrow keys and by its dots. */
export function TestimonialStrip({ texts, language }: Props) {
  const { rows, reason, retry } = useList(routes.listTestimonials, language)
  if (rows === "loading") return <LoadingStrip label={texts["testimonials.loading"]} />
  if (rows === "failed") {
    return (
      <div className="wrap" role="alert">
        <p className="text-muted">
          {texts["testimonials.failed"]} {reason}
        </p>
        <Button ref={focusAround} look="quiet" className="mt-4" onClick={retry}>
          {texts["testimonials.again"]}
        </Button>
      </div>
    )
  }
  if (rows.length === 0) return <p className="wrap text-muted">{texts["testimonials.empty"]}</p>
  return <Strip testimonials={rows} texts={texts} />
}

function LoadingStrip({ label }: { readonly label: string }) {
  return (
    <div className="strip" data-needs-script="" aria-busy="true">
      <p className="sr" role="status">
        {label}
      </p>
      {SKELETONS.map((skeleton) => (
        <div key={skeleton} className="card grid content-between gap-4 p-6">
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
  const scrollToStep = (step: number) => strip.current?.scrollTo({ left: step * STEP_PX, behavior: scrollBehavior() })
  function onKeyDown(event: KeyboardEvent) {
    const delta = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!delta) return
    event.preventDefault()
    scrollToStep(current + delta)
  }
  return (
    <>
      <ul
        ref={strip}
        className="strip"
        // A scrollable element must be focusable (WCAG 2.1.1).
        tabIndex={0}
        aria-label={texts["testimonials.region"]}
        onScroll={measure}
        onKeyDown={onKeyDown}
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
              onClick={() => scrollToStep(step)}
            />
          ))}
        </div>
      )}
    </>
  )
}

/** The number of scroll steps and the current one; both change with the width and the content. */
function useSteps(strip: React.RefObject<HTMLElement | null>) {
  const [position, setPosition] = useState({ steps: 1, current: 0 })
  const measure = () => {
    if (strip.current) setPosition(measurePosition(strip.current))
  }
  useEffect(() => {
    const element = strip.current
    if (!element) return
    const observer = new ResizeObserver(() => setPosition(measurePosition(element)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [strip])
  return { ...position, measure }
}

function measurePosition({ scrollLeft, scrollWidth, clientWidth }: HTMLElement) {
  const steps = Math.ceil((scrollWidth - clientWidth - 1) / STEP_PX) + 1
  const atEnd = scrollLeft >= scrollWidth - clientWidth - 1
  return { steps, current: atEnd ? steps - 1 : Math.round(scrollLeft / STEP_PX) }
}

function scrollBehavior(): ScrollBehavior {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth"
}
