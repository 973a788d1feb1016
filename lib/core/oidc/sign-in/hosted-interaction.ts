import type { Branding } from "@/lib/core/branding/branding";
import { readBranding } from "@/lib/core/branding/branding-store";
import { ownPlaceOf } from "@/lib/core/oidc/applications/own-client";
import type { CookieReader } from "@/lib/core/oidc/http/cookies";
import {
  ANOTHER_ACCOUNT,
  CHOOSE_ORGANIZATION,
  REQUIRED_USER,
} from "@/lib/core/oidc/provider/interaction-policy";
import { scopesOfClaims } from "@/lib/core/oidc/provider/scopes-and-claims";
import { resumeAddress } from "@/lib/core/oidc/sign-in/resume-address";
import {
  type InteractionContent,
  interactionOfBrowser,
  type StoredInteraction,
  stillWaiting,
} from "@/lib/core/oidc/sign-in/stored-interaction";
import { findPayload } from "@/lib/core/oidc-payloads/oidc-payload-store";
import { readSecurityPolicy } from "@/lib/core/security-policy/security-policy-store";
import { keyOfEnvironment } from "@/lib/core/tenants/environment-store";
import { readTenant } from "@/lib/core/tenants/tenant-store";
import type { Caller, RequestContext, TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";

/** A sign-in that waits for a person, as the hosted pages see it. */
export interface HostedInteraction {
  uid: string;
  scope: TenantScope;
  /** As it was read, for the rest of the request. */
  waiting: StoredInteraction;
  environmentKey: string;
  tenant: { publicId: string; name: string };
  branding: Branding;
  client: {
    clientId: string;
    name: string;
    /** The client is the service itself: the person opens one of our own pages. */
    own: boolean;
    /** App whose rules decide who may sign in. */
    appId: string | null;
  };
  prompt: "login" | "organization" | "consent";
  /** The person chose to use another account than the signed-in one. */
  wantsAnother: boolean;
  /** The person has answered; the sign-in only has to continue. */
  answered: boolean;
  /** Path of ours where it continues. */
  goesOnAt: string;
  params: { loginHint: string | null; uiLocales: string | null };
  /** The only user whose sign-in satisfies the request. */
  meantUserId: string | null;
  /** The tenant accepts passkeys. */
  takesPasskeys: boolean;
  /** OpenID Connect scopes that need consent. */
  scopes: string[];
  /** The signed-in user of a prompt for consent or an organization. */
  userId: string | null;
}

/** Reads the interaction in the address of a hosted page.
 *  @returns null when it is unknown, over, expired or another browser's */
export async function readInteraction(
  uid: string,
  cookies: CookieReader,
): Promise<HostedInteraction | null> {
  const at = await interactionOfBrowser(uid, cookies);
  if (!at) return null;
  const { scope } = at;
  const [payload, tenant, environmentKey, branding, policy] = await inBatch(scope, (db) =>
    Promise.all([
      findPayload(db, "Interaction", uid),
      readTenant(db),
      keyOfEnvironment(db),
      readBranding(db),
      readSecurityPolicy(db),
    ]),
  );
  const waiting = await stillWaiting(at, payload);
  if (!waiting) return null;
  const { stored, client } = waiting;
  const { params, prompt } = stored;
  return {
    uid,
    scope,
    waiting,
    environmentKey,
    tenant: { publicId: tenant.publicId, name: tenant.name },
    branding,
    client: {
      clientId: client.clientId,
      name: client.name,
      own: ownPlaceOf(client.clientId) !== null,
      appId: client.appId,
    },
    prompt: promptOf(prompt.name),
    wantsAnother: prompt.reasons.includes(ANOTHER_ACCOUNT),
    answered: stored.result !== undefined,
    goesOnAt: resumeAddress(uid, client, params.redirect_uri),
    params: { loginHint: params.login_hint ?? null, uiLocales: params.ui_locales ?? null },
    meantUserId: params[REQUIRED_USER] ?? null,
    takesPasskeys: policy.allowedFactors.includes("passkey"),
    scopes: consentedScopes(prompt.details),
    userId: stored.session?.accountId ?? null,
  };
}

/** A claim requested by name appears as the scope that includes it. */
function consentedScopes(details: InteractionContent["prompt"]["details"]): string[] {
  const { missingOIDCScope = [], missingOIDCClaims = [] } = details;
  return [...new Set([...missingOIDCScope, ...scopesOfClaims(missingOIDCClaims)])];
}

function promptOf(name: string): HostedInteraction["prompt"] {
  return name === "consent" || name === CHOOSE_ORGANIZATION ? name : "login";
}

/** Actor of a person's sign-in on the hosted pages. */
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
