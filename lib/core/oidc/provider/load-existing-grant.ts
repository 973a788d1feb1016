import { type Configuration, errors } from "oidc-provider";
import { allowedScopes, asksForAccess } from "@/lib/core/oidc/provider/access-claims";
import { admits, askAccess } from "@/lib/core/oidc/provider/ask-access";
import { organizationOf, setOrganization } from "@/lib/core/oidc/provider/grant-organization";
import { currentProviderRequest } from "@/lib/core/oidc/provider/provider-request";
import { identityScopes } from "@/lib/core/oidc/provider/scopes-and-claims";

type LoadGrant = NonNullable<Configuration["loadExistingGrant"]>;
type Context = Parameters<LoadGrant>[0];
type Grant = NonNullable<Awaited<ReturnType<LoadGrant>>>;

/** The grant under which a signed-in user's authorization goes on. A first-party client gets one without asking. Any
 *  other client gets the one to which the user consented in this session; without one, the user is asked. Where claims
 *  for an organization are asked for and the user reaches several, the user chooses first.
 *  @throws AccessDenied when the access evaluator denies */
export const loadExistingGrant: LoadGrant = async (ctx) => {
  const { client, session, result, provider } = ctx.oidc;
  const accountId = session?.accountId;
  if (!client || !session || !accountId) return undefined;
  const organization = await organizationFor(ctx, accountId);
  if (!organization) return undefined;
  const grantId = result?.consent?.grantId ?? session.grantIdFor(client.clientId);
  const known = grantId ? await provider.Grant.find(grantId) : undefined;
  const fits = known?.accountId === accountId && organizationOf(known) === organization.id;
  if (!currentProviderRequest().client?.firstParty) return fits ? known : undefined;
  const grant = fits ? known : new provider.Grant({ accountId, clientId: client.clientId });
  setOrganization(grant, organization.id);
  return withOwnScopes(grant, ctx.oidc.requestParamClaims);
};

/** The organization that an authorization is for; its id is null where none is named and none is needed.
 *  @returns null when the user has to choose one first */
async function organizationFor(
  { oidc: { params } }: Context,
  userId: string,
): Promise<{ id: string | null } | null> {
  const id =
    typeof params?.organization_id === "string" ? params.organization_id.toLowerCase() : null;
  const access = await askAccess(userId, id);
  const isForOne = asksForAccess(params?.scope);
  if (access.outcome === "selection_required" && isForOne) {
    currentProviderRequest().choosesOrganization = true;
    return null;
  }
  if (!admits(access)) throw new errors.AccessDenied("the user has no access to this application");
  if (!params || id !== null || !isForOne || !access.grant) return { id };
  // From here on it is as if the client had named it: consent is for it, and so is every refresh, even when the user
  // reaches another organization by then.
  params.organization_id = access.grant.organizationId;
  return { id: access.grant.organizationId };
}

/** A first-party client's grant has every scope that the client may ask for, also one that it was allowed since, and the
 *  claims that it asks for by name. */
async function withOwnScopes(grant: Grant, claims: ReadonlySet<string>): Promise<Grant> {
  const has = new Set(grant.getOIDCScopeEncountered().split(" "));
  const known = new Set(grant.getOIDCClaimsEncountered());
  const missing = [...identityScopes, ...allowedScopes()].filter((scope) => !has.has(scope));
  const asked = [...claims].filter((claim) => !known.has(claim));
  if (missing.length === 0 && asked.length === 0) return grant;
  grant.addOIDCScope(missing.join(" "));
  grant.addOIDCClaims(asked);
  await grant.save();
  return grant;
}
