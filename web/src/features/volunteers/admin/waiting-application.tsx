import { useApplication } from "./api.ts"
import { ApplicationDetail } from "./application-detail.tsx"

/** An application that is open on Today. */
export function WaitingApplication({ id, me }: { readonly id: string; readonly me: string | undefined }) {
  return <ApplicationDetail query={useApplication(id)} me={me} />
}
