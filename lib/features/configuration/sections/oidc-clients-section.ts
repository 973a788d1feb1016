import { addClientSecret } from "@/lib/core/oidc-clients/client-secrets";
import { createOidcClient } from "@/lib/core/oidc-clients/create-oidc-client";
import {
  listOidcClients,
  type OidcClientSettings,
} from "@/lib/core/oidc-clients/oidc-client-store";
import { providedSecretProblem } from "@/lib/core/oidc-clients/provided-secret";
import { revokeOidcClient } from "@/lib/core/oidc-clients/revoke-oidc-client";
import { updateOidcClient } from "@/lib/core/oidc-clients/update-oidc-client";
import { listLiveSecretHashes } from "@/lib/features/configuration/configuration-store";
import type { ClientConfiguration } from "@/lib/features/configuration/contract/tenant-configuration";
import type { Names } from "@/lib/features/configuration/names";
import type { Issue, Section, StepContext } from "@/lib/features/configuration/section";
import { ownThing, type Thing, type Things } from "@/lib/features/configuration/step";
import { hashSecret } from "@/lib/kernel/crypto/secrets";

/** Relying parties. A file never contains a secret: it is created, or comes from an environment variable
 *  that the file names. Removing a client revokes it for good. */
export const oidcClientsSection: Section = {
  name: "oidcClients",
  empty: {},
  read: async (db, names) => {
    const [clients, hashes] = await Promise.all([listOidcClients(db), listLiveSecretHashes(db)]);
    const live = clients.filter(({ revokedAt }) => revokedAt === null);
    const hashesOf = Map.groupBy(hashes, ({ oidcClientId }) => oidcClientId);
    for (const { key, id } of live) {
      names.add("oidcClients", key, id);
      names.secretHashes.set(key, hashesOf.get(id)?.map(({ hash }) => hash) ?? []);
    }
    return Object.fromEntries(
      live.map((client) => [
        client.key,
        {
          name: client.name,
          type: client.type,
          app: client.appId && names.keyOf("apps", client.appId),
          redirectUris: client.redirectUris,
          postLogoutRedirectUris: client.postLogoutRedirectUris,
          backchannelLogoutUri: client.backchannelLogoutUri,
          firstParty: client.firstParty,
          allowedScopes: client.allowedScopes,
          deviceAuthorization: client.deviceAuthorization,
          tokenEndpointAuthMethod: client.tokenEndpointAuthMethod,
          jwks: client.jwks,
          jwksUri: client.jwksUri,
          idTokenSignedResponseAlg: client.idTokenSignedResponseAlg,
          requirePushedAuthorizationRequests: client.requirePushedAuthorizationRequests,
          dpopBoundAccessTokens: client.dpopBoundAccessTokens,
          profile: client.profile,
          refreshGraceSeconds: client.refreshGraceSeconds,
        },
      ]),
    );
  },
  desired: ({ oidcClients }) => oidcClients,
  references: ({ app }) =>
    typeof app === "string" ? [{ field: "app", to: "apps", key: app }] : [],
  problems: (desired, there, { variables }) => problemsOf(desired, there, variables),
  create: async (place, key, thing) => {
    const { secretFrom, type, ...fields } = thing as unknown as ClientConfiguration;
    const settings = settingsOf(place.names, { ...fields });
    const suppliedSecret = secretOf(secretFrom, place.variables);
    const made = await createOidcClient(
      place.caller,
      {
        ...{ appId: null, postLogoutRedirectUris: [], backchannelLogoutUri: null },
        ...{ firstParty: true, redirectUris: [], name: key },
        ...settings,
        type,
        key,
      },
      suppliedSecret,
    );
    place.names.add("oidcClients", key, made.id);
    const { clientId } = made;
    const environment = place.caller.environmentKey;
    const clientSecret = suppliedSecret === undefined ? made.clientSecret : null;
    place.secrets.push({ environment, key, clientId, clientSecret });
  },
  change: async (place, key, changes) => {
    const id = place.names.idOf("oidcClients", key);
    const { secretFrom, ...fields } = changes;
    const settings = settingsOf(place.names, fields);
    if (Object.keys(settings).length > 0) await updateOidcClient(place.caller, id, settings);
    const suppliedSecret = secretOf(secretFrom, place.variables);
    if (suppliedSecret !== undefined) await addClientSecret(place.caller, id, suppliedSecret);
  },
  remove: ({ caller, names }, key) => revokeOidcClient(caller, names.idOf("oidcClients", key)),
};

/** Removes secrets from the desired state that are live already, comparing hashes. */
export function withoutKnownSecrets(
  desired: Things,
  { names, variables }: Pick<StepContext, "names" | "variables">,
): Things {
  return Object.fromEntries(
    Object.entries(desired).map(([key, { secretFrom, ...thing }]) => {
      const value = secretOf(secretFrom, variables);
      const hash = value === undefined ? undefined : hashSecret(value).toString("base64");
      const isThere = hash !== undefined && names.secretHashes.get(key)?.includes(hash);
      return [key, secretFrom === undefined || isThere ? thing : { ...thing, secretFrom }];
    }),
  );
}

/** Value of an environment variable; undefined if the file names none, or it is not set. */
function secretOf(name: unknown, variables: StepContext["variables"]): string | undefined {
  return typeof name === "string" && Object.hasOwn(variables, name) ? variables[name] : undefined;
}

function settingsOf(
  names: Names,
  { app, ...fields }: Thing,
): Partial<Omit<OidcClientSettings, "type" | "key">> {
  const appId = typeof app === "string" ? names.idOf("apps", app) : null;
  return { ...fields, ...(app === undefined ? {} : { appId }) };
}

function problemsOf(desired: Things, there: Things, variables: StepContext["variables"]): Issue[] {
  return Object.entries(desired).flatMap(([key, { type, secretFrom }]): Issue[] => {
    const before = ownThing(there, key)?.type;
    if (before !== undefined && before !== type)
      return [{ path: ["oidcClients", key, "type"], message: `never changes; it is ${before}` }];
    if (typeof secretFrom !== "string") return [];
    const problem =
      type === "public"
        ? "a public client has no secret"
        : providedSecretProblem(secretOf(secretFrom, variables), secretFrom);
    return problem ? [{ path: ["oidcClients", key, "clientSecret"], message: problem }] : [];
  });
}
