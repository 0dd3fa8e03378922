import { BrandMark } from "#ui/brand-mark.tsx"
import { Button } from "#ui/button.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { LitMedal } from "#ui/lit-medal.tsx"
import { Medal, type MedalSymbol } from "#ui/medal.tsx"
import { PageMessage } from "#ui/page-states.tsx"
import { Portrait } from "#ui/portrait.tsx"
import { Progress } from "#ui/progress.tsx"
import { Sequins } from "#ui/sequins.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { Stars } from "#ui/stars.tsx"
import { StaticIcon } from "#ui/static-icon.tsx"
import { Piece } from "./piece.tsx"

const SYMBOLS: readonly MedalSymbol[] = [
  "code",
  "speech",
  "hibiscus",
  "globe",
  "people",
  "book",
  "heart",
  "sun",
  "house",
  "ridges",
  "clock",
  "mail",
  "lost",
]

const STATIC_ICONS = ["shield", "code", "goal", "clock", "text", "help"] as const

export function Marks() {
  return (
    <>
      <Piece name="Medals">
        <div className="gallery-row text-action gallery-ground">
          {SYMBOLS.map((symbol) => (
            <Medal key={symbol} symbol={symbol} />
          ))}
          <LitMedal unfolds={false} />
          <BrandMark />
          {STATIC_ICONS.map((name) => (
            <StaticIcon key={name} name={name} />
          ))}
        </div>
      </Piece>
      <Piece name="Sequins">
        <div className="card gallery-card">
          <Sequins count={3} of={7} label="3 of 7 days" />
          <Sequins count={0} of={7} label="No day yet" />
          <Sequins count={30} of={60} label="30 of 60 dollars" size="field" />
        </div>
      </Piece>
      <Piece name="Progress">
        <div className="card gallery-card">
          <Progress label="Not begun" shown="0%" value={0} />
          <Progress label="4 of 12 lessons" shown="33%" value={4} max={12} />
          <Progress label="Web basics" shown="100%" value={100} />
        </div>
        <div className="band gallery-card">
          <Progress label="On brand" shown="67%" value={67} />
        </div>
      </Piece>
      <EmptyStates />
      <Piece name="Portraits">
        <div className="gallery-row">
          <Portrait name="Ada Lovelace" imageUrl={null} size={160} />
          <Portrait name="Ada" imageUrl="/icon.svg" size={160} />
          <Portrait name="Ada Lovelace" imageUrl={null} size={48} small />
        </div>
      </Piece>
      <Piece name="Stars and skeletons">
        <div className="card gallery-card">
          <Stars rating={5} label="5 out of 5 stars" />
          <Stars rating={2} label="2 out of 5 stars" />
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-24" />
        </div>
      </Piece>
    </>
  )
}

function EmptyStates() {
  return (
    <Piece name="Empty states">
      <div className="card">
        <EmptyState symbol="globe" sentence="Pick one path. You can change it any day.">
          <Button>See the paths</Button>
        </EmptyState>
      </div>
      <div className="card">
        <EmptyState symbol="speech" title="This could not be loaded" sentence="Please check your connection." />
      </div>
      <div className="card">
        <PageMessage sentence="Your link has expired.">
          <Button>Write to us</Button>
        </PageMessage>
      </div>
    </Piece>
  )
}
