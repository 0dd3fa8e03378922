import { useApplication } from "./api.ts"
import { ApplicationDetail } from "./application-detail.tsx"

/** An application that is open on Today. */
export function WaitingApplication({ id }: { readonly id: string }) {
  return <ApplicationDetail query={useApplication(id)} />
}
