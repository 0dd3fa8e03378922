/** The server's reason or the message of spec §8. Empty when its texts cannot be loaded, as without a connection. */
export async function explainFailure(error: unknown, language: string): Promise<string> {
  try {
    const reasons = await import("./failure-reason.ts")
    return await reasons.failureReason(error, language)
  } catch {
    return ""
  }
}
