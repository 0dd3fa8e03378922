import { useEffect, useLayoutEffect, useRef } from "react"
import { Button } from "./button.tsx"

type Values = Readonly<Record<string, string>>

interface ConflictTexts {
  readonly title: string
  readonly about: string
  readonly field: string
  readonly mine: string
  readonly theirs: string
  readonly keepMine: string
  readonly takeTheirs: string
  readonly empty: string
}

interface Props {
  readonly texts: ConflictTexts
  readonly mine: Values
  readonly theirs: Values
  readonly labels: Readonly<Record<string, string>>
  readonly formatValue?: (name: string, value: string) => string
  /** Of the heading. */
  readonly level?: 2 | 3
  readonly keepMine: () => void
  readonly takeTheirs: () => void
}

/** Shows both versions of the differing fields side by side after another administrator saved the same record. */
export function Conflict({ texts, mine, theirs, labels, formatValue, level = 3, keepMine, takeTheirs }: Props) {
  const Heading = `h${level}` as const
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const format = (name: string, value: string) => (formatValue ? formatValue(name, value) : value) || texts.empty
  const changedFields = Object.entries(labels).filter(([name]) => mine[name] !== theirs[name])
  return (
    <section className="admin-conflict" aria-labelledby="conflict-title">
      <Heading id="conflict-title" ref={title} tabIndex={-1}>
        {texts.title}
      </Heading>
      <p className="text-muted">{texts.about}</p>
      <div className="scrolls" tabIndex={0} role="group" aria-labelledby="conflict-title">
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr">{texts.field}</span>
              </th>
              <th scope="col">{texts.mine}</th>
              <th scope="col">{texts.theirs}</th>
            </tr>
          </thead>
          <tbody>
            {changedFields.map(([name, label]) => (
              <tr key={name}>
                <th scope="row">{label}</th>
                <td data-label={texts.mine}>
                  <Version text={format(name, mine[name] ?? "")} other={format(name, theirs[name] ?? "")} />
                </td>
                <td data-label={texts.theirs}>
                  <Version text={format(name, theirs[name] ?? "")} other={format(name, mine[name] ?? "")} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="admin-edit-actions">
        <Button onClick={keepMine}>{texts.keepMine}</Button>
        <Button look="quiet" onClick={takeTheirs}>
          {texts.takeTheirs}
        </Button>
      </div>
    </section>
  )
}

/** How much unchanged text is visible above the first change. */
const CONTEXT_PX = 48

/** One of two versions of a text, scrolled to the first difference. */
function Version({ text, other }: { readonly text: string; readonly other: string }) {
  const box = useRef<HTMLDivElement>(null)
  const [from, to] = changedRange(text, other)
  useLayoutEffect(() => {
    const mark = box.current?.querySelector("mark")
    if (box.current && mark) box.current.scrollTop = mark.offsetTop - box.current.offsetTop - CONTEXT_PX
  }, [text, other])
  return (
    <div ref={box} tabIndex={0}>
      {text.slice(0, from)}
      <mark>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </div>
  )
}

/** From the first word that differs to the end of its line. */
function changedRange(text: string, other: string): readonly [from: number, to: number] {
  let index = 0
  while (index < text.length && text[index] === other[index]) index++
  const from = text.slice(0, index).search(/\S*$/)
  const end = text.indexOf("\n", from + 1)
  return [from, end === -1 ? text.length : end]
}
