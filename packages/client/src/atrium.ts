import { type Call, callsOf, type Route } from "./calls.js";
import { postForm } from "./client-form.js";
import type { Introspection } from "./generated/types.js";
import { MachineTokens } from "./machine-token.js";
import { safeBaseUrl } from "./safe-base-url.js";
import type { Sending } from "./send.js";

/** Address of the service, and the credentials of calls. Leave out those that your calls don't need. */
export interface AtriumSettings extends Sending {
  /** Your machine credential, `ac_…`, and its secret, `as_…`: for management, and for calls about
   *  sessions. */
  clientId?: string;
  clientSecret?: string;
  /** Your tenant, `atr_…`, and its secret, `alcs_…`: for logins. */
  tenantId?: string;
  tenantSecret?: string;
  /** For the operator's routes: `aop_…`. */
  operatorToken?: string;
}

/** The service, for one tenant's environment. */
export interface Atrium {
  readonly baseUrl: string;
  /** Calls a route with the credential that it requires.
   *  @throws AtriumError for a refusal and for an answer that does not come */
  call: Call<Route>;
  /** Returns the machine token that calls go out with, for a request of your own. */
  machineToken(): Promise<string>;
  /** Reports that a machine token was refused for a request of your own: the next one is another. */
  machineTokenRefused(token: string): void;
  /** Introspects a token of your environment (RFC 7662): whether it is active, and its claims. A token that
   *  was revoked, or whose user, session or client has ended, is `{ active: false }`, as is any unknown one.
   *  @throws AtriumError */
  introspect(token: string): Promise<Introspection>;
  /** Revokes a token of your credential's own, or a user's token if the credential holds `tokens:issue` (RFC
   *  7009). Any other token stays as it is.
   *  @throws AtriumError */
  revoke(token: string): Promise<void>;
}

/** Makes a client. Make one for the process: it caches one machine token for all calls, and renews it before
 *  it ends.
 *  @throws TypeError for an address that would send secrets in the clear
 *  @example
 *  import { createAtrium } from "@atrium/client";
 *
 *  const atrium = createAtrium(settings);
 *  const { users } = await atrium.call("GET /api/v1/management/users", { query: { email: person.email } });
 *  console.log(users[0]?.id);
 */
export function createAtrium(settings: AtriumSettings): Atrium {
  const sending = { ...settings, baseUrl: safeBaseUrl(settings.baseUrl) };
  const { clientId, clientSecret } = settings;
  /** Posts a form with the machine credential. Each of its endpoints allows repetition. */
  const post = async (path: string, form: Record<string, string>) => {
    if (!clientId || !clientSecret)
      throw new TypeError("This call needs clientId and clientSecret");
    return postForm(sending, { clientId, clientSecret }, { path, form, repeatable: true });
  };
  const tokens = new MachineTokens(() =>
    post("/oauth/token", { grant_type: "client_credentials" }),
  );
  const machineToken = () => tokens.current();
  const machineTokenRefused = (token: string) => tokens.refused(token);
  return {
    baseUrl: sending.baseUrl,
    call: callsOf(
      sending,
      (path) => identityFor(path, settings, machineToken),
      machineTokenRefused,
    ),
    machineToken,
    machineTokenRefused,
    introspect: async (token) => (await post("/oauth/introspect", { token })).json(),
    revoke: async (token) => {
      await post("/oauth/revoke", { token });
    },
  };
}

const asTenant =
  /^\/api\/v1\/auth\/(login\/|passkeys\/|totp|recovery-codes|password\/(forgot|redeem)|session\/exchange)/;

/** Returns the credential that a route requires. A test compares this with the description. */
export function callerOf(path: string): "tenant" | "machine" | "operator" | "nobody" {
  if (path === "/api/v1/operator/command-line") return "nobody";
  if (path.startsWith("/api/v1/operator/")) return "operator";
  if (/^\/api\/v1\/(enrolment\/|installations\/|openapi\.json)/.test(path)) return "nobody";
  return asTenant.test(path) ? "tenant" : "machine";
}

async function identityFor(
  path: string,
  { tenantId, tenantSecret, operatorToken }: AtriumSettings,
  machineToken: () => Promise<string>,
): Promise<Record<string, string>> {
  const caller = callerOf(path);
  if (caller === "nobody") return {};
  if (caller === "operator") {
    if (!operatorToken) throw new TypeError("This call needs operatorToken");
    return { authorization: `Bearer ${operatorToken}` };
  }
  // `me` takes either; a backend that signs users in has the secret and needs no scope for it.
  if (caller === "tenant" || (path === "/api/v1/auth/me" && tenantSecret)) {
    if (!tenantId || !tenantSecret)
      throw new TypeError("This call needs tenantId and tenantSecret");
    return { authorization: `Bearer ${tenantSecret}`, "x-tenant-id": tenantId };
  }
  return { authorization: `Bearer ${await machineToken()}` };
}
