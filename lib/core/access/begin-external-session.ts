import { isDeepStrictEqual } from "node:util";
import { type ExchangeTarget, SubjectTokenRefused } from "@/lib/core/access/subject-token-refused";
import { spendSubjectToken } from "@/lib/core/external-identities/exchanged-token-store";
import {
  claimsWithToken,
  type ExternalPrincipal,
} from "@/lib/core/external-identities/external-principal";
import {
  findPrincipalBySubject,
  updatePrincipalClaims,
} from "@/lib/core/external-identities/external-principal-store";
import { noteBindingUse } from "@/lib/core/external-identities/identity-binding-store";
import type { IdentitySource } from "@/lib/core/external-identities/identity-source";
import type { SubjectToken } from "@/lib/core/external-identities/subject-token";
import { OUTSIDE } from "@/lib/core/login/shown-methods";
import { createSession } from "@/lib/core/sessions/create-session";
import { type SessionFacts, sessionEnd } from "@/lib/core/sessions/session";
import type { MachineCaller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { NOT_STORABLE, storable } from "@/lib/kernel/db/exact-json";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { ServiceError } from "@/lib/kernel/errors";

/** Returns the principal that a verified token is about, and the user it is bound to.
 *  @param known receives the targets of the outcome's audit event
 *  @throws SubjectTokenRefused */
export async function claimedPrincipal(
  db: Queryable,
  source: IdentitySource,
  { subject }: SubjectToken,
  known: ExchangeTarget[],
): Promise<ExternalPrincipal & { claimedBy: string }> {
  const principal = await findPrincipalBySubject(db, source.id, subject);
  if (!principal)
    throw new SubjectTokenRefused(
      "principal_unknown",
      "the subject of the token is not an external principal",
    );
  known.push({ type: "external_principal", id: principal.id, name: principal.subject });
  const { claimedBy } = principal;
  if (!claimedBy) throw unbound();
  known.push({ type: "user", id: claimedBy });
  return { ...principal, claimedBy };
}

/** Starts a session for the user that a verified token's principal is bound to, and spends the token.
 *  Locks the user's row before the binding's, in the same order as deleting a user; a parallel release is
 *  either seen or waits.
 *  @throws SubjectTokenRefused, which rolls back the transaction, so that the token stays unspent */
export async function beginExternalSession(
  db: Queryable,
  caller: MachineCaller,
  principal: ExternalPrincipal & { claimedBy: string },
  { source, proved, appId }: { source: IdentitySource; proved: SubjectToken; appId: string },
): Promise<SessionFacts> {
  if (!(await spendSubjectToken(db, source.id, proved)))
    throw new SubjectTokenRefused("token_replayed", "the token was exchanged before");
  const facts = await signIn(db, caller, principal.claimedBy, proved, appId);
  const binding = await noteBindingUse(db, principal.id, now());
  if (binding?.userId !== principal.claimedBy) throw unbound();
  await updateClaims(db, principal, source, proved);
  return facts;
}

const unbound = () =>
  new SubjectTokenRefused("principal_unbound", "the principal of the token is not bound to a user");

/** Time and method of the sign-in, as the source states them: a session counts from then, so that a token
 *  does not make an old sign-in recent. */
async function signIn(
  db: Queryable,
  { context }: MachineCaller,
  userId: string,
  { authTime, amr }: SubjectToken,
  appId: string,
): Promise<SessionFacts> {
  const methods = [...new Set([OUTSIDE, ...amr])];
  const completedSignIn = {
    userId,
    kind: "direct",
    authTime,
    amr: methods,
    appId,
    context,
  } as const;
  const facts = await createSession(db, completedSignIn).catch((error: unknown) => {
    if (error instanceof ServiceError && error.reason === "user_disabled")
      throw new SubjectTokenRefused("session_unusable", "the user may not sign in", error.reason);
    throw error;
  });
  const end = sessionEnd(facts, now());
  if (end)
    throw new SubjectTokenRefused(
      "session_unusable",
      end === "expired" ? "the sign-in of the token is too long ago" : "the session can't be used",
      end,
    );
  return facts;
}

async function updateClaims(
  db: Queryable,
  { id, claims }: ExternalPrincipal,
  { attributeMapping }: IdentitySource,
  proved: SubjectToken,
): Promise<void> {
  for (const claim of Object.values(attributeMapping))
    if (Object.hasOwn(proved.claims, claim) && !storable(proved.claims[claim]))
      throw new SubjectTokenRefused("token_invalid", `the claim ${claim} ${NOT_STORABLE}`);
  const current = claimsWithToken(claims, attributeMapping, proved.claims);
  if (!isDeepStrictEqual(current, claims)) await updatePrincipalClaims(db, id, current);
}
