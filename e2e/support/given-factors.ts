import { execFileSync } from "node:child_process";
import { generateKeyPairSync, type JsonWebKey, randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { bundled } from "./bundled";
import { environment, ofService } from "./environment";

/** A passkey that a journey did not register: the authenticator's private key, and the service's public
 *  one. */
export interface StoredPasskey {
  credentialId: Buffer;
  /** PKCS #8. */
  privateKey: Buffer;
  /** A COSE key (RFC 9053, §7.1.1). */
  publicKey: Buffer;
}

/** Makes a passkey, by ES256. */
export function aPasskey(): StoredPasskey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" }: JsonWebKey = publicKey.export({ format: "jwk" });
  const coordinate = (text: string) => Buffer.from(text, "base64url");
  return {
    credentialId: randomBytes(32),
    privateKey: privateKey.export({ format: "der", type: "pkcs8" }),
    // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    publicKey: Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      coordinate(x),
      Buffer.from("225820", "hex"),
      coordinate(y),
    ]),
  };
}

interface UserFactors {
  email: string;
  /** Tenant of the user, by its public id; left out for a user of the platform. */
  tenant?: string;
  passkey?: StoredPasskey;
  /** An authenticator app's, in base 32. */
  secret?: string;
}

/** Adds factors to a user without the pages that add them, and creates the user if there is none.
 *  @returns the user's id */
export function addFactors({ email, tenant = "", passkey, secret = "" }: UserFactors): string {
  const made = execFileSync(process.execPath, [bundled("add-factors")], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...ofService(),
      EMAIL: email,
      TENANT: tenant,
      CREDENTIAL_ID: passkey?.credentialId.toString("base64url") ?? "",
      PUBLIC_KEY: passkey?.publicKey.toString("base64url") ?? "",
      SECRET: secret,
    },
  });
  return made.toString().trim();
}

/** Gives the browser of `page` an authenticator with that passkey, which answers without a user. */
export async function withPasskey(
  page: Page,
  { credentialId, privateKey }: StoredPasskey,
  userId: string,
): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await browser.send("WebAuthn.addCredential", {
    authenticatorId,
    credential: {
      credentialId: credentialId.toString("base64"),
      isResidentCredential: true,
      rpId: new URL(environment().baseUrl).hostname,
      privateKey: privateKey.toString("base64"),
      userHandle: Buffer.from(userId.replaceAll("-", ""), "hex").toString("base64"),
      signCount: 0,
    },
  });
}
