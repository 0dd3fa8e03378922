const KEPT = 3
const TRY_LENGTH = 2000

/** The wrong tries at the exercise that was answered last, the newest last. */
export interface LessonTries {
  readonly exerciseId: string
  /** "Exercise 2 of 4". */
  readonly title: string
  readonly answers: readonly string[]
}

let latest: LessonTries | null = null

/** A right answer ends the tries of its exercise. */
export function noteTry(exerciseId: string, title: string, isCorrect: boolean, answer: string): void {
  const earlier = latest?.exerciseId === exerciseId ? latest.answers : []
  if (!isCorrect) latest = { exerciseId, title, answers: [...earlier, answer.slice(0, TRY_LENGTH)].slice(-KEPT) }
  else if (latest?.exerciseId === exerciseId) latest = null
}

export const lastTries = (): LessonTries | null => latest
