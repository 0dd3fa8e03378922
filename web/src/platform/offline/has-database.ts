/** Whether the device has it. Most devices do not, and load no script for what would be in it. */
export async function hasDatabase(wanted: string): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === wanted)
  } catch {
    return false
  }
}
