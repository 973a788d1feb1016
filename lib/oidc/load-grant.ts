import { type Configuration, errors } from "oidc-provider";
import { currentExchange } from "@/lib/oidc/exchange";
import { organizationOf, setOrganization } from "@/lib/oidc/grant-organization";
import { hasAccess } from "@/lib/oidc/require-access";

type LoadGrant = NonNullable<Configuration["loadExistingGrant"]>;

/** The OpenID Connect scopes a relying party may ask for. */
export const identityScopes = ["openid", "profile", "email"] as const;

/** The grant under which a signed-in user's authorization goes on. A first-party client has one without
 *  asking; any other gets the one the user consented to in this session, or asks.
 *  @throws AccessDenied when the access evaluator denies */
export const loadExistingGrant: LoadGrant = async (ctx) => {
  const { client, session, result, params, provider } = ctx.oidc;
  const accountId = session?.accountId;
  if (!client || !session || !accountId) return undefined;
  const organizationId =
    typeof params?.organization_id === "string" ? params.organization_id.toLowerCase() : null;
  if (!(await hasAccess(accountId, organizationId)))
    throw new errors.AccessDenied("the user has no access to this application");
  const grantId = result?.consent?.grantId ?? session.grantIdFor(client.clientId);
  const known = grantId ? await provider.Grant.find(grantId) : undefined;
  if (known?.accountId === accountId && organizationOf(known) === organizationId) return known;
  if (!currentExchange().client?.firstParty) return undefined;
  const grant = new provider.Grant({ accountId, clientId: client.clientId });
  setOrganization(grant, organizationId);
  grant.addOIDCScope(identityScopes.join(" "));
  await grant.save();
  return grant;
};
