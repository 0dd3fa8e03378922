import type { Assertion, Attestation, CreationOptions, RequestOptions } from "@haitech/contract/admin/factors"

/** Loaded when somebody uses a passkey. */
const library = () => import("@simplewebauthn/browser")

/** Asks the device for a new passkey. @throws when the person or the device refuses */
export async function createPasskey(optionsJSON: CreationOptions): Promise<Attestation> {
  const { startRegistration } = await library()
  return startRegistration({ optionsJSON })
}

/** Asks the device to confirm with a passkey. @throws when the person or the device refuses */
export async function confirmWithPasskey(optionsJSON: RequestOptions): Promise<Assertion> {
  const { startAuthentication } = await library()
  return startAuthentication({ optionsJSON })
}
