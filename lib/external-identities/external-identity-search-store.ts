import {
  type Browse,
  holding,
  literally,
  PAGE_ROWS,
  type Page,
  pageBeforeId,
  pageOf,
  searchWords,
} from "@/lib/browse";
import { Prisma, type TenantTransaction } from "@/lib/db";
import type { ExternalPrincipal } from "@/lib/external-identities/external-principal";
import type { IdentityBinding } from "@/lib/external-identities/identity-binding";
import type { IdentitySource } from "@/lib/external-identities/identity-source";
import { isId } from "@/lib/ids";

/** An identity source as a list shows one. */
export type FoundIdentitySource = Pick<
  IdentitySource,
  "id" | "issuer" | "audiences" | "status" | "createdAt"
>;

/** A page of the environment's identity sources, the newest first: those whose issuer holds every word. */
export async function searchIdentitySources(
  { sql, tenantId, environmentId }: TenantTransaction,
  { query, after }: Browse,
): Promise<Page<FoundIdentitySource>> {
  const rows = await sql.identitySource.findMany({
    where: {
      ...{ tenantId, environmentId, id: { lt: pageBeforeId({ after }) } },
      AND: searchWords(query).map((word) => ({ issuer: holding(word) })),
    },
    select: { id: true, issuer: true, audiences: true, status: true, createdAt: true },
    orderBy: { id: "desc" },
    take: PAGE_ROWS + 1,
  });
  return pageOf(rows, ({ id }) => id);
}

/** An external principal as a list shows one. */
export interface FoundPrincipal {
  id: string;
  subject: string;
  sourceId: string;
  issuer: string;
  /** The user with the live claim, or nobody. */
  userId: string | null;
  email: string | null;
  createdAt: Date;
}

/** A page of the environment's external principals, the newest first: those that have this id or subject, or that
 *  hold every word of the query in subject, issuer or the address of the user who claims them. */
export async function searchPrincipals(
  { sql, tenantId, environmentId }: TenantTransaction,
  { query, after, claimed }: Browse & { claimed: boolean | null },
): Promise<Page<FoundPrincipal>> {
  const typed = query.trim();
  const is = isId(typed)
    ? Prisma.sql`AND (p.id = ${typed}::uuid OR p.subject = ${typed})`
    : Prisma.join([Prisma.empty, ...searchWords(query).map(holds)], " ");
  const state = claimed === null ? Prisma.empty : Prisma.sql`AND (b.id IS NOT NULL) = ${claimed}`;
  const rows = await sql.$queryRaw<FoundPrincipal[]>`
    SELECT p.id, p.subject, p.source_id AS "sourceId", s.issuer, u.id AS "userId", u.email,
      p.created_at AS "createdAt"
    FROM external_principals p
    JOIN identity_sources s ON s.id = p.source_id
    LEFT JOIN identity_bindings b ON b.principal_id = p.id AND b.released_at IS NULL
    LEFT JOIN users u ON u.id = b.user_id
    WHERE p.tenant_id = ${tenantId}::uuid AND p.environment_id = ${environmentId}::uuid
      AND p.id < ${pageBeforeId({ after })}::uuid ${is} ${state}
    ORDER BY p.tenant_id DESC, p.environment_id DESC, p.id DESC LIMIT ${PAGE_ROWS + 1}`;
  return pageOf(rows, ({ id }) => id);
}

function holds(word: string): Prisma.Sql {
  const held = `%${literally(word)}%`;
  return Prisma.sql`AND (p.subject ILIKE ${held} OR s.issuer ILIKE ${held} OR u.email ILIKE ${held})`;
}

/** A binding, with the user it is of. */
export interface BindingOfPrincipal extends IdentityBinding {
  /** Null once the user was deleted. */
  email: string | null;
}

/** The bindings of a principal, the live one first, then those released last: fifty at the most. */
export function listBindingsOf(
  { sql, environmentId }: TenantTransaction,
  principal: Pick<ExternalPrincipal, "id">,
): Promise<BindingOfPrincipal[]> {
  return sql.$queryRaw<BindingOfPrincipal[]>`
    SELECT b.id, b.principal_id AS "principalId", b.user_id AS "userId", b.created_at AS "createdAt",
      b.last_used_at AS "lastUsedAt", b.released_at AS "releasedAt",
      CASE WHEN u.deleted_at IS NULL THEN u.email END AS email
    FROM identity_bindings b JOIN users u ON u.id = b.user_id
    WHERE b.environment_id = ${environmentId}::uuid AND b.principal_id = ${principal.id}::uuid
    ORDER BY b.released_at DESC NULLS FIRST, b.id DESC LIMIT ${PAGE_ROWS}`;
}
