import type { AccessDecision, AccessGrant } from "@/lib/access/access";
import { beginExternalSession } from "@/lib/access/begin-external-session";
import { decideAccess } from "@/lib/access/decide-access";
import { assertActive, proveSubjectToken } from "@/lib/access/prove-subject-token";
import { signGrantedToken } from "@/lib/access/sign-granted-token";
import {
  auditRefusedExchange,
  type ExchangeTarget,
  SubjectTokenRefused,
} from "@/lib/access/subject-token-refused";
import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { MachineCaller } from "@/lib/caller";
import { inTenant, type TenantTransaction } from "@/lib/db";
import { findIdentitySource } from "@/lib/external-identities/identity-source-store";
import { freshActivityToken } from "@/lib/sessions/present-activity";
import type { SessionFacts } from "@/lib/sessions/session";

export interface SubjectTokenRequest {
  subjectToken: string;
  /** An id in form; what it names is decided by the access evaluator. */
  appId: string;
  organizationId: string | null;
}

export interface ExchangedSubjectToken extends SessionFacts {
  grant: AccessGrant;
  accessToken: string;
  expiresInSeconds: number;
  activityToken: string;
}

/** Turns the token of an external principal into a direct session of the user it is bound to, with a user token
 *  for one app (RFC 8693). One token becomes one session; where access is denied none is begun, and the token
 *  is not spent. Every outcome is audited.
 *  @throws SubjectTokenRefused */
export async function exchangeSubjectToken(
  caller: MachineCaller,
  request: SubjectTokenRequest,
): Promise<ExchangedSubjectToken> {
  const known: ExchangeTarget[] = [];
  try {
    const { source, proved } = await proveSubjectToken(caller, request.subjectToken, known);
    const { facts, grant } = await inTenant(caller, async (transaction) => {
      // Again, because time has passed on the network.
      const current = await findIdentitySource(transaction, source.id);
      assertActive(current);
      const subject = { source: current, proved, appId: request.appId };
      const begun = await beginExternalSession(transaction, caller, subject, known);
      known.push({ type: "app", id: request.appId });
      return { facts: begun, grant: await admit(transaction, caller, begun, request, known) };
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

async function admit(
  transaction: TenantTransaction,
  { actor, context }: MachineCaller,
  { session, user }: SessionFacts,
  { appId, organizationId }: SubjectTokenRequest,
  known: ExchangeTarget[],
): Promise<AccessGrant> {
  const wanted = { userId: user.id, appId, organizationId };
  const decision = granted(await decideAccess(transaction, wanted));
  const targets = [...known, { type: "session", id: session.id }];
  if (decision.observed.length > 0)
    await recordAuditEvent(transaction, {
      kind: "access.observed",
      actor,
      context,
      targets,
      metadata: { reasons: decision.observed, organization_id: decision.grant.organizationId },
    });
  await recordAuditEvent(transaction, {
    kind: "external_principal.token_exchanged",
    actor,
    context,
    targets,
  });
  return decision.grant;
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
      "several organizations reach the app; name one in organization_id",
      "organization_selection_required",
    );
  return decision;
}
