import type { SealedColumn } from "@/lib/features/archives/carried-tables";
import { seal, unseal } from "@/lib/kernel/crypto/seal";

/** Prefix of bytes in PostgreSQL's hex format. */
const HEX = "\\x";

type Row = Record<string, unknown>;

/** Returns the row with its sealed value opened. Safe only inside the archive, which is encrypted as a
 *  whole.
 *  @throws Error for a value that does not open */
export function openedRow(text: string, { column, purpose, context }: SealedColumn): string {
  const row: Row = JSON.parse(text);
  const value = row[column];
  if (typeof value !== "string") return text;
  const sealed = Buffer.from(value.slice(HEX.length), "hex");
  return JSON.stringify({ ...row, [column]: unseal(purpose, String(row[context]), sealed) });
}

/** Returns the row with the value sealed by the keys of this installation. */
export function resealedRow(text: string, { column, purpose, context }: SealedColumn): string {
  const row: Row = JSON.parse(text);
  const value = row[column];
  if (value === null || value === undefined) return text;
  const sealed = seal(purpose, String(row[context]), value);
  return JSON.stringify({ ...row, [column]: `${HEX}${sealed.toString("hex")}` });
}
