import type { S3Account } from "#platform/backup/store.ts"

export const SIZES = ["small", "large"] as const
type Size = (typeof SIZES)[number]
export type Picture<Bytes = Uint8Array> = Readonly<Record<Size, Bytes>>

export interface PictureBucketAddress {
  /** `s3://bucket/prefix` */
  readonly to: string
  readonly s3: S3Account
  /** Whether new pictures go there. Otherwise those that are there come back to the database. */
  readonly takesNew: boolean
}

/** Every call ends within seconds. */
export interface PictureBucket extends Pick<PictureBucketAddress, "takesNew"> {
  put(name: string, picture: Uint8Array): Promise<void>
  /** @returns undefined when there is no such picture */
  read(name: string): Promise<Uint8Array | undefined>
  remove(name: string): Promise<void>
  /** Some of the folder's objects after this name, in order; none after the last one. */
  list(folder: string, after: string): Promise<readonly { readonly name: string; readonly storedAt: Date }[]>
}

export function objectName(folder: string, id: string, size: Size): string {
  return `${folder}/${id}-${size}.webp`
}

const NAME = /^[a-z]+\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-(?:small|large)\.webp$/

export function pictureIdOf(name: string): string | undefined {
  return NAME.exec(name)?.[1]
}
