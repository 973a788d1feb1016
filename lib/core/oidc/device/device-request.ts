import type { Branding } from "@/lib/core/branding/branding";
import { readBranding } from "@/lib/core/branding/branding-store";
import {
  type DeviceAuthorization,
  deviceRequestState,
} from "@/lib/core/device-codes/device-authorization";
import {
  findByUserCode,
  resolveUserCode,
} from "@/lib/core/device-codes/device-authorization-store";
import { readUserCode } from "@/lib/core/device-codes/user-code";
import { withinGuessBudget } from "@/lib/core/oidc/device/guess-brake";
import {
  type ResolvedOidcClient,
  resolveOidcClient,
} from "@/lib/core/oidc-clients/oidc-client-store";
import { keyOfEnvironment } from "@/lib/core/tenants/environment-store";
import { readTenant } from "@/lib/core/tenants/tenant-store";
import type { RequestContext, TenantScope } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";

/** A device's request as the page shows it. */
export interface DeviceRequest {
  scope: TenantScope;
  environmentKey: string;
  tenant: { publicId: string; name: string };
  branding: Branding;
  client: ResolvedOidcClient;
  authorization: DeviceAuthorization;
  userCode: string;
}

/** Finds the waiting request of the device that shows a typed code.
 *  @returns null for any other code, including one that is over or answered
 *  @throws ServiceError `rate_limited` after too many wrong codes */
export async function openDeviceRequest(
  typed: string,
  context: RequestContext,
): Promise<DeviceRequest | null> {
  const userCode = readUserCode(typed);
  // A text that can't be a code does not count as a guess.
  return userCode === null ? null : withinGuessBudget(context, () => waitingDevice(userCode));
}

async function waitingDevice(userCode: string): Promise<DeviceRequest | null> {
  const scope = await resolveUserCode(userCode);
  if (!scope) return null;
  const [authorization, tenant, environmentKey, branding] = await inBatch(scope, (db) =>
    Promise.all([
      findByUserCode(db, userCode),
      readTenant(db),
      keyOfEnvironment(db),
      readBranding(db),
    ]),
  );
  if (!authorization || deviceRequestState(authorization, now()) !== "pending") return null;
  const found = await resolveOidcClient(authorization.clientId);
  if (found?.scope.environmentId !== scope.environmentId || !found.client.deviceAuthorization)
    return null;
  const { publicId, name } = tenant;
  const { client } = found;
  return {
    ...{ scope, environmentKey, tenant: { publicId, name }, branding },
    ...{ client, authorization, userCode },
  };
}
