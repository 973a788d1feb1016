import { postForm } from "../client-form.js";
import { refreshDevice, signInDevice } from "../device-sign-in.js";
import { isAtriumError } from "../problems.js";
import { safeBaseUrl } from "../safe-base-url.js";
import { send } from "../send.js";
import type { SignedIn, SignInStorage } from "./signed-in.js";

/** A command that can't be carried out; the message explains it to the user. */
export class Refusal extends Error {}

/** Storage and output of the commands. */
export interface Place {
  keeping: SignInStorage;
  /** Writes answers. */
  print(text: string): void;
  /** Writes everything else. */
  tell(text: string): void;
}

/** Time before its end at which a token is renewed, in milliseconds. */
const EARLY_MS = 60_000;

/** Signs an operator in by a code that they type on the service's page, in any browser. */
export async function login({ keeping, tell }: Place, address: string): Promise<void> {
  const baseUrl = safeBaseUrl(address);
  const { client_id: clientId, scope } = await clientAt(baseUrl);
  const tokens = await signInDevice({ baseUrl, clientId, scope }, (prompt) => {
    tell(`Open ${prompt.verificationUri} in a browser and type the code\n\n  ${prompt.userCode}\n`);
    tell("Go on only if the page shows the place where you are. Waiting …");
  }).catch(refuse);
  const { accessToken, refreshToken = "", expiresAt } = tokens;
  const known = { baseUrl, clientId, accessToken, refreshToken, expiresAt };
  const email = await emailOf(known);
  if (!(await isOperator(known))) {
    await revokeTokens(known);
    throw new Refusal(`${email} is no operator of ${baseUrl}.`);
  }
  const before = await keeping.read();
  await keeping.write({ ...known, email });
  if (before) await revokeTokens(before);
  tell(`Signed in at ${baseUrl} as ${email}. \`atrium logout\` ends it.`);
}

/** Ends the sign-in, at the service too. */
export async function logout({ keeping, tell }: Place): Promise<void> {
  const known = await keeping.read();
  if (!known) return tell("Nobody is signed in.");
  await keeping.forget();
  await revokeTokens(known);
  tell(`Signed out of ${known.baseUrl}.`);
}

/** Prints an access token, which is a bearer of the operator API for a few minutes. */
export async function token(place: Place): Promise<void> {
  place.print((await current(place)).accessToken);
}

/** Calls the service as the signed-in operator, and prints the answer. */
export async function call(
  place: Place,
  { method, path, body }: { method: string; path: string; body: string | undefined },
): Promise<void> {
  if (!path.startsWith("/api/v1/")) throw new Refusal("The path begins with /api/v1/");
  const { baseUrl, accessToken } = await current(place);
  const response = await send(
    { baseUrl },
    {
      method: method.toUpperCase(),
      path,
      headers: async () => ({
        authorization: `Bearer ${accessToken}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      }),
      ...(body !== undefined && { body }),
    },
  ).catch(refuse);
  const text = await response.text();
  if (text !== "") place.print(text);
}

/** Returns the signed-in operator, with an access token that is valid for a minute at least. */
async function current({ keeping }: Place): Promise<SignedIn> {
  const known = await keeping.read();
  if (!known) throw new Refusal("Nobody is signed in: atrium login https://id.example");
  if (known.expiresAt - Date.now() > EARLY_MS) return known;
  const { baseUrl, clientId, refreshToken } = known;
  const tokens = await refreshDevice({ baseUrl, clientId }, refreshToken).catch(
    async (error: unknown) => {
      if (!isAtriumError(error) || (error.code as string) !== "invalid_grant") refuse(error);
      // Another command may have renewed it a moment ago.
      const again = await keeping.read();
      if (again && again.refreshToken !== refreshToken) return again;
      await keeping.forget();
      throw new Refusal(`The sign-in at ${baseUrl} is over: atrium login ${baseUrl}`);
    },
  );
  const { accessToken, expiresAt } = tokens;
  const renewed = {
    ...known,
    ...{ accessToken, expiresAt, refreshToken: tokens.refreshToken ?? refreshToken },
  };
  await keeping.write(renewed);
  return renewed;
}

type Bearer = Omit<SignedIn, "email">;

async function clientAt(baseUrl: string): Promise<{ client_id: string; scope: string }> {
  const response = await get({ baseUrl }, "/api/v1/operator/command-line").catch((error) => {
    if (isAtriumError(error) && error.status === 404)
      throw new Refusal(`${baseUrl} has no operator yet: atrium operator invite you@example.com`);
    return refuse(error);
  });
  return (await response.json()) as { client_id: string; scope: string };
}

async function emailOf(bearer: Bearer): Promise<string> {
  return ((await (await get(bearer, "/oauth/userinfo")).json()) as { email: string }).email;
}

async function isOperator(bearer: Bearer): Promise<boolean> {
  try {
    await get(bearer, "/api/v1/operator/limits");
    return true;
  } catch (error) {
    if (isAtriumError(error) && error.status === 401) return false;
    return refuse(error);
  }
}

function get(
  { baseUrl, accessToken }: Pick<SignedIn, "baseUrl"> & { accessToken?: string },
  path: string,
): Promise<Response> {
  const identity = accessToken ? { authorization: `Bearer ${accessToken}` } : undefined;
  return send({ baseUrl }, { method: "GET", path, headers: async () => ({ ...identity }) });
}

/** Revokes the refresh token, and with it the access tokens and the device's part in the session. */
async function revokeTokens({ baseUrl, clientId, refreshToken }: Bearer): Promise<void> {
  const form = { token: refreshToken };
  const revocation = { path: "/oauth/revoke", form, repeatable: true };
  await postForm({ baseUrl }, { clientId }, revocation).catch(refuse);
}

/** Explains a failed call. @throws Refusal, or the error of another kind */
function refuse(error: unknown): never {
  if (!isAtriumError(error)) throw error;
  const code: string | null = error.code;
  if (code === "access_denied") throw new Refusal("The sign-in was refused on the page.");
  if (code === "expired_token") throw new Refusal("Nobody typed the code in time. Try again.");
  throw new Refusal(error.detail ?? error.title);
}
