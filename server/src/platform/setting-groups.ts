import { createECDH } from "node:crypto"

type Input = Readonly<Record<string, string>>

/** Settings that must be set together: an incomplete group would fail only at the first payment, sign-in or reply. */
const SETTING_GROUPS = [
  ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"],
  ["ORGANIZATION_NAME", "ORGANIZATION_ADDRESS", "ORGANIZATION_EIN"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["GOOGLE_CALENDAR_ID", "GOOGLE_CALENDAR_KEY_FILE"],
  ["REPLY_ADDRESS", "INBOUND_SECRET"],
  ["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY", "VAPID_SUBJECT"],
] as const

export function findIncomplete(settings: Input): string[] {
  const isSet = (name: string) => Boolean(settings[name])
  const half = SETTING_GROUPS.filter((names) => names.some(isSet) && !names.every(isSet))
  return half.map((names) => `${names.join(", ")} must be set together, or not at all`)
}

export function findMismatched({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: Input): string[] {
  if (!VAPID_PUBLIC_KEY || !VAPID_PRIVATE_KEY || publicKeyOf(VAPID_PRIVATE_KEY) === VAPID_PUBLIC_KEY) return []
  return ["VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be one pair of keys"]
}

function publicKeyOf(privateKey: string): string | undefined {
  const pair = createECDH("prime256v1")
  try {
    pair.setPrivateKey(privateKey, "base64url")
  } catch {
    return undefined
  }
  return pair.getPublicKey("base64url")
}
