import type { CompletedLogin } from "@/lib/core/login/completed-login";
import { setOrganization } from "@/lib/core/oidc/provider/grant-organization";
import { CHOOSE_ORGANIZATION } from "@/lib/core/oidc/provider/interaction-policy";
import type { InteractionResult } from "@/lib/core/oidc/provider/interaction-result";
import { providerOf } from "@/lib/core/oidc/provider/provider";
import {
  currentProviderRequest,
  withProviderRequest,
} from "@/lib/core/oidc/provider/provider-request";
import { resumeAddress } from "@/lib/core/oidc/sign-in/resume-address";
import {
  isExpired,
  type StoredInteraction,
  storeInteraction,
} from "@/lib/core/oidc/sign-in/stored-interaction";
import type { RequestContext } from "@/lib/kernel/caller";

/** Passes a completed login to the provider.
 *  @returns path of ours to redirect the browser to; null when the interaction is over */
export async function completeLogin(
  waiting: StoredInteraction,
  login: CompletedLogin,
  context: RequestContext,
): Promise<string | null> {
  return finish(waiting, context, async () => ({
    login: {
      accountId: login.userId,
      ts: Math.floor(login.authTime.getTime() / 1000),
      amr: login.amr,
      remember: true,
    },
    trustedDeviceId: login.trustedDeviceId,
  }));
}

/** Continues an interaction as the user who is signed in already.
 *  @returns path to redirect the browser to; null when the interaction is over or requires no sign-in */
export async function completeAsSignedIn(
  waiting: StoredInteraction,
  userId: string,
  context: RequestContext,
): Promise<string | null> {
  return finish(waiting, context, async ({ stored }) =>
    stored.prompt.name === "login" ? { continueAs: userId } : null,
  );
}

/** Asks the provider for a new sign-in, after a person who was prompted for consent or an organization chose
 *  to use another account.
 *  @returns path to redirect the browser to; null when the interaction is over or has neither prompt */
export async function completeWithAnotherAccount(
  waiting: StoredInteraction,
  context: RequestContext,
): Promise<string | null> {
  return finish(waiting, context, async ({ stored }) =>
    stored.prompt.name === "login" ? null : { anotherAccount: true },
  );
}

/** Sets the organization of a sign-in. It counts as named by the client: the access evaluator decides when
 *  the sign-in continues, and the id is not trusted.
 *  @returns path to redirect the browser to; null when the interaction is over or has no such prompt */
export async function completeOrganization(
  waiting: StoredInteraction,
  organizationId: string,
  context: RequestContext,
): Promise<string | null> {
  return finish(waiting, context, async ({ stored }) =>
    stored.prompt.name === CHOOSE_ORGANIZATION ? { organizationId } : null,
  );
}

/** Passes a person's consent or refusal to the provider.
 *  @returns path to redirect the browser to; null when the interaction is over or has no such prompt */
export async function completeConsent(
  waiting: StoredInteraction,
  granted: boolean,
  context: RequestContext,
): Promise<string | null> {
  return finish(waiting, context, async ({ provider, stored, client }) => {
    const accountId = stored.session?.accountId;
    if (stored.prompt.name !== "consent" || !accountId) return null;
    if (!granted) return { error: "access_denied", error_description: "the user refused consent" };
    const grant = new provider.Grant({ accountId, clientId: client.clientId });
    setOrganization(grant, stored.params.organization_id ?? null);
    const scope = stored.params.scope ?? "openid";
    grant.addOIDCScope(scope);
    grant.addOIDCClaims(stored.prompt.details.missingOIDCClaims ?? []);
    currentProviderRequest().consentedScope = scope;
    return { consent: { grantId: await grant.save() } };
  });
}

type ProviderOfEnvironment = Awaited<ReturnType<typeof providerOf>>["provider"];

/** Stores the result of an interaction, with which the provider continues.
 *  @returns address where it continues; null when the interaction is over, or there is no result */
async function finish(
  waiting: StoredInteraction,
  context: RequestContext,
  resultOf: (
    interaction: StoredInteraction & { provider: ProviderOfEnvironment },
  ) => Promise<InteractionResult | null>,
): Promise<string | null> {
  const { uid, scope, stored, client } = waiting;
  if (isExpired(stored)) return null;
  const { provider } = await providerOf(scope);
  return withProviderRequest({ scope, context, client }, async () => {
    const result = await resultOf({ ...waiting, provider });
    if (!result) return null;
    const { organizationId } = result;
    const params = organizationId
      ? { ...stored.params, organization_id: organizationId }
      : stored.params;
    await storeInteraction(waiting, { ...stored, params, result });
    return resumeAddress(uid, client, params.redirect_uri);
  });
}
