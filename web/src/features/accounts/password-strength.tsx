const GRADES = ["weak", "fair", "good", "strong"] as const

export interface StrengthProps {
  readonly password: string
  readonly texts: Readonly<Record<"password.strength" | `password.${(typeof GRADES)[number]}`, string>>
}

/** Advice, not a rule (D3): in words, and in sequins for eyes. */
export function PasswordStrength({ password, texts }: StrengthProps) {
  const grade = strengthOf(password)
  return (
    <>
      <span className="strength-dots" aria-hidden="true">
        {GRADES.map((name, at) => (
          <span key={name} className={at <= grade ? "strength-dot on" : "strength-dot"} />
        ))}
      </span>
      {texts["password.strength"]}: {texts[`password.${GRADES[grade]}`]}
    </>
  )
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
