import { type Configuration, errors } from "oidc-provider";
import { allowedScopes, asksForAccess } from "@/lib/core/oidc/provider/access-claims";
import { admits, askAccess } from "@/lib/core/oidc/provider/ask-access";
import { organizationOf, setOrganization } from "@/lib/core/oidc/provider/grant-organization";
import { currentProviderRequest } from "@/lib/core/oidc/provider/provider-request";
import { identityScopes } from "@/lib/core/oidc/provider/scopes-and-claims";

type LoadGrant = NonNullable<Configuration["loadExistingGrant"]>;
type Context = Parameters<LoadGrant>[0];
type Grant = NonNullable<Awaited<ReturnType<LoadGrant>>>;

/** Grant under which a signed-in user's authorization continues. A first-party client gets one
 *  without consent. Any other client gets the one to which the user consented in this session;
 *  without one, the user must consent. If claims for an organization are requested and the user has
 *  several, the user chooses first.
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

/** Organization of an authorization; its id is null when none is named and none is required.
 *  @returns null when the user must choose one first */
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
  // From here on the organization counts as named by the client: consent and every refresh apply to it, even
  // if the user gets access through another one later.
  params.organization_id = access.grant.organizationId;
  return { id: access.grant.organizationId };
}

/** Gives a first-party client's grant every scope that the client may request, including one that it was
 *  allowed since, and the claims requested by name. */
async function withOwnScopes(grant: Grant, claims: ReadonlySet<string>): Promise<Grant> {
  const has = new Set(grant.getOIDCScopeEncountered().split(" "));
  const known = new Set(grant.getOIDCClaimsEncountered());
  const missing = [...identityScopes, ...allowedScopes()].filter((scope) => !has.has(scope));
  const requestedClaims = [...claims].filter((claim) => !known.has(claim));
  if (missing.length === 0 && requestedClaims.length === 0) return grant;
  grant.addOIDCScope(missing.join(" "));
  grant.addOIDCClaims(requestedClaims);
  await grant.save();
  return grant;
}
