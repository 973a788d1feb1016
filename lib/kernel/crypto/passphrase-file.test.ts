import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { decrypted, encrypted, UnreadableFile } from "@/lib/kernel/crypto/passphrase-file";

const PASSPHRASE = "a lighthouse of 9 windows";
const CHUNK = 64 * 1024;
const SEALED = CHUNK + 16;
const HEAD = 24 + 1 + 16;
/** Tests need no expensive guesses. */
const COST = 10;

async function* pieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function allOf(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}

const close = (bytes: Buffer, passphrase = PASSPHRASE) =>
  allOf(encrypted(pieces(bytes, 10_007), passphrase, COST));
const open = (bytes: Buffer, passphrase = PASSPHRASE) =>
  allOf(decrypted(pieces(bytes, 70_001), passphrase));

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 5])(
  "%i bytes are decrypted as they were encrypted",
  async (length) => {
    const bytes = randomBytes(length);
    const file = await close(bytes);
    expect(file.length).toBe(HEAD + length + Math.max(1, Math.ceil(length / CHUNK)) * 16);
    expect((await open(file)).equals(bytes)).toBe(true);
  },
);

test("the same bytes and passphrase make a different file each time", async () => {
  const [one, other] = [await close(Buffer.alloc(100)), await close(Buffer.alloc(100))];
  expect(one.subarray(HEAD).equals(other.subarray(HEAD))).toBe(false);
});

test("a passphrase is the same in every Unicode composition", async () => {
  const file = await close(Buffer.from("ok"), "Löwenzahn im März 7".normalize("NFD"));
  expect(`${await open(file, "Löwenzahn im März 7".normalize("NFC"))}`).toBe("ok");
});

const three = randomBytes(2 * CHUNK + 100);
const chunk = (file: Buffer, number: number) =>
  file.subarray(HEAD + number * SEALED, HEAD + (number + 1) * SEALED);
const changed = (file: Buffer, at: number) => {
  const copy = Buffer.from(file);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
};

const withCost = (file: Buffer, cost: number) => {
  const copy = Buffer.from(file);
  copy.writeUInt8(cost, HEAD - 17);
  return copy;
};

test.each<[string, (file: Buffer) => Buffer, RegExp]>([
  ["with another byte in its salt", (file) => changed(file, HEAD - 1), /passphrase does not open/],
  ["with another byte", (file) => changed(file, HEAD + SEALED + 7), /after 0\.1 MiB/],
  ["with another byte in its last tag", (file) => changed(file, file.length - 1), /after 0\.1 MiB/],
  ["cut off in a chunk", (file) => file.subarray(0, HEAD + SEALED + 50), /cut off after 0\.1 MiB/],
  ["cut off between chunks", (file) => file.subarray(0, HEAD + 2 * SEALED), /cut off after 0\.1/],
  ["cut off in its head", (file) => file.subarray(0, HEAD - 1), /is no archive/],
  [
    "without its middle",
    (file) => Buffer.concat([file.subarray(0, HEAD + SEALED), chunk(file, 2)]),
    /0\.1 MiB/,
  ],
  [
    "with chunks in another order",
    (file) =>
      Buffer.concat([file.subarray(0, HEAD), chunk(file, 1), chunk(file, 0), chunk(file, 2)]),
    /passphrase does not open/,
  ],
  ["with more behind it", (file) => Buffer.concat([file, Buffer.alloc(100)]), /after 0\.1 MiB/],
  ["whose guesses cost nothing", (file) => withCost(file, 0), /is no archive/],
  ["whose guesses cost too much", (file) => withCost(file, 21), /is no archive/],
  ["of another kind", () => Buffer.from(`PK${"x".repeat(200)}`), /is no archive/],
  ["that is empty", () => Buffer.alloc(0), /is no archive/],
])("a file %s is refused", async (_, harm, says) => {
  const refused = open(harm(await close(three)));
  await expect(refused).rejects.toThrow(says);
  await expect(refused).rejects.toBeInstanceOf(UnreadableFile);
});

test("a guess costs 128 MiB, and a file that requires more than a gibibyte is refused", async () => {
  const file = await allOf(encrypted(pieces(Buffer.from("ok"), 10), PASSPHRASE));
  expect(file[24]).toBe(17);
  expect(`${await open(file)}`).toBe("ok");
  file[24] = 21;
  await expect(open(file)).rejects.toThrow("is no archive");
});

test("another passphrase opens nothing", async () => {
  await expect(open(await close(three), `${PASSPHRASE}!`)).rejects.toThrow(
    "The passphrase does not open the file",
  );
});
