import { randomUUID } from "node:crypto";
import type { SelectableOrganization } from "@/lib/core/access/access";
import { provenUser } from "@/lib/core/account-security/proven-user";
import { isHeldForFactor } from "@/lib/core/administrators/factor-duty";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { DeviceApproval } from "@/lib/core/device-codes/device-authorization";
import { approveDeviceAuthorization } from "@/lib/core/device-codes/device-authorization-store";
import type { DeviceRequest } from "@/lib/core/oidc/device/device-request";
import { asksForAccess } from "@/lib/core/oidc/provider/access-claims";
import { admits, askAccess } from "@/lib/core/oidc/provider/ask-access";
import { setOrganization } from "@/lib/core/oidc/provider/grant-organization";
import { providerOf } from "@/lib/core/oidc/provider/provider";
import {
  currentProviderRequest,
  withProviderRequest,
} from "@/lib/core/oidc/provider/provider-request";
import { choosableOrganizations } from "@/lib/core/oidc/sign-in/choosable-organizations";
import { deletePayloadsOfGrant } from "@/lib/core/oidc-payloads/ended-payload-store";
import { isOperatorsBearer } from "@/lib/core/operators/command-line-client";
import { operatorSince } from "@/lib/core/platform/operator-store";
import { createSession } from "@/lib/core/sessions/create-session";
import { authenticationOf } from "@/lib/core/sessions/session";
import { addSessionClient } from "@/lib/core/sessions/session-client-store";
import { readSession } from "@/lib/core/sessions/session-store";
import type { RequestContext, TenantScope } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** The answering user, and their session in this browser. */
export interface DevicePerson {
  userId: string;
  sessionId: string;
}

/** Result of an approval. `over`: the device was answered before, or has expired. */
export type DeviceOutcome =
  | { outcome: "approved" | "over" | "denied" | "factor_needed" }
  | { outcome: "choose"; organizations: SelectableOrganization[] };

/** Approves a device's sign-in. The device gets a session of its own, which its user can see and end: it
 *  outlives the browser in which it was approved, and ends with everything that ends the user's sessions.
 *  Access to the client's app is evaluated now, and again when the tokens are issued.
 *  @param organizationId the chosen organization; null when none was chosen
 *  @throws ServiceError `user_disabled`, `step_up_required` without a recent step-up for a device that
 *    will act as an operator */
export function approveDevice(
  request: DeviceRequest,
  person: DevicePerson,
  organizationId: string | null,
  context: RequestContext,
): Promise<DeviceOutcome> {
  const { scope, client, authorization } = request;
  return withProviderRequest({ scope, context, client }, async () => {
    const { userId } = person;
    const access = await askAccess(userId, organizationId);
    if (access.outcome === "selection_required") {
      const organizations = await choosableOrganizations({
        scope,
        userId,
        client: { ...client, own: false },
      });
      return { outcome: "choose", organizations };
    }
    if (!admits(access)) return { outcome: "denied" };
    if ((await isOperatorsBearer(scope, client)) && !(await mayOperate(scope, person)))
      return { outcome: "factor_needed" };
    const isForOne = asksForAccess(authorization.scope);
    const forOrganization = organizationId ?? (isForOne ? access.grant?.organizationId : null);
    const isApproved = await keep(request, person, forOrganization ?? null, context);
    return { outcome: isApproved ? "approved" : "over" };
  });
}

/** Approving a device that acts as an operator is as dangerous as its actions, so it requires the
 *  same as the dashboard.
 *  @returns whether the requirement of a factor is met */
function mayOperate(scope: TenantScope, { userId, sessionId }: DevicePerson): Promise<boolean> {
  return inTransaction(scope, async (db) => {
    const { user, facts } = await provenUser(db, sessionId, "hosted", "step_up");
    const since = await operatorSince(db, userId);
    return since === null || !isHeldForFactor(user, facts.policy, since, now());
  });
}

async function keep(
  request: DeviceRequest,
  { userId, sessionId }: DevicePerson,
  organizationId: string | null,
  context: RequestContext,
): Promise<boolean> {
  const { scope, client, authorization } = request;
  const facts = await inBatch(scope, (db) => readSession(db, sessionId, "hosted"));
  if (!facts) return false;
  const grantId = await makeGrant(request, userId, organizationId);
  const at = now();
  const approval: DeviceApproval = {
    ...{ userId, grantId, sessionUid: randomUUID(), sid: randomUUID() },
    ...authenticationOf(facts, at),
  };
  return inTransaction(scope, async (db) => {
    if (!(await approveDeviceAuthorization(db, authorization.id, approval, at))) {
      await deletePayloadsOfGrant(db, grantId);
      return false;
    }
    const { session } = await createSession(db, {
      ...{ userId, kind: "hosted", authTime: approval.authTime, amr: approval.amr },
      oidcSessionUid: approval.sessionUid,
      // Location of the device, not of the person.
      context: {
        ...context,
        ipAddress: authorization.ipAddress,
        userAgent: authorization.userAgent,
      },
    });
    await Promise.all([
      addSessionClient(db, session.id, client.clientId, { sid: approval.sid, grantId }),
      recordAuditEvent(db, {
        kind: "device.authorized",
        actor: { type: "user", id: userId },
        context,
        targets: [
          { type: "user", id: userId },
          { type: "oidc_client", id: client.id, name: client.name },
          { type: "session", id: session.id },
        ],
        metadata: { scope: authorization.scope },
      }),
    ]);
    return true;
  });
}

async function makeGrant(
  { scope, client, authorization }: DeviceRequest,
  accountId: string,
  organizationId: string | null,
): Promise<string> {
  const { provider } = await providerOf(scope);
  const grant = new provider.Grant({ accountId, clientId: client.clientId });
  setOrganization(grant, organizationId);
  grant.addOIDCScope(authorization.scope);
  if (!client.firstParty) currentProviderRequest().consentedScope = authorization.scope;
  return grant.save();
}
