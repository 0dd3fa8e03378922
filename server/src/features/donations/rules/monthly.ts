/** The same day and time some months later (UTC), or the last day of a shorter month: 31 January is followed by 28 February. */
export function addMonths(start: Date, months: number): Date {
  const date = new Date(start)
  date.setUTCMonth(start.getUTCMonth() + months)
  if (date.getUTCDate() !== start.getUTCDate()) date.setUTCDate(0)
  return date
}
