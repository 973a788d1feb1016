import type pg from "pg";
import { CONNECTION_NAME } from "@/lib/kernel/db/connection-options";

// The database's owner reads and reseals sealed values of every tenant, through functions that no other role
// may call (prisma/functions/sealed-values.sql).

/** A column with sealed values. */
export interface SealedKind {
  kind: string;
  /** The purpose that `seal` received. */
  purpose: string;
}

/** A stored value, its location, and the context that it is bound to. */
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

/** Counts the values of a kind by the id of the data key that sealed them. */
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

/** Reads the next values of a kind.
 *  @param options `otherThan`: leaves out those that this data key sealed; `behind`: the position to continue
 *  from */
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

/** Replaces values with their resealed form.
 *  @returns how many were replaced: values that changed meanwhile, or whose row is locked, are not */
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

/** An arbitrary number that no other lock uses. */
const LOCK = 7_283_747;

/** Locks resealing for this connection until it ends.
 *  @returns false when another process holds the lock */
export async function lockResealing(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(
    "SELECT pg_try_advisory_lock($1) AS mine",
    [LOCK],
  );
  return rows[0]?.mine ?? false;
}

/** Finds servers that could not read values sealed from now on: of a version that names no keys, or without
 *  this master key. Returns their addresses, each once.
 *  @param login the account of the servers, each of whose connections is a server's; null behind a pooler */
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
