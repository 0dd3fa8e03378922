const DAY_MS = 86_400_000

/** Days are `YYYY-MM-DD` of the site's calendar; a week begins on Monday. */
export function addDays(date: string, count: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
}

export function daysFrom(date: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(date, index))
}

export function mondayOf(date: string): string {
  return addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7))
}

/** The first day of the month that is `count` months away. */
export function addMonths(date: string, count: number): string {
  const [year = 0, month = 1] = date.split("-").map(Number)
  return new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 10)
}

/** The whole weeks that show the month of a day: 28 to 42 days. */
export function monthDays(date: string): string[] {
  const first = mondayOf(addMonths(date, 0))
  const afterLast = addMonths(date, 1)
  const weeks = Math.ceil((Date.parse(afterLast) - Date.parse(first)) / (7 * DAY_MS))
  return daysFrom(first, weeks * 7)
}

/** `("14:30")` is 870. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number)
  return hours * 60 + minutes
}
