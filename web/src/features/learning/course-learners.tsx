import { usePage } from "#platform/page/page.tsx"
import { heightAt, type Point, type Ridge, randomFrom, ridgeLine, ridgePath } from "#ui/land.ts"
import { compactPath } from "#ui/path.ts"
import { StaticIcon } from "#ui/static-icon.tsx"

const WIDTH = 304
const HEIGHT = 118
const MOST_LIGHTS = 60
const FAR: Ridge = { seed: 3, y: 60, swing: 64, fall: -12, peaks: 5 }
const NEAR: Ridge = { seed: 12, y: 90, swing: 22, fall: 3, peaks: 4 }
const SIZES = ["dim", "lit", "near"] as const

/** As many lights as people learned here this week. Nobody is named. */
export function CourseLearners({ count }: { readonly count: number }) {
  const { t } = usePage()
  const lights = Math.min(count, MOST_LIGHTS)
  return (
    <section className="card" aria-labelledby="learners-title">
      <h2 id="learners-title">
        <StaticIcon name="people" />
        {t("course.learners", { count })}
      </h2>
      <LitHills lights={lights} />
      <p>{t(lights < count ? "course.learners_many" : "course.learners_note", { count: lights })}</p>
    </section>
  )
}

function LitHills({ lights }: { readonly lights: number }) {
  const [far, near] = [ridgeLine(FAR, WIDTH), ridgeLine(NEAR, WIDTH)]
  const path = ridgePath(far, WIDTH, HEIGHT)
  const points = lightsOn(far, lights)
  return (
    <svg className="course-hills" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <path fill="#1b40b4" d={path} />
      <g fill="none" stroke="#a3bcfe">
        {[0.25, 0.2, 0.15, 0.1].map((opacity, line) => (
          <path key={opacity} d={path} transform={`translate(0 ${8 + line * 9})`} opacity={opacity} />
        ))}
      </g>
      <path fill="#102779" d={ridgePath(near, WIDTH, HEIGHT)} />
      <path className="halo" d={dots(points)} />
      {SIZES.map((size, at) => (
        <path key={size} className={size} d={dots(points.filter((_, i) => i % SIZES.length === at))} />
      ))}
    </svg>
  )
}

/** Spread over the slopes: each light is at the free place that is farthest from the others. */
function lightsOn(ridge: readonly Point[], count: number): Point[] {
  const random = randomFrom(34)
  const lights: Point[] = []
  while (lights.length < count) {
    const places = Array.from({ length: 12 }, (): Point => {
      const x = 8 + random() * (WIDTH - 16)
      const top = heightAt(ridge, x) + 8
      return [Math.round(x), Math.round(top + random() * (HEIGHT - 10 - top))]
    })
    lights.push(places.reduce((best, place) => (room(place, lights) > room(best, lights) ? place : best)))
  }
  return lights
}

function room([x, y]: Point, lights: readonly Point[]): number {
  return Math.min(...lights.map(([otherX, otherY]) => Math.hypot(x - otherX, y - otherY)), WIDTH)
}

function dots(points: readonly Point[]): string {
  return compactPath(points.map(([x, y]) => `M${x} ${y}h0`).join(""))
}
