import { type Sending, send } from "./send.js";

/** Client that posts a form: a credential, or a relying party. A public one has no secret. */
interface Poster {
  clientId: string;
  clientSecret?: string | undefined;
}

/** Posts a form to an OAuth endpoint with a client's own credentials.
 *  @param repeatable whether it may be sent again when it is unknown whether it succeeded
 *  @throws AtriumFailure */
export function postForm(
  sending: Sending,
  { clientId, clientSecret }: Poster,
  { path, form, repeatable }: { path: string; form: Record<string, string>; repeatable?: boolean },
): Promise<Response> {
  const named = clientSecret ? form : { ...form, client_id: clientId };
  // RFC 6749 §2.3.1: both halves are encoded before they are joined.
  const pair = [clientId, clientSecret ?? ""].map(encodeURIComponent).join(":");
  return send(sending, {
    method: "POST",
    path,
    ...(repeatable === undefined ? {} : { repeatable }),
    headers: async () => ({
      ...(clientSecret ? { authorization: `Basic ${btoa(pair)}` } : {}),
      "content-type": "application/x-www-form-urlencoded",
    }),
    body: String(new URLSearchParams(named)),
  });
}

/** Answer of the token endpoint. */
interface TokenAnswer {
  access_token: string;
  refresh_token?: string;
  id_token?: string;
  expires_in?: number;
}

/** Requests tokens with a client's own credentials.
 *  @returns the answer, with the end of the access token in milliseconds
 *  @throws AtriumFailure */
export async function postForTokens(
  settings: Sending & Poster,
  form: Record<string, string>,
): Promise<TokenAnswer & { expiresAt: number }> {
  const requestedAt = Date.now();
  const response = await postForm(settings, settings, { path: "/oauth/token", form });
  const answer = (await response.json()) as TokenAnswer;
  return { ...answer, expiresAt: requestedAt + (answer.expires_in ?? 0) * 1000 };
}
