import { Skeleton } from "#ui/skeleton.tsx"

interface Props {
  readonly texts: Readonly<Record<"schedule.hours_title" | "schedule.hours_loading", string>>
}

/** The place of the open hours until they are there. */
export function LoadingHours({ texts }: Props) {
  return (
    <div className="open-hours" data-needs-script="" aria-busy="true">
      <h2>{texts["schedule.hours_title"]}</h2>
      <p className="sr" role="status">
        {texts["schedule.hours_loading"]}
      </p>
      <Skeleton className="mt-2 h-5 w-64" />
      <div className="card open-days">
        <Skeleton className="h-40" />
      </div>
    </div>
  )
}
