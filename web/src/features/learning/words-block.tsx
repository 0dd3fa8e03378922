import type { BlockOf } from "@haitech/contract/lessons"
import { ShortText } from "#features/learning/exercises/short-text.tsx"
import { ListenButton } from "./listen-button.tsx"

/** Words to learn. */
export function WordsBlock({ block: { lang, words } }: { readonly block: BlockOf<"words"> }) {
  return (
    <dl className="lesson-words card">
      {words.map(({ id, term, meaning, example, exampleMeaning }) => (
        <div key={id}>
          <dt>
            <span lang={lang}>{term}</span>
            <ListenButton text={term} lang={lang} />
          </dt>
          <dd>
            <p>
              <ShortText inline text={meaning} />
            </p>
            {example && (
              <p className="small text-muted">
                <span lang={lang}>
                  <ShortText inline text={example} />
                </span>
                {exampleMeaning && (
                  <>
                    {" · "}
                    <ShortText inline text={exampleMeaning} />
                  </>
                )}
              </p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
