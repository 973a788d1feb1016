import type { Adapter, AdapterPayload } from "oidc-provider";
import { relyingPartyMetadata } from "@/lib/core/oidc/provider/client-metadata";
import { currentProviderRequest } from "@/lib/core/oidc/provider/provider-request";

/** Client storage of the provider. We read the client before we call the provider; it gets that client,
 *  and can store nothing. */
export class ClientAdapter implements Adapter {
  async find(id: string): Promise<AdapterPayload | undefined> {
    const { client } = currentProviderRequest();
    if (client?.clientId === id) return relyingPartyMetadata(client) as AdapterPayload;
    return undefined;
  }

  async upsert(): Promise<void> {}
  async findByUid(): Promise<undefined> {
    return undefined;
  }
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }
  async consume(): Promise<void> {}
  async destroy(): Promise<void> {}
  async revokeByGrantId(): Promise<void> {}
}
