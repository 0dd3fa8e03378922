import { type Ridge, ridgeLine, ridgePath } from "#ui/land.ts"
import { Medal, type MedalSymbol } from "#ui/medal.tsx"

const WIDTH = 480
const HEIGHT = 48
const RIDGE: Ridge = { seed: 12, y: 26, swing: 30, fall: 4, peaks: 4 }

export type CoverColour = "" | "sea" | "hibiscus" | "mango"

interface Props {
  readonly symbol: MedalSymbol
  readonly colour: CoverColour
  readonly imageUrl?: string | null
}

/** The picture of an article, or a medal over a ridge. Decoration beside its title. */
export function Cover({ symbol, colour, imageUrl }: Props) {
  return (
    <div className={`cover ${colour}`.trimEnd()} aria-hidden="true">
      {imageUrl ? (
        <img src={imageUrl} alt="" loading="lazy" decoding="async" referrerPolicy="no-referrer" />
      ) : (
        <Medal symbol={symbol} />
      )}
      {!imageUrl && (
        <svg className="cover-ridge" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
          <path d={ridgePath(ridgeLine(RIDGE, WIDTH), WIDTH, HEIGHT)} />
        </svg>
      )}
    </div>
  )
}
