import { Readable } from "node:stream"
import type { ReadableStream } from "node:stream/web"
import { createGunzip, createGzip } from "node:zlib"
import { Decrypter, Encrypter } from "age-encryption"
import { BackupUnusableError } from "./unusable.ts"

/** A script for `age --decrypt | gunzip | psql`. @throws BackupUnusableError when a recipient (`age1…`) is none */
export async function seal(script: AsyncIterable<string | Buffer>, recipients: readonly string[]): Promise<Readable> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) addRecipient(encrypter, recipient)
  const compressed = Readable.from(script).compose(createGzip())
  return Readable.fromWeb((await encrypter.encrypt(web(compressed))) as ReadableStream)
}

function addRecipient(encrypter: Encrypter, recipient: string): void {
  try {
    encrypter.addRecipient(recipient)
  } catch {
    throw new BackupUnusableError(`${recipient} is no recipient of age: one begins with "age1" (age-keygen makes it).`)
  }
}

/** @throws BackupUnusableError, also while it is read, when the key is another one or the archive was cut or changed */
export async function* unseal(archive: Readable, identity: string): AsyncGenerator<Buffer> {
  try {
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity)
    const compressed = Readable.fromWeb((await decrypter.decrypt(web(archive))) as ReadableStream)
    yield* compressed.compose(createGunzip())
  } catch (error) {
    throw new BackupUnusableError(
      "The backup cannot be decrypted: the key is of another one, or the file is damaged.",
      {
        cause: error,
      },
    )
  }
}

function web(readable: Readable) {
  return Readable.toWeb(readable) as globalThis.ReadableStream<Uint8Array>
}
