import { openRequestOutbox, type RequestOutbox } from "./request-outbox.ts"
import { type RequestTexts, requestTexts } from "./request-reports.ts"
import { WaitingRequests } from "./waiting-requests.tsx"

export interface Waiting {
  readonly outbox: RequestOutbox
  readonly texts: RequestTexts
  readonly WaitingRequests: typeof WaitingRequests
}

/** What shows and sends what waits on the device. @throws what `fetchFragment` throws */
export async function openWaiting(): Promise<Waiting> {
  const [outbox, texts] = await Promise.all([openRequestOutbox(), requestTexts()])
  return { outbox, texts, WaitingRequests }
}
