import { z } from "zod";
import { carriedTables } from "@/lib/features/archives/carried-tables";
import { ServiceError } from "@/lib/kernel/errors";

// What an archive says, opened: NDJSON, gzipped. The first line is the head. Then each table is a line that names it, its rows, a
// line each, and the last line of all says that it is the last.

/** The form of what follows the head. */
const FORM = 1;

const headSchema = z.strictObject({
  archive: z.literal(FORM),
  version: z.string(),
  schema: z.string(),
  at: z.iso.datetime(),
  tenant: z.strictObject({
    id: z.uuid(),
    publicId: z.string().regex(/^atr_[A-Za-z0-9_-]{16,}$/),
    name: z.string(),
  }),
  /** How many rows of each table follow: of those that an archive carries, and of no other. */
  tables: z.strictObject(
    Object.fromEntries(carriedTables.map(({ table }) => [table, z.int().nonnegative()])),
  ),
});

/** What an archive says of itself. */
export interface ArchiveHead {
  /** The release of Atrium that wrote it, and the last migration that its database had had. */
  version: string;
  schema: string;
  at: Date;
  tenant: { id: string; publicId: string; name: string };
  tables: Readonly<Record<string, number>>;
}

const line = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`);

export function headLine({ version, schema, at, tenant, tables }: ArchiveHead): Buffer {
  return line({ archive: FORM, version, schema, at: at.toISOString(), tenant, tables });
}

/** Rows of this table follow. */
export const tableLine = (table: string) => line(["table", table]);
/** Nothing follows. */
export const endLine = () => line(["end"]);

/** @throws ServiceError `malformed` for what is no head of an archive that this version knows */
export function readHead(text: string): ArchiveHead {
  const { success, data } = headSchema.safeParse(parsed(text));
  if (!success) throw malformed("its first line is not the head of an archive of this version");
  const { version, schema, at, tenant, tables } = data;
  return { version, schema, at: new Date(at), tenant, tables };
}

/** What a line between rows says: the table that begins, or null at the end.
 *  @throws ServiceError `malformed` */
export function readMark(text: string): { table: string } | null {
  const said = parsed(text);
  if (Array.isArray(said) && said[0] === "table" && typeof said[1] === "string")
    return { table: said[1] };
  if (Array.isArray(said) && said[0] === "end") return null;
  throw malformed("a line is neither a row nor the beginning of a table");
}

/** An archive that was opened, and does not say what one says. */
export function malformed(why: string): ServiceError {
  return new ServiceError("malformed", { detail: `The archive can't be restored: ${why}.` });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
