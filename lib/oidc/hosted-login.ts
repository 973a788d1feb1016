import type { Caller, RequestContext, TenantScope } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import type { CompletedLogin } from "@/lib/login/completed-login";
import type { CookieReader } from "@/lib/oidc/cookies";
import { currentExchange, withExchange } from "@/lib/oidc/exchange";
import { setOrganization } from "@/lib/oidc/grant-organization";
import { keyOfEnvironment } from "@/lib/oidc/hosted-session-store";
import { holdsInteraction } from "@/lib/oidc/interaction-cookies";
import type { InteractionResult } from "@/lib/oidc/interaction-result";
import { ownPlaceOf } from "@/lib/oidc/own-client";
import { providerOf } from "@/lib/oidc/provider";
import { readStoredInteraction, type StoredInteraction } from "@/lib/oidc/stored-interaction";
import { readTenant } from "@/lib/tenants/tenant-store";

/** A sign-in that waits for a person, as the hosted pages see it. */
export interface HostedInteraction {
  uid: string;
  scope: TenantScope;
  environmentKey: string;
  tenant: { publicId: string; name: string };
  client: {
    clientId: string;
    name: string;
    /** It is the service itself: the person wants to one of our own pages. */
    own: boolean;
  };
  prompt: "login" | "consent";
  params: { loginHint: string | null; uiLocales: string | null };
  /** What a consent is asked for: OpenID Connect scopes. */
  scopes: string[];
  /** Who is signed in, when consent is asked. */
  userId: string | null;
}

/** The interaction a hosted page's address names, when it is this browser's: the cookie was set where it
 *  began, so that a link from somebody else opens nothing.
 *  @returns null when it is unknown, over, expired or another browser's */
export async function readInteraction(
  uid: string,
  cookies: CookieReader,
): Promise<HostedInteraction | null> {
  if (!holdsInteraction(cookies, uid)) return null;
  const found = await readStoredInteraction(uid);
  if (!found) return null;
  const { scope, stored, client } = found;
  const { tenant, environmentKey } = await inTenant(scope, async (transaction) => ({
    tenant: await readTenant(transaction),
    environmentKey: await keyOfEnvironment(transaction),
  }));
  return {
    uid,
    scope,
    environmentKey,
    tenant: { publicId: tenant.publicId, name: tenant.name },
    client: {
      clientId: client.clientId,
      name: client.name,
      own: ownPlaceOf(client.clientId) !== null,
    },
    prompt: stored.prompt.name === "consent" ? "consent" : "login",
    params: {
      loginHint: stored.params.login_hint ?? null,
      uiLocales: stored.params.ui_locales ?? null,
    },
    scopes: stored.prompt.details.missingOIDCScope ?? [],
    userId: stored.session?.accountId ?? null,
  };
}

/** Who acts when a person signs in on the hosted pages. */
export function hostedCaller(
  interaction: Pick<HostedInteraction, "scope" | "environmentKey">,
  context: RequestContext,
): Caller {
  return {
    ...interaction.scope,
    environmentKey: interaction.environmentKey,
    actor: { type: "service", id: "hosted-login" },
    context,
  };
}

/** Hands a completed login to the provider.
 *  @returns where to send the browser, on our own origin */
export async function completeLogin(
  interaction: Pick<HostedInteraction, "uid">,
  login: CompletedLogin,
  context: RequestContext,
): Promise<string | null> {
  return finish(interaction.uid, context, async () => ({
    login: {
      accountId: login.userId,
      ts: Math.floor(login.authTime.getTime() / 1000),
      amr: login.amr,
      remember: true,
    },
    trustedDeviceId: login.trustedDeviceId,
  }));
}

/** Hands it to the provider that somebody who is signed in here already goes on as who they are.
 *  @returns where to go on; null when the interaction is over or asks no sign-in */
export async function completeAsSignedIn(
  interaction: Pick<HostedInteraction, "uid">,
  userId: string,
  context: RequestContext,
): Promise<string | null> {
  return finish(interaction.uid, context, async ({ stored }) =>
    stored.prompt.name === "login" ? { continueAs: userId } : null,
  );
}

/** Hands a person's consent, or their refusal, to the provider.
 *  @returns where to send the browser; null when the interaction is over or asks no consent */
export async function completeConsent(
  interaction: Pick<HostedInteraction, "uid">,
  granted: boolean,
  context: RequestContext,
): Promise<string | null> {
  return finish(interaction.uid, context, async ({ provider, stored, client }) => {
    const accountId = stored.session?.accountId;
    if (stored.prompt.name !== "consent" || !accountId) return null;
    if (!granted) return { error: "access_denied", error_description: "the user refused consent" };
    const grant = new provider.Grant({ accountId, clientId: client.clientId });
    setOrganization(grant, stored.params.organization_id ?? null);
    const scope = stored.params.scope ?? "openid";
    grant.addOIDCScope(scope);
    currentExchange().consentedScope = scope;
    return { consent: { grantId: await grant.save() } };
  });
}

type ProviderOfEnvironment = Awaited<ReturnType<typeof providerOf>>["provider"];

async function finish(
  uid: string,
  context: RequestContext,
  resultOf: (
    at: StoredInteraction & { provider: ProviderOfEnvironment },
  ) => Promise<InteractionResult | null>,
): Promise<string | null> {
  const found = await readStoredInteraction(uid);
  if (!found) return null;
  const { provider } = await providerOf(found.scope);
  const exchange = { scope: found.scope, context, client: found.client };
  return withExchange(exchange, async () => {
    const result = await resultOf({ ...found, provider });
    const waiting = result && (await provider.Interaction.find(uid));
    if (!waiting) return null;
    waiting.result = { ...result };
    await waiting.persist();
    // Named for whoever comes back here when it is over: then nothing else tells where to begin again.
    const query = new URLSearchParams({ client: found.client.clientId });
    return `${new URL(waiting.returnTo).pathname}?${query}`;
  });
}
