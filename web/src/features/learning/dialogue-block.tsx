import type { BlockOf } from "@haitech/contract/lessons"
import { ShortText } from "#features/learning/exercises/short-text.tsx"
import { ListenButton } from "./listen-button.tsx"

/** What people say to each other, with its meaning in small. */
export function DialogueBlock({ block: { lang, lines } }: { readonly block: BlockOf<"dialogue"> }) {
  const people = [...new Set(lines.map(({ who }) => who))]
  return (
    <dl className="lesson-dialogue card">
      {lines.map(({ who, text, meaning }, at) => (
        <div key={at} className={people.indexOf(who) % 2 === 0 ? undefined : "other"}>
          <dt>{who}</dt>
          <dd>
            <p>
              <span lang={lang}>
                <ShortText inline text={text} />
              </span>
              <ListenButton text={text} lang={lang} />
            </p>
            {meaning && (
              <p className="small text-muted">
                <ShortText inline text={meaning} />
              </p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
