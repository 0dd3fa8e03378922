import { useId } from "react"

interface Props {
  readonly label: string
  /** The value as text: "4 of 12", "33%". */
  readonly shown: string
  readonly value: number
  readonly max?: number
}

export function Progress({ label, shown, value, max = 100 }: Props) {
  const id = useId()
  return (
    <div className="progress">
      <p className="small flex flex-wrap justify-between gap-x-3">
        <span id={id}>{label}</span>
        <span className="tabular">{shown}</span>
      </p>
      <progress className="scallops" value={value} max={max} aria-labelledby={id} aria-valuetext={shown} />
    </div>
  )
}
