const BACKUP = /^haitech-\d{8}T\d{6}Z\.sql\.gz\.age$/
const DELETION = /^haitech-\d{8}T\d{6}Z-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.deleted$/

export function backupName(at: Date): string {
  return `haitech-${compact(at)}.sql.gz.age`
}

/** Says beside the backups that an account was deleted. It holds nothing but this name. */
export function deletionName(userId: string, at: Date): string {
  return `haitech-${compact(at)}-${userId}.deleted`
}

export function isBackup(name: string): boolean {
  return BACKUP.test(name)
}

export function deletedUserOf(name: string): string | undefined {
  return DELETION.exec(name)?.[1]
}

export function timeOf(name: string): Date {
  return new Date(name.replace(/^haitech-(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ).*$/, "$1-$2-$3:$4:$5"))
}

function compact(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d+/g, "")
}
