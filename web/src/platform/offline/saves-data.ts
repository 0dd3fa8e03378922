/** Whether this person saves data, or the connection is slow. */
export const savesData = () => document.documentElement.matches("[data-save],[data-slow]")
