import { similarName } from "./similar-name.ts"

type Input = Readonly<Record<string, string>>

export interface Misspelt {
  readonly name: string
  readonly meant: string
}

export function findMisspelt(input: Input, settings: readonly string[]): Misspelt[] {
  const missing = settings.filter((name) => !(name in input))
  return Object.keys(input).flatMap((name) => {
    const meant = settings.includes(name) ? undefined : similarName(name, missing)
    return meant ? [{ name, meant }] : []
  })
}

export function describeMisspelt({ name, meant }: Misspelt): string {
  return `${name} is not a setting; is ${meant} meant?`
}

const SECRETS = ["SESSION_SECRET", "INBOUND_SECRET", "METRICS_TOKEN"]
/** Base64 and hexadecimal digits of a random secret have more. */
const MIN_DIFFERENT = 9
const WORDS = /secret|password|change|example|characters|token|haitech/i

/** Secrets that a person typed, or copied from the documentation. */
export function findWeakSecrets(input: Input): string[] {
  return SECRETS.filter((name) => {
    const value = input[name]
    return value !== undefined && (new Set(value).size < MIN_DIFFERENT || WORDS.test(value))
  })
}
