import type { AccessDecision } from "@/lib/core/access/access";
import {
  type AccessFactsOfUser,
  type AccessQuery,
  readAccessFacts,
} from "@/lib/core/access/access-facts";
import { chooseAccess, evaluateAccess, membershipDenial } from "@/lib/core/access/evaluate-access";
import type { Queryable } from "@/lib/kernel/db/queryable";
import type { AccessDenial } from "@/lib/kernel/errors/access-errors";

/** Decides whether a user may have a token for an app, through the named organization or, when none is
 *  named, through the one membership that reaches it. The ids must be syntactically valid; whether they
 *  exist is decided here. Writes nothing: the issuer audits `access.denied` and `access.observed`. */
export async function decideAccess(db: Queryable, query: AccessQuery): Promise<AccessDecision> {
  return decisionOf(await readAccessFacts(db, query), query.organizationId);
}

/** Returns why a user may not sign in for an organization through a client that has no app, or null when
 *  they may. */
export async function readMembershipDenial(
  db: Queryable,
  query: { userId: string; organizationId: string },
): Promise<AccessDenial | null> {
  const facts = await readAccessFacts(db, { ...query, appId: null });
  return membershipDenial({ ...facts, workspace: facts.workspaces[0] ?? null });
}

/** Decides by facts that were read before.
 *  @param organizationId the named one, or null when none was named */
export function decisionOf(
  { workspaces, ...facts }: AccessFactsOfUser,
  organizationId: string | null,
): AccessDecision {
  if (organizationId === null) return chooseAccess(facts, workspaces);
  return evaluateAccess({ ...facts, workspace: workspaces[0] ?? null });
}
