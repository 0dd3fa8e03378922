/** Where most visitors live. Montréal and São Paulo have other names in the database of zones. */
export const NEAR_ZONES = [
  ["America/Port-au-Prince", "Port-au-Prince"],
  ["America/New_York", "New York"],
  ["America/Toronto", "Montréal"],
  ["Europe/Paris", "Paris"],
  ["America/Santiago", "Santiago"],
  ["America/Santo_Domingo", "Santo Domingo"],
  ["America/Sao_Paulo", "São Paulo"],
] as const
