import { type Configuration, errors } from "oidc-provider";
import { organizationOf, setOrganization } from "@/lib/oidc/provider/grant-organization";
import { hasAccess } from "@/lib/oidc/provider/has-access";
import { currentProviderRequest } from "@/lib/oidc/provider/provider-request";

type LoadGrant = NonNullable<Configuration["loadExistingGrant"]>;

/** The OpenID Connect scopes a relying party may ask for. */
export const identityScopes = ["openid", "profile", "email"] as const;

/** The grant under which a signed-in user's authorization goes on. A first-party client gets one without asking. Any
 *  other client gets the one to which the user consented in this session; without one, the user is asked.
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
  if (!currentProviderRequest().client?.firstParty) return undefined;
  const grant = new provider.Grant({ accountId, clientId: client.clientId });
  setOrganization(grant, organizationId);
  grant.addOIDCScope(identityScopes.join(" "));
  await grant.save();
  return grant;
};
