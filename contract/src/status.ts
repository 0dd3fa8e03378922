export const SERVICES = ["site", "database", "emails", "payments", "sign_in", "calendar"] as const
export type ServiceName = (typeof SERVICES)[number]

/** `limited`: pages open, and what needs the database does not. `unknown`: nothing needed it for an hour. */
export type ServiceState = "working" | "limited" | "failing" | "unknown"

export interface ServiceStatus {
  readonly name: ServiceName
  readonly state: ServiceState
  readonly since: string | null
}

export interface SiteStatus {
  readonly services: readonly ServiceStatus[]
  readonly notice: string | null
}
