import type { AccessDecision, AccessGrant } from "@/lib/core/access/access";
import { beginExternalSession, claimedPrincipal } from "@/lib/core/access/begin-external-session";
import { decideAccess } from "@/lib/core/access/decide-access";
import { assertActive, proveSubjectToken } from "@/lib/core/access/prove-subject-token";
import { signGrantedToken } from "@/lib/core/access/sign-granted-token";
import {
  auditRefusedExchange,
  type ExchangeTarget,
  SubjectTokenRefused,
} from "@/lib/core/access/subject-token-refused";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { IdentitySource } from "@/lib/core/external-identities/identity-source";
import { findIdentitySource } from "@/lib/core/external-identities/identity-source-store";
import type { SubjectToken } from "@/lib/core/external-identities/subject-token";
import { freshActivityToken } from "@/lib/core/sessions/present-activity";
import type { SessionFacts } from "@/lib/core/sessions/session";
import type { MachineCaller } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";

export interface SubjectTokenRequest {
  subjectToken: string;
  /** A syntactically valid id; whether it exists is decided by the access evaluator. */
  appId: string;
  organizationId: string | null;
}

export interface ExchangedSubjectToken extends SessionFacts {
  grant: AccessGrant;
  accessToken: string;
  expiresInSeconds: number;
  activityToken: string;
}

/** Turns the token of an external principal into a direct session of the user it is bound to, with a user
 *  token for one app (RFC 8693). One token becomes one session; when access is denied, none starts, and
 *  the token is not spent. Every outcome is audited.
 *  @throws SubjectTokenRefused */
export async function exchangeSubjectToken(
  caller: MachineCaller,
  request: SubjectTokenRequest,
): Promise<ExchangedSubjectToken> {
  const known: ExchangeTarget[] = [];
  try {
    const { source, proved } = await proveSubjectToken(caller, request.subjectToken, known);
    const knownBefore = known.length;
    const { facts, grant } = await inTransaction(caller, async (db) => {
      // The transaction may run a second time.
      known.length = knownBefore;
      // Checked again, because time has passed on the network.
      const current = await findIdentitySource(db, source.id);
      assertActive(current);
      return exchange(db, caller, { source: current, proved, request }, known);
    });
    return {
      ...facts,
      ...(await signGrantedToken(caller, facts, request.appId, grant)),
      grant,
      activityToken: await freshActivityToken(facts, facts.session.lastActiveAt),
    };
  } catch (error) {
    if (error instanceof SubjectTokenRefused) await auditRefusedExchange(caller, error, known);
    throw error;
  }
}

interface Proved {
  source: IdentitySource;
  proved: SubjectToken;
  request: SubjectTokenRequest;
}

async function exchange(
  db: Queryable,
  caller: MachineCaller,
  { source, proved, request: { appId, organizationId } }: Proved,
  known: ExchangeTarget[],
): Promise<{ facts: SessionFacts; grant: AccessGrant }> {
  const principal = await claimedPrincipal(db, source, proved, known);
  known.push({ type: "app", id: appId });
  const accessQuery = { userId: principal.claimedBy, appId, organizationId };
  const { grant, observed } = granted(await decideAccess(db, accessQuery));
  const subject = { source, proved, appId };
  const facts = await beginExternalSession(db, caller, principal, subject);
  const entry = {
    actor: caller.actor,
    context: caller.context,
    targets: [...known, { type: "session", id: facts.session.id }],
  };
  if (observed.length > 0)
    await recordAuditEvent(db, {
      ...entry,
      kind: "access.observed",
      metadata: { reasons: observed, organization_id: grant.organizationId },
    });
  await recordAuditEvent(db, { ...entry, kind: "external_principal.token_exchanged" });
  return { facts, grant };
}

function granted(decision: AccessDecision): Extract<AccessDecision, { outcome: "granted" }> {
  if (decision.outcome === "denied")
    throw new SubjectTokenRefused(
      "access_denied",
      "the access configuration does not let this user into the app",
      decision.reason,
    );
  if (decision.outcome === "selection_required")
    throw new SubjectTokenRefused(
      "access_denied",
      "the user can enter the app for several organizations; name one organization in organization_id",
      "organization_selection_required",
    );
  return decision;
}
