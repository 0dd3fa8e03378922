import { fill } from "#platform/i18n/fill.ts"

const GRADES = ["weak", "fair", "good", "strong"] as const

export interface StrengthProps {
  readonly password: string
  readonly texts: Readonly<Record<"password.strength" | `password.${(typeof GRADES)[number]}`, string>>
  readonly rule: PasswordRule | undefined
  readonly advice: string
}

/** The contract's rule for a password: a minimum length, and one character of each kind (regular expressions). */
export interface PasswordRule {
  readonly min: number
  readonly kinds: readonly string[]
}

/** Shows the strength as text and as sequins. It is advice (D3); if a rule is not met yet, the rule shows instead. */
export function PasswordStrength({ password, texts, rule, advice }: StrengthProps) {
  const unmet = rule && !meetsRule(password, rule) ? advice : undefined
  const grade = unmet ? 0 : gradePassword(password)
  return (
    <>
      <span className="strength-dots" aria-hidden="true">
        {GRADES.map((name, index) => (
          <span key={name} className={index <= grade ? "strength-dot on" : "strength-dot"} />
        ))}
      </span>
      {unmet ?? fill(texts["password.strength"], { grade: texts[`password.${GRADES[grade]}`] })}
    </>
  )
}

/** Counts like the contract (spec §5). */
export function meetsRule(password: string, { min, kinds }: PasswordRule): boolean {
  return password.length >= min && kinds.every((kind) => new RegExp(kind, "u").test(password))
}

/** Length counts most, kinds of characters a little; a repetition or a common sequence counts as one character. */
export function gradePassword(password: string): 0 | 1 | 2 | 3 {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length
  const length = [...password.replace(COMMON, "1").replace(/(.+?)\1+/gu, "$1")].length
  const points = length + kinds * 2
  if (length < 8 || points < 11) return 0
  if (points < 16) return 1
  return points < 21 ? 2 : 3
}

const COMMON = /password|motdepasse|modpas|contrase[nñ]a|qwerty|azerty|abcde?f?|12345?6?7?8?9?0?|haiti|ayiti/giu
