import type pg from "pg";
import { CONNECTION_NAME } from "@/lib/kernel/db/connection-options";

// Sealed values of every tenant are read and sealed anew on a connection of the database's owner, through functions that
// nobody else may call (prisma/functions/sealed-values.sql).

/** A column with sealed values. */
export interface SealedKind {
  kind: string;
  /** What `seal` is told. */
  purpose: string;
}

/** A stored value, where it is, and what it is bound to. */
export interface SealedValue {
  place: string;
  context: string;
  sealed: Buffer;
}

const WHOLE_TABLE = "(0,0)";

/** Every column with sealed values. */
export async function readSealedKinds(client: pg.Client): Promise<SealedKind[]> {
  const { rows } = await client.query<SealedKind>(
    "SELECT kind, purpose FROM atrium_sealed_kinds()",
  );
  return rows;
}

/** How many values of a kind are sealed with each data key, by the key's id. */
export async function countSealedValues(
  client: pg.Client,
  kind: string,
): Promise<Map<number, number>> {
  const { rows } = await client.query<{ id: number; values: string }>(
    "SELECT data_key AS id, sealed_values AS values FROM atrium_count_sealed($1)",
    [kind],
  );
  return new Map(rows.map(({ id, values }) => [id, Number(values)]));
}

/** The next values of a kind.
 *  @param options `otherThan`: leaves out those that this data key sealed; `behind`: the place to go on from */
export async function readSealedValues(
  client: pg.Client,
  kind: string,
  atMost: number,
  { otherThan, behind }: { otherThan?: number; behind?: string } = {},
): Promise<SealedValue[]> {
  const { rows } = await client.query<SealedValue>(
    "SELECT place::text AS place, context, sealed FROM atrium_sealed_values($1, $2, $3::tid, $4)",
    [kind, otherThan ?? null, behind ?? WHOLE_TABLE, atMost],
  );
  return rows;
}

/** Puts values in the place of those that they were made of.
 *  @returns how many were replaced: one that changed meanwhile, or is held by somebody, is not */
export async function replaceSealedValues(
  client: pg.Client,
  kind: string,
  values: readonly (SealedValue & { becomes: Buffer })[],
): Promise<number> {
  const { rows } = await client.query<{ replaced: number }>(
    "SELECT atrium_replace_sealed($1, $2::tid[], $3::bytea[], $4::bytea[]) AS replaced",
    [
      kind,
      values.map(({ place }) => place),
      values.map(({ sealed }) => sealed),
      values.map(({ becomes }) => becomes),
    ],
  );
  return rows[0]?.replaced ?? 0;
}

/** Any number will do that nobody else locks. */
const LOCK = 7_283_747;

/** Keeps every other process from sealing values anew until this connection ends.
 *  @returns false when another process does so now */
export async function lockResealing(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(
    "SELECT pg_try_advisory_lock($1) AS mine",
    [LOCK],
  );
  return rows[0]?.mine ?? false;
}

/** Where servers run that would not read what is sealed from now on: of a version that names no keys, or without this
 *  master key. Their addresses, each once.
 *  @param login the account that servers sign in with, where each connection of it is a server's; null behind a pooler */
export async function readServersWithout(
  client: pg.Client,
  masterKeyId: string,
  login: string | null,
): Promise<{ address: string; earlier: boolean }[]> {
  const { rows } = await client.query<{ address: string; earlier: boolean }>(
    `SELECT DISTINCT COALESCE(host(client_addr), 'a server') AS address, application_name = '' AS earlier
     FROM pg_stat_activity
     WHERE datname = current_database() AND COALESCE(backend_type, 'client backend') = 'client backend' AND pid <> pg_backend_pid()
       AND ((usename = $2 AND application_name = '')
            OR (starts_with(application_name, $3) AND strpos(application_name, $1) = 0))
     ORDER BY address`,
    [masterKeyId, login, CONNECTION_NAME],
  );
  return rows;
}
