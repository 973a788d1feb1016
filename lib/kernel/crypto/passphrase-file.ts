import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";

// A file encrypted with a passphrase: STREAM (Hoang, Reyhanitabar, Rogaway and Vizár, 2015) over AES-256-GCM,
// as age and Tink do it with other ciphers. The file is a head, and chunks of 64 KiB with a tag each. A
// chunk's nonce is its number and whether it is the last, so that no chunk can be changed, moved, removed or
// added, and a truncated file is noticed.

/** First bytes of the file: its kind, and the version of this format. */
const MAGIC = Buffer.from("atrium encrypted file 1\n");
const SALT_BYTES = 16;
/** Magic bytes, the cost of a guess, and the salt. */
const HEAD_BYTES = MAGIC.length + 1 + SALT_BYTES;
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES;
const KEY_BYTES = 32;
/** scrypt's N as a power of two, with r = 8 and p = 1: 128 MiB and about half a second a guess (OWASP,
 *  Password Storage). */
const COST = 17;
/** Bounds of the cost: the least that scrypt takes (RFC 7914), and a gibibyte, beyond which a file is
 *  refused. */
const [LEAST_COST, MOST_COST] = [1, 20];

/** The passphrase does not open the file, or the file is not what was written. The message is for the
 *  operator. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
}

/** Encrypts chunks of any size. Salt and key are new each time, so no nonce is ever used twice.
 *  @param cost of a guess: scrypt's N is two to the power of it
 *  @throws what `pieces` throws */
export async function* encrypted(
  pieces: AsyncIterable<Uint8Array>,
  passphrase: string,
  cost = COST,
): AsyncGenerator<Buffer, void> {
  const head = Buffer.concat([MAGIC, Buffer.of(cost), randomBytes(SALT_BYTES)]);
  const key = await keyOf(passphrase, head);
  yield head;
  let number = 0;
  for await (const { chunk, last } of chunked(pieces, CHUNK_BYTES)) {
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(number++, last));
    cipher.setAAD(head);
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Decrypts the output of `encrypted`, and yields no unverified bytes. The file is complete only once the
 *  iteration has ended.
 *  @throws UnreadableFile for another file, a wrong passphrase, and anything changed or cut off */
export async function* decrypted(
  pieces: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Buffer, void> {
  const rest = pieces[Symbol.asyncIterator]();
  const { head, behind } = await readHead(rest);
  const key = await keyOf(passphrase, head);
  let number = 0;
  for await (const { chunk, last } of chunked(following(behind, rest), SEALED_BYTES)) {
    yield opened(chunk, { key, head, number, last });
    number += 1;
  }
}

interface Place {
  key: Buffer;
  head: Buffer;
  number: number;
  last: boolean;
}

function opened(chunk: Buffer, { key, head, number, last }: Place): Buffer {
  if (chunk.length < TAG_BYTES) throw unreadable(number);
  const body = chunk.subarray(0, chunk.length - TAG_BYTES);
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(number, last), options);
  decipher.setAAD(head);
  decipher.setAuthTag(chunk.subarray(chunk.length - TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch {
    throw unreadable(number);
  }
}

function unreadable(chunk: number): UnreadableFile {
  if (chunk === 0)
    return new UnreadableFile(
      "The passphrase does not open the file, or the beginning of the file is damaged.",
    );
  const mebibytes = ((chunk * SEALED_BYTES) / (1024 * 1024)).toFixed(1);
  return new UnreadableFile(`The file is damaged or was cut off after ${mebibytes} MiB.`);
}

async function readHead(
  pieces: AsyncIterator<Uint8Array>,
): Promise<{ head: Buffer; behind: Buffer }> {
  let bytes = Buffer.alloc(0);
  while (bytes.length < HEAD_BYTES) {
    const { done, value } = await pieces.next();
    if (done) break;
    bytes = Buffer.concat([bytes, value]);
  }
  const isOurs = bytes.length >= HEAD_BYTES && bytes.subarray(0, MAGIC.length).equals(MAGIC);
  const cost = bytes[MAGIC.length] ?? 0;
  if (!isOurs || cost < LEAST_COST || cost > MOST_COST)
    throw new UnreadableFile(
      "The file is no archive that this version knows: it does not begin as one.",
    );
  return { head: bytes.subarray(0, HEAD_BYTES), behind: bytes.subarray(HEAD_BYTES) };
}

async function* following(
  first: Buffer,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  yield first;
  for (;;) {
    const { done, value } = await rest.next();
    if (done) return;
    yield value;
  }
}

/** Yields chunks of exactly this size, and a last one that may be shorter. The last is known once nothing
 *  follows. */
async function* chunked(
  pieces: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ chunk: Buffer; last: boolean }, void> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    held.push(piece);
    bytes += piece.byteLength;
    if (bytes <= size) continue;
    let whole = Buffer.concat(held, bytes);
    for (; whole.length > size; whole = whole.subarray(size))
      yield { chunk: whole.subarray(0, size), last: false };
    held = [whole];
    bytes = whole.length;
  }
  yield { chunk: Buffer.concat(held, bytes), last: true };
}

/** Nonce: eleven bytes of a number, and one that is 1 for the last chunk, as in age. */
function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

function keyOf(passphrase: string, head: Buffer): Promise<Buffer> {
  const [N, r] = [2 ** (head[MAGIC.length] ?? 0), 8];
  const salt = head.subarray(MAGIC.length + 1);
  // Twice what scrypt needs (RFC 7914): Node's default bound is a quarter of that.
  const options = { N, r, p: 1, maxmem: 2 * 128 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize("NFC"), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
