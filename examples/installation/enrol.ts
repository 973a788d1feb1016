import { createHash, randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { json, Refused, send } from "./http";
import { type Key, signed } from "./key";
import type { Settings } from "./settings";

/** Who this installation is to Atrium. Nothing in it is secret; the key beside it is. */
export interface Identity {
  installationId: string;
}

/** The identity that an earlier run was given, or null. */
export function knownIdentity({ identityFile }: Settings): Identity | null {
  return existsSync(identityFile) ? JSON.parse(readFileSync(identityFile, "utf8")) : null;
}

/** Enrols this installation and keeps who it is. A run that was cut off before it could is recognised by its
 *  key when it comes again: Atrium answers which installation that is, and nothing is used up. */
export async function enrol(settings: Settings, key: Key, token: string): Promise<Identity> {
  const identity = { installationId: await redeem(settings, key, token) };
  writeFileSync(settings.identityFile, JSON.stringify(identity), { mode: 0o600 });
  return identity;
}

async function redeem(settings: Settings, key: Key, token: string): Promise<string> {
  const url = `${settings.baseUrl}/api/v1/enrolment/redeem`;
  const request = () => ({
    token,
    public_key: key.publicJwk,
    proof: proof(key, url, token),
    name: settings.name,
    platform: settings.platform,
    version: settings.version,
  });
  try {
    const enrolled = await send<{ installation_id: string }>(() => [url, json("POST", request())]);
    return enrolled.installation_id;
  } catch (error) {
    const known = error instanceof Refused && error.code === "installation_key_duplicate";
    if (known && error.body.installation_id) return String(error.body.installation_id);
    throw error;
  }
}

/** Proves that whoever presents the token holds the key: for this address, now, once. */
function proof(key: Key, url: string, token: string): string {
  return signed(key, "enrolment-proof+jwt", {
    aud: url,
    iat: Math.floor(Date.now() / 1000),
    jti: randomUUID(),
    token_sha256: createHash("sha256").update(token).digest("base64url"),
  });
}
