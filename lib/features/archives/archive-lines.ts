import { z } from "zod";
import { carriedTables } from "@/lib/features/archives/carried-tables";
import { ServiceError } from "@/lib/kernel/errors";

// Format of an archive inside its encryption: gzipped NDJSON. The first line is the head. Then come the
// tables, each as a line that names it followed by a line per row. The last line marks the end.

/** Version of the format of an archive. */
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
  /** Number of rows of each table, for exactly the tables that an archive carries. */
  tables: z.strictObject(
    Object.fromEntries(carriedTables.map(({ table }) => [table, z.int().nonnegative()])),
  ),
});

/** Head of an archive: its origin, its tenant, and the number of rows of each table. */
export interface ArchiveHead {
  /** Release of Atrium that wrote it, and the newest migration of its database. */
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

/** Line before the rows of a table. */
export const tableLine = (table: string) => line(["table", table]);
/** Last line of an archive. */
export const endLine = () => line(["end"]);

/** Parses the first line of an archive.
 *  @throws ServiceError `malformed` unless it is the head of an archive in the format of this version */
export function readHead(text: string): ArchiveHead {
  const { success, data } = headSchema.safeParse(parsed(text));
  if (!success) throw malformed("its first line is not the head of an archive of this version");
  const { version, schema, at, tenant, tables } = data;
  return { version, schema, at: new Date(at), tenant, tables };
}

/** Parses a line between rows. Returns the table that begins, or null at the end of the archive.
 *  @throws ServiceError `malformed` */
export function readMark(text: string): { table: string } | null {
  const mark = parsed(text);
  if (Array.isArray(mark) && mark[0] === "table" && typeof mark[1] === "string")
    return { table: mark[1] };
  if (Array.isArray(mark) && mark[0] === "end") return null;
  throw malformed("a line is neither a row nor the beginning of a table");
}

/** Error for an archive that decrypts but does not have the format of one. */
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
