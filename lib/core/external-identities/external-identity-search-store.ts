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
import { containing, pageByAge } from "@/lib/kernel/db/model-page";
import type { PrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
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
export async function searchIdentitySources(
  { prisma, tenantId, environmentId }: PrismaTransaction,
  browse: Browse,
): Promise<Page<FoundIdentitySource>> {
  const { id, orderBy } = pageByAge(browse);
  const filter = {
    ...{ tenantId, environmentId },
    AND: searchWords(browse.query).map((word) => ({ issuer: containing(word) })),
  };
  const rows = await prisma.identitySource.findMany({
    where: { ...filter, id },
    select: { id: true, issuer: true, audiences: true, status: true, createdAt: true },
    orderBy,
    take: PAGE_ROWS + 1,
  });
  const total = await prisma.identitySource.count({ where: filter, take: COUNTED_AT_MOST + 1 });
  return { ...pageOf(rows, (one) => one.id, browse), total };
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
    ? sql`AND (p.id = ${typed}::uuid OR p.subject = ${typed})`
    : join([empty, ...searchWords(browse.query).map(holds)], " ");
  const state = claimed === null ? empty : sql`AND (b.id IS NOT NULL) = ${claimed}`;
  const { id, orderBy } = pageByAge(browse);
  const from = id.gt ? sql`p.id > ${id.gt}::uuid` : sql`p.id < ${id.lt ?? null}::uuid`;
  const order = orderBy.id === "asc" ? sql`ASC` : sql`DESC`;
  const rows = await db.query(read<FoundPrincipal>`
    SELECT p.id, p.subject, p.source_id, s.issuer, u.id AS user_id, u.email, p.created_at
    FROM external_principals p
    JOIN identity_sources s ON s.id = p.source_id
    LEFT JOIN identity_bindings b ON b.principal_id = p.id AND b.released_at IS NULL
    LEFT JOIN users u ON u.id = b.user_id
    WHERE p.tenant_id = ${db.tenantId}::uuid AND p.environment_id = ${db.environmentId}::uuid
      AND ${from} ${is} ${state}
    ORDER BY p.tenant_id ${order}, p.environment_id ${order}, p.id ${order} LIMIT ${PAGE_ROWS + 1}`);
  const page = pageOf(rows, (one) => one.id, browse);
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
          WHERE b.principal_id = p.id AND b.released_at IS NULL) = ${claimed}`;
  const counted = await db.first(read<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM external_principals p
      WHERE p.tenant_id = ${db.tenantId}::uuid AND p.environment_id = ${db.environmentId}::uuid ${state}
      LIMIT ${COUNTED_AT_MOST + 1}) AS counted`);
  return counted?.count ?? null;
}

function holds(word: string): Sql {
  const held = `%${escapeLike(word)}%`;
  return sql`AND (p.subject ILIKE ${held} OR s.issuer ILIKE ${held} OR u.email ILIKE ${held})`;
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
