import type { ExternalPrincipal } from "@/lib/core/external-identities/external-principal";
import type { IdentityBinding } from "@/lib/core/external-identities/identity-binding";
import type { IdentitySource } from "@/lib/core/external-identities/identity-source";
import {
  type Browse,
  COUNTED_AT_MOST,
  escapeLike,
  PAGE_ROWS,
  type Page,
  pageOf,
  placeIn,
  searchWords,
} from "@/lib/kernel/db/keyset-page";
import { byAge, readListPage } from "@/lib/kernel/db/list-page";
import {
  empty,
  join,
  type LateQueryable,
  type Queryable,
  read,
  type Sql,
  sql,
} from "@/lib/kernel/db/queryable";
import { isId } from "@/lib/kernel/ids";

/** An identity source as a list shows one. */
export type FoundIdentitySource = Pick<
  IdentitySource,
  "id" | "issuer" | "audiences" | "status" | "createdAt"
>;

/** Returns a page of the environment's identity sources, the newest first: those whose issuer holds every
 *  word. */
export function searchIdentitySources(
  db: Queryable,
  browse: Browse,
): Promise<Page<FoundIdentitySource>> {
  return readListPage<FoundIdentitySource>(db, browse, {
    columns: sql`x.id, x.issuer, x.audiences, x.status, x.created_at`,
    tables: sql`identity_sources x`,
    text: sql`x.issuer`,
    order: byAge(browse),
  });
}

/** An external principal as a list shows one. */
export interface FoundPrincipal {
  id: string;
  subject: string;
  sourceId: string;
  issuer: string;
  /** The user with the live claim, or null. */
  userId: string | null;
  email: string | null;
  createdAt: Date;
}

/** Returns a page of the environment's external principals, the newest first: those that have this id or
 *  subject, or that hold every word of the query in subject, issuer or the address of the user who claims
 *  them. */
export async function searchPrincipals(
  db: LateQueryable,
  { claimed, ...browse }: Browse & { claimed: boolean | null },
): Promise<Page<FoundPrincipal>> {
  const typed = browse.query.trim();
  const is = isId(typed)
    ? sql`AND (x.id = ${typed}::uuid OR x.subject = ${typed})`
    : join([empty, ...searchWords(browse.query).map(holds)], " ");
  const state = claimed === null ? empty : sql`AND (b.id IS NOT NULL) = ${claimed}`;
  const { by, from, placeOf } = byAge(browse);
  const rows = await db.query(read<FoundPrincipal>`
    SELECT x.id, x.subject, x.source_id, s.issuer, u.id AS user_id, u.email, x.created_at
    FROM external_principals x
    JOIN identity_sources s ON s.id = x.source_id
    LEFT JOIN identity_bindings b ON b.principal_id = x.id AND b.released_at IS NULL
    LEFT JOIN users u ON u.id = b.user_id
    WHERE x.tenant_id = ${db.tenantId}::uuid AND x.environment_id = ${db.environmentId}::uuid
      ${from} ${is} ${state}
    ORDER BY ${by} LIMIT ${PAGE_ROWS + 1}`);
  const page = pageOf(rows, placeOf, browse);
  return { ...page, total: await countPrincipals(db, { ...browse, claimed }, page) };
}

/** Counts the principals, up to one more than the limit of list counts; null for a search whose rows fill
 *  several pages, because no index finds words. */
async function countPrincipals(
  db: LateQueryable,
  { claimed, ...browse }: Browse & { claimed: boolean | null },
  page: Page<FoundPrincipal>,
): Promise<number | null> {
  if (placeIn(browse) === null && page.next === null) return page.rows.length;
  if (browse.query.trim() !== "") return null;
  const state =
    claimed === null
      ? empty
      : sql`AND EXISTS (SELECT FROM identity_bindings b
          WHERE b.principal_id = x.id AND b.released_at IS NULL) = ${claimed}`;
  const counted = await db.first(read<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM external_principals x
      WHERE x.tenant_id = ${db.tenantId}::uuid AND x.environment_id = ${db.environmentId}::uuid ${state}
      LIMIT ${COUNTED_AT_MOST + 1}) AS counted`);
  return counted?.count ?? null;
}

function holds(word: string): Sql {
  const held = `%${escapeLike(word)}%`;
  return sql`AND (x.subject ILIKE ${held} OR s.issuer ILIKE ${held} OR u.email ILIKE ${held})`;
}

/** A binding with its user. */
export interface BindingOfPrincipal extends IdentityBinding {
  /** Null once the user was deleted. */
  email: string | null;
}

/** Lists the bindings of a principal, the live one first, then the most recently released: fifty at the
 *  most. */
export function listBindingsOf(
  db: Queryable,
  principal: Pick<ExternalPrincipal, "id">,
): Promise<BindingOfPrincipal[]> {
  return db.query(read<BindingOfPrincipal>`
    SELECT b.id, b.principal_id, b.user_id, b.created_at, b.last_used_at, b.released_at,
      CASE WHEN u.deleted_at IS NULL THEN u.email END AS email
    FROM identity_bindings b JOIN users u ON u.id = b.user_id
    WHERE b.environment_id = ${db.environmentId}::uuid AND b.principal_id = ${principal.id}::uuid
    ORDER BY b.released_at DESC NULLS FIRST, b.id DESC LIMIT ${PAGE_ROWS}`);
}
