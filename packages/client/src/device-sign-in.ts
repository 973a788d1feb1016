import { postForm, postForTokens } from "./client-form.js";
import { isAtriumError } from "./problems.js";
import { type Sending, wait } from "./send.js";

const GRANT = "urn:ietf:params:oauth:grant-type:device_code";

export interface DeviceSignInSettings extends Sending {
  /** An OIDC client with `device_authorization`. A public client has no secret. */
  clientId: string;
  clientSecret?: string;
  /** Default: `openid profile email`. */
  scope?: string;
}

/** Prompt to show to the user. */
export interface DevicePrompt {
  /** Typed by the user at the address. */
  userCode: string;
  verificationUri: string;
  /** The address with the code, for a link or a QR code; undefined where the code must be typed. */
  verificationUriComplete: string | undefined;
  /** Seconds for which both are valid. */
  expiresIn: number;
}

/** Tokens of a device. */
export interface DeviceTokens {
  accessToken: string;
  refreshToken: string | undefined;
  idToken: string | undefined;
  /** End of the access token, in milliseconds. */
  expiresAt: number;
}

/** Signs in a user of a command line, a television or anything else without a browser (RFC 8628): they open
 *  the address that `show` shows on any device of theirs, and allow it there.
 *  @param show called once, with the prompt
 *  @throws AtriumError `access_denied` when they refuse, `expired_token` when they take longer than ten
 *  minutes
 *  @example
 *  import { signInDevice } from "@atrium/client/oidc";
 *
 *  const pending = signInDevice(
 *    { baseUrl: settings.baseUrl, clientId: "aoc_of_a_device" },
 *    ({ verificationUri, userCode }) => console.log(`Open ${verificationUri} and type ${userCode}`),
 *  );
 *  const tokens = await pending.catch((error) => console.log("not signed in", error.code));
 *  console.log(tokens?.accessToken);
 */
export async function signInDevice(
  settings: DeviceSignInSettings,
  show: (prompt: DevicePrompt) => void | Promise<void>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<DeviceTokens> {
  const form = { scope: settings.scope ?? "openid profile email" };
  const started = await postForm(settings, settings, { path: "/oauth/device", form });
  const device = (await started.json()) as DeviceAnswer;
  await show({
    userCode: device.user_code,
    verificationUri: device.verification_uri,
    verificationUriComplete: device.verification_uri_complete,
    expiresIn: device.expires_in,
  });
  let seconds = device.interval ?? 5;
  for (;;) {
    await wait(seconds * 1000, signal);
    const answered = await pollTokens(settings, device.device_code);
    if (answered === "slow_down") seconds += 5;
    else if (answered !== "authorization_pending") return answered;
  }
}

/** Returns new tokens; the refresh token is replaced too.
 *  @throws AtriumError `invalid_grant` when the session is over
 *  @example
 *  import { refreshDevice } from "@atrium/client/oidc";
 *
 *  const device = { baseUrl: settings.baseUrl, clientId: "aoc_of_a_device" };
 *  const tokens = await refreshDevice(device, "the stored refresh token").catch((error) =>
 *    console.log("sign in again", error.code),
 *  );
 *  console.log(tokens?.accessToken);
 */
export function refreshDevice(
  settings: DeviceSignInSettings,
  refreshToken: string,
): Promise<DeviceTokens> {
  return requestTokens(settings, { grant_type: "refresh_token", refresh_token: refreshToken });
}

interface DeviceAnswer {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete?: string;
  expires_in: number;
  interval?: number;
}

async function pollTokens(settings: DeviceSignInSettings, deviceCode: string) {
  try {
    return await requestTokens(settings, { grant_type: GRANT, device_code: deviceCode });
  } catch (error) {
    const code = isAtriumError(error) ? String(error.code) : "";
    if (code === "authorization_pending" || code === "slow_down") return code;
    throw error;
  }
}

async function requestTokens(
  settings: DeviceSignInSettings,
  form: Record<string, string>,
): Promise<DeviceTokens> {
  const answer = await postForTokens(settings, form);
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    idToken: answer.id_token,
    expiresAt: answer.expiresAt,
  };
}
