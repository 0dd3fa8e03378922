/** Thrown by a handler whose effect was refused for good: no further attempt can succeed. `cause` is the refusal. */
export class PermanentFailure extends Error {
  override readonly name: string = "PermanentFailure"
}

export class UnknownMailbox extends PermanentFailure {
  override readonly name = "UnknownMailbox"
}
