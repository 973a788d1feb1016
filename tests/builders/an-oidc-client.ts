import { createOidcClient } from "@/lib/core/oidc-clients/create-oidc-client";
import type { OidcClientSettings } from "@/lib/core/oidc-clients/oidc-client-store";
import type { Caller } from "@/lib/kernel/caller";

export interface TestOidcClient {
  id: string;
  clientId: string;
  /** Empty for a public client. */
  clientSecret: string;
  redirectUri: string;
}

/** Makes a relying party; by default confidential and first-party. */
export async function anOidcClient(
  environment: Caller,
  settings: Partial<OidcClientSettings> = {},
): Promise<TestOidcClient> {
  const redirectUri = settings.redirectUris?.[0] ?? "https://rp.example.com/callback";
  const made = await createOidcClient(environment, {
    name: "Reports portal",
    type: "confidential",
    appId: null,
    redirectUris: [redirectUri],
    postLogoutRedirectUris: ["https://rp.example.com/bye", "http://localhost:4000/bye"],
    backchannelLogoutUri: null,
    firstParty: true,
    ...settings,
  });
  return { ...made, clientSecret: made.clientSecret ?? "", redirectUri };
}
