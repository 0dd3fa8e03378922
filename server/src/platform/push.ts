export interface PushTarget {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

export interface PushDelivery {
  readonly body: string
  /** How long the push service tries to reach the device. */
  readonly ttlSeconds: number
  readonly urgency: "low" | "normal" | "high"
  /** A later message with the same topic replaces one that was not delivered yet; at most 32 signs of base64url. */
  readonly topic: string
}

export interface Push {
  readonly publicKey: string
  /** Whether the address is one of a known push service: the server calls no other. */
  accepts(endpoint: string): boolean
  /** @returns false when the push service no longer knows the subscription */
  send(target: PushTarget, delivery: PushDelivery): Promise<boolean>
}
