import { fill } from "#platform/i18n.ts"

const GRADES = ["weak", "fair", "good", "strong"] as const

export interface StrengthProps {
  readonly password: string
  readonly texts: Readonly<Record<"password.strength" | `password.${(typeof GRADES)[number]}`, string>>
  readonly rule: PasswordRule | undefined
  /** The rule in words. */
  readonly advice: string
}

/** What the contract asks of a password: so many signs, and one of each kind (patterns). */
export interface PasswordRule {
  readonly least: number
  readonly kinds: readonly string[]
}

/** In words, and in sequins for eyes: advice, not a rule (D3). Where a rule is not met yet, that is what it says. */
export function PasswordStrength({ password, texts, rule, advice }: StrengthProps) {
  const unmet = rule && !meets(password, rule) ? advice : undefined
  const grade = unmet ? 0 : strengthOf(password)
  return (
    <>
      <span className="strength-dots" aria-hidden="true">
        {GRADES.map((name, at) => (
          <span key={name} className={at <= grade ? "strength-dot on" : "strength-dot"} />
        ))}
      </span>
      {unmet ?? fill(texts["password.strength"], { grade: texts[`password.${GRADES[grade]}`] })}
    </>
  )
}

/** As the contract counts: §5. */
export function meets(password: string, { least, kinds }: PasswordRule): boolean {
  return password.length >= least && kinds.every((kind) => new RegExp(kind, "u").test(password))
}

/**
 * From 0 to 3, by how many guesses a machine needs at least: length counts most, kinds of signs a little; what repeats
 * and what everybody types first count as one sign.
 */
export function strengthOf(password: string): 0 | 1 | 2 | 3 {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length
  const length = [...password.replace(COMMON, "1").replace(/(.+?)\1+/gu, "$1")].length
  const points = length + kinds * 2
  if (length < 8 || points < 11) return 0
  if (points < 16) return 1
  return points < 21 ? 2 : 3
}

const COMMON = /password|motdepasse|modpas|contrase[nñ]a|qwerty|azerty|abcde?f?|12345?6?7?8?9?0?|haiti|ayiti/giu
