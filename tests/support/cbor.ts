/** Data that authenticators write (RFC 8949), as far as tests need it: whole numbers, texts, bytes, lists and
 *  maps. */
export type Cbor = number | string | Uint8Array | Cbor[] | Map<number | string, Cbor>;

/** A value in CBOR, maps in the order in which they were filled. */
export function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const pairs = [...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)]);
  return Buffer.concat([head(5, value.size), ...pairs]);
}

function head(major: number, length: number): Buffer {
  const kind = major << 5;
  if (length < 24) return Buffer.from([kind | length]);
  if (length < 256) return Buffer.from([kind | 24, length]);
  const long = Buffer.from([kind | 25, 0, 0]);
  long.writeUInt16BE(length, 1);
  return long;
}
