import { type Adapter, type AdapterPayload, errors } from "oidc-provider";
import {
  consumeDeviceCode,
  findByDeviceCode,
} from "@/lib/core/device-codes/device-authorization-store";
import { currentProviderRequest } from "@/lib/core/oidc/provider/provider-request";
import type { TenantScope } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";

/** Storage of device approvals for the provider. It stores nothing: the endpoint for devices and the page for
 *  people are ours (lib/core/oidc/device), and the provider issues the tokens. */
export class DeviceCodeAdapter implements Adapter {
  constructor(private readonly scope: TenantScope) {}

  async find(deviceCode: string): Promise<AdapterPayload | undefined> {
    const { client } = currentProviderRequest();
    const found = await inBatch(this.scope, (db) => findByDeviceCode(db, deviceCode));
    if (!found?.approvedAt || !client || found.oidcClientId !== client.id) return undefined;
    const { userId, grantId, sessionUid, sid, authTime, amr, scope } = found;
    if (!userId || !grantId || !sessionUid || !sid || !authTime) return undefined;
    const seconds = (at: Date) => Math.floor(at.getTime() / 1000);
    return {
      ...{ kind: "DeviceCode", jti: deviceCode, clientId: client.clientId, accountId: userId },
      ...{ grantId, sessionUid, sid, scope, authTime: seconds(authTime), amr: amr ?? [] },
      ...{ iat: seconds(found.createdAt), exp: seconds(found.expiresAt) },
      params: { client_id: client.clientId, scope },
    };
  }

  /** One conditional UPDATE decides which of several polls gets the tokens. */
  async consume(deviceCode: string): Promise<void> {
    const won = await inBatch(this.scope, (db) => consumeDeviceCode(db, deviceCode, now()));
    if (!won) throw new errors.InvalidGrant("used by a parallel request");
  }

  async upsert(): Promise<void> {}
  async findByUid(): Promise<undefined> {
    return undefined;
  }
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }
  async destroy(): Promise<void> {}
  async revokeByGrantId(): Promise<void> {}
}
