import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { cbor } from "@/tests/support/cbor";

export type Algorithm = "ES256" | "EdDSA" | "RS256";

interface Make {
  algorithm?: Algorithm;
  /** Whether it counts its signatures; many passkeys do not. */
  counts?: boolean;
  /** Whether the passkey may be copied to other devices (flag BE); it then has been (flag BS). */
  backupEligible?: boolean;
  aaguid?: string;
}

/** Wrong values of an answer, in place of the right ones. */
export interface Wrong {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** Of the client data: `webauthn.create` or `webauthn.get`. */
  type?: string;
  /** Whether the page was in another site's frame. */
  crossOrigin?: boolean;
  userVerified?: boolean;
  userPresent?: boolean;
  counter?: number;
  /** Null leaves it out. */
  userHandle?: string | null;
  /** Changes the authenticator data before it is signed. */
  data?: (data: Buffer) => Buffer;
  /** Changes the COSE key of a registration. */
  key?: (key: Map<number, number | Uint8Array>) => Map<number, number | Uint8Array>;
}

const flags = { present: 0x01, verified: 0x04, eligible: 0x08, backedUp: 0x10, credential: 0x40 };

/** A software authenticator with one passkey (WebAuthn level 3, §6), as a browser on `origin` uses it. */
export class Authenticator {
  readonly credentialId = randomBytes(16);
  readonly #make: Required<Make>;
  readonly #privateKey: KeyObject;
  readonly #cose: Map<number, number | Uint8Array>;
  #userHandle = "";
  counter = 0;

  constructor(
    readonly origin: string,
    make: Make = {},
  ) {
    const zeros = "00000000-0000-0000-0000-000000000000";
    this.#make = {
      algorithm: "ES256",
      counts: true,
      backupEligible: false,
      aaguid: zeros,
      ...make,
    };
    const { privateKey, cose } = newKey(this.#make.algorithm);
    this.#privateKey = privateKey;
    this.#cose = cose;
  }

  get id(): string {
    return this.credentialId.toString("base64url");
  }

  /** Makes the passkey: the answer of `navigator.credentials.create`, as `toJSON` writes it. */
  register(
    options: { challenge: string; rp: { id: string }; user: { id: string } },
    wrong: Wrong = {},
  ) {
    this.#userHandle = options.user.id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const key = wrong.key ? wrong.key(new Map(this.#cose)) : this.#cose;
    const credential = Buffer.concat([
      Buffer.from(this.#make.aaguid.replaceAll("-", ""), "hex"),
      ...[length, this.credentialId, cbor(key)],
    ]);
    const data = this.#data(options.rp.id, wrong, credential);
    const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", data],
    ]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData("webauthn.create", options.challenge, wrong),
        attestationObject: cbor(attestation).toString("base64url"),
        transports: ["internal"],
      },
    };
  }

  /** Proves the passkey: the answer of `navigator.credentials.get`. */
  authenticate(options: { challenge: string; rpId: string }, wrong: Wrong = {}) {
    if (this.#make.counts) this.counter += 1;
    const data = this.#data(options.rpId, wrong, Buffer.alloc(0));
    const clientData = this.#clientData("webauthn.get", options.challenge, wrong);
    const hash = sha256(Buffer.from(clientData, "base64url"));
    const digest = this.#make.algorithm === "EdDSA" ? null : "sha256";
    const signature = sign(digest, Buffer.concat([data, hash]), this.#privateKey);
    const userHandle = wrong.userHandle === undefined ? this.#userHandle : wrong.userHandle;
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData,
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
        ...(userHandle === null ? {} : { userHandle }),
      },
    };
  }

  #credential() {
    const type: string = "public-key";
    return { id: this.id, rawId: this.id, type };
  }

  #clientData(type: string, challenge: string, wrong: Wrong): string {
    const clientData = {
      type: wrong.type ?? type,
      challenge: wrong.challenge ?? challenge,
      origin: wrong.origin ?? this.origin,
      crossOrigin: wrong.crossOrigin ?? false,
    };
    return Buffer.from(JSON.stringify(clientData)).toString("base64url");
  }

  /** Authenticator data (§6.1): the relying party, the user's gestures, the signature counter. */
  #data(rpId: string, wrong: Wrong, credential: Buffer): Buffer {
    const flagBits =
      (wrong.userPresent === false ? 0 : flags.present) |
      (wrong.userVerified === false ? 0 : flags.verified) |
      (this.#make.backupEligible ? flags.eligible | flags.backedUp : 0) |
      (credential.length > 0 ? flags.credential : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(wrong.counter ?? this.counter);
    const hash = sha256(Buffer.from(wrong.rpId ?? rpId));
    const data = Buffer.concat([hash, Buffer.from([flagBits]), counter, credential]);
    return wrong.data ? wrong.data(data) : data;
  }
}

/** A key pair with its public key as COSE writes it (RFC 9053). */
function newKey(algorithm: Algorithm) {
  if (algorithm === "RS256") {
    const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const { n, e } = publicKey.export({ format: "jwk" });
    return { privateKey, cose: coseOf([1, 3], [3, -257], [-1, bytes(n)], [-2, bytes(e)]) };
  }
  if (algorithm === "EdDSA") {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const { x } = publicKey.export({ format: "jwk" });
    return { privateKey, cose: coseOf([1, 1], [3, -8], [-1, 6], [-2, bytes(x)]) };
  }
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x, y } = publicKey.export({ format: "jwk" });
  return { privateKey, cose: coseOf([1, 2], [3, -7], [-1, 1], [-2, bytes(x)], [-3, bytes(y)]) };
}

const coseOf = (...entries: [number, number | Uint8Array][]) => new Map(entries);
const bytes = (text: string | undefined) => Buffer.from(text ?? "", "base64url");
const sha256 = (data: Buffer) => createHash("sha256").update(data).digest();
