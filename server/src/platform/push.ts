interface PushTarget {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

export interface PushDelivery {
  readonly body: string
  readonly ttlSeconds: number
  readonly urgency: "low" | "normal" | "high"
  /** At most 32 signs of base64url; a later message replaces an undelivered one. */
  readonly topic: string
}

export interface Push {
  readonly publicKey: string
  accepts(endpoint: string): boolean
  /** @returns false when the push service no longer knows the subscription */
  send(target: PushTarget, delivery: PushDelivery): Promise<boolean>
}
