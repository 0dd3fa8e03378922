/** Words of donations that the donation page and the admin area share, without their schemas. */
export const TRIBUTE_TYPES = ["honor", "memory"] as const
export const MONTHLY_GIFT_STATES = ["incomplete", "active", "paused", "stopped"] as const
