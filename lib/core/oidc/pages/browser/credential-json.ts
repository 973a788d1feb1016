// The browser's own conversions (`parseRequestOptionsFromJSON`, `toJSON`) are missing in some browsers in
// use, and fail on the credentials of some password managers.

interface Descriptor {
  id: string;
  type: "public-key";
}

/** Options as the server sends them: all bytes are base64url. */
interface Options {
  challenge: string;
  user?: { id: string };
  allowCredentials?: Descriptor[];
  excludeCredentials?: Descriptor[];
}

/** Options as the browser takes them. */
export function bytesOf(options: Options) {
  const named = (keys: Descriptor[] = []) => keys.map((key) => ({ ...key, id: decoded(key.id) }));
  const { user } = options;
  return {
    ...options,
    challenge: decoded(options.challenge),
    allowCredentials: named(options.allowCredentials),
    excludeCredentials: named(options.excludeCredentials),
    ...(user && { user: { ...user, id: decoded(user.id) } }),
  } as unknown as PublicKeyCredentialRequestOptions & PublicKeyCredentialCreationOptions;
}

/** A browser's answer as the server reads it. */
export function jsonOf(credential: Credential): string {
  const { id, type, rawId, response } = credential as PublicKeyCredential;
  const answer = response as AuthenticatorAttestationResponse & AuthenticatorAssertionResponse;
  return JSON.stringify({
    id,
    type,
    rawId: encoded(rawId),
    response: {
      clientDataJSON: encoded(answer.clientDataJSON),
      attestationObject: encoded(answer.attestationObject),
      transports: answer.getTransports?.(),
      authenticatorData: encoded(answer.authenticatorData),
      signature: encoded(answer.signature),
      userHandle: encoded(answer.userHandle),
    },
  });
}

function decoded(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function encoded(bytes: ArrayBuffer | null | undefined): string | undefined {
  if (!bytes) return;
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
