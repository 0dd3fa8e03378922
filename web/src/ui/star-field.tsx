import { FieldSet } from "./choice.tsx"
import { STAR } from "./stars.tsx"

interface Props {
  readonly legend: string
  readonly name: string
  /** One for each star, from the lowest. */
  readonly labels: readonly string[]
  readonly defaultValue?: number | undefined
  readonly error?: string | undefined
  readonly onChange?: () => void
}

/** A rating as radio buttons that look like stars: those up to the chosen one are lit. */
export function StarField({ legend, name, labels, defaultValue, error, onChange }: Props) {
  return (
    <FieldSet legend={legend} error={error}>
      <div className="star-field">
        {labels.map((label, index) => (
          <label key={label}>
            <input
              type="radio"
              name={name}
              value={index + 1}
              defaultChecked={index + 1 === defaultValue}
              required
              onChange={onChange}
            />
            <span className="sr">{label}</span>
            <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
              <path d={STAR} />
            </svg>
          </label>
        ))}
      </div>
    </FieldSet>
  )
}
