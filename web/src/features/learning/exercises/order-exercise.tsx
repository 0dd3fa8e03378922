import { useRef, useState } from "react"
import { flushSync } from "react-dom"
import { fill } from "#platform/i18n/fill.ts"
import { ArrowIcon } from "./arrow-icon.tsx"
import { shuffledIndexes } from "./check-answer.ts"
import { ExerciseFrame } from "./exercise-frame.tsx"
import type { ExerciseProps } from "./exercise-props.ts"
import { plainText, ShortText } from "./short-text.tsx"
import { useTries } from "./use-tries.ts"

/** Items to put in order, with buttons or with the arrow keys on them. */
export function OrderExercise({ onAnswer, ...props }: ExerciseProps<"order">) {
  const { exercise, texts, language, textLanguage } = props
  const { items, code } = exercise
  const tries = useTries(onAnswer)
  const plainItems = code ? items : items.map(plainText)
  const { order, status, list, move } = useOrder(exercise.id, plainItems, texts)
  const check = () =>
    tries.submit({
      isCorrect: order.every((item, at) => item === at),
      answer: order.map((item) => plainItems[item]).join("\n"),
    })
  const placed = order.filter((item, at) => item === at).length
  return (
    <ExerciseFrame
      {...props}
      tries={tries}
      onCheck={check}
      why={
        tries.outcome === "wrong" && (
          <p lang={textLanguage && language}>
            {fill(texts["exercise.some_right"], { right: placed, count: items.length })}
          </p>
        )
      }
      solution={<Items items={items} isCode={code} />}
    >
      <ol className={code ? "exercise-order code" : "exercise-order"} ref={list}>
        {order.map((item, at) => (
          <li key={item}>
            <span>{code ? items[item] : <ShortText inline text={items[item] ?? ""} />}</span>
            {([-1, 1] as const).map((by) => (
              <MoveButton
                key={by}
                by={by}
                lang={textLanguage && language}
                label={fill(texts[by < 0 ? "exercise.up" : "exercise.down"], { item: plainItems[item] ?? "" })}
                disabled={tries.isRight || at + by < 0 || at + by >= items.length}
                onMove={(direction) => {
                  if (tries.isRight) return
                  move(at, direction)
                  tries.change()
                }}
              />
            ))}
          </li>
        ))}
      </ol>
      <p className="sr" role="status" lang={textLanguage && language}>
        {status}
      </p>
    </ExerciseFrame>
  )
}

type Direction = -1 | 1

/** The order as it is, and the move of one item. The focus goes with the item. */
function useOrder(id: string, items: readonly string[], texts: ExerciseProps["texts"]) {
  const [order, setOrder] = useState(() => shuffledIndexes(items.length, id))
  const [status, setStatus] = useState("")
  const list = useRef<HTMLOListElement>(null)
  const move = (at: number, by: Direction) => {
    const to = at + by
    const [item, other] = [order[at], order[to]]
    if (item === undefined || other === undefined) return
    flushSync(() => {
      setOrder(order.with(at, other).with(to, item))
      setStatus(fill(texts["exercise.moved"], { item: items[item] ?? "", number: to + 1, count: items.length }))
    })
    const [up, down] = list.current?.children[to]?.querySelectorAll("button") ?? []
    const [used, opposite] = by < 0 ? [up, down] : [down, up]
    // At either end the button that moved the item is disabled.
    ;(used?.disabled ? opposite : used)?.focus()
  }
  return { order, status, list, move }
}

interface MoveButtonProps {
  readonly by: Direction
  readonly lang: string | undefined
  readonly label: string
  readonly disabled: boolean
  readonly onMove: (by: Direction) => void
}

function MoveButton({ by, lang, label, disabled, onMove }: MoveButtonProps) {
  return (
    <button
      type="button"
      className="round"
      data-needs-script=""
      disabled={disabled}
      lang={lang}
      aria-label={label}
      onClick={() => onMove(by)}
      onKeyDown={(event) => {
        if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return
        event.preventDefault()
        onMove(event.key === "ArrowUp" ? -1 : 1)
      }}
    >
      <ArrowIcon direction={by < 0 ? "up" : "down"} />
    </button>
  )
}

function Items({ items, isCode }: { readonly items: readonly string[]; readonly isCode: boolean }) {
  if (isCode) return <pre>{items.join("\n")}</pre>
  return (
    <ol className="exercise-list">
      {items.map((item) => (
        <li key={item}>
          <ShortText inline text={item} />
        </li>
      ))}
    </ol>
  )
}
