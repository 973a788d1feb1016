// Registers a relying party in the environment of a machine credential: `tsx
// e2e/support/add-relying-party.ts`, with CREDENTIAL and ORIGIN. Prints its id and secret as JSON.

import { resolveCredential } from "@/lib/core/credentials/credential-store";
import { createOidcClient } from "@/lib/core/oidc-clients/create-oidc-client";
import { noRequest } from "@/lib/kernel/caller";

const { CREDENTIAL = "", ORIGIN = "" } = process.env;
const found = await resolveCredential(CREDENTIAL);
if (!found) throw new Error("There is no such credential");
const caller = {
  ...found,
  actor: { type: "operator", id: "journeys" },
  context: noRequest,
} as const;
const { clientId, clientSecret } = await createOidcClient(caller, {
  name: "Reports",
  type: "confidential",
  appId: null,
  redirectUris: [`${ORIGIN}/callback`],
  postLogoutRedirectUris: [`${ORIGIN}/`],
  backchannelLogoutUri: null,
  firstParty: true,
});
process.stdout.write(JSON.stringify({ clientId, clientSecret }));
process.exit(0);
