const sessionId = "01938f2c-8d10-7c55-b2a1-3e4f5a6b7c80";
const expiresAt = "2026-11-21T09:05:00.000Z";
const challenge = "q0bXJ1cQm0Kp4kq8m8c1Y8v1hQ3b9r2o0wq7d5c6b4A";
const credential = { id: "7Qm2wq0dT3e6vN1xJ8rL5g", rawId: "7Qm2wq0dT3e6vN1xJ8rL5g" };
const descriptor = {
  id: credential.id,
  type: "public-key" as const,
  transports: ["internal", "hybrid"],
};
const clientData = "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoi4oCmIn0";
const app = {
  id: "01938f2c-9a01-7b32-8c43-1d2e3f405162",
  type: "totp" as const,
  name: "Authenticator app",
  created_at: "2026-11-21T09:00:00.000Z",
  last_used_at: null,
};
const passkey = {
  id: "01938f2c-9b44-7e10-a2b3-c4d5e6f70812",
  type: "passkey" as const,
  name: "iCloud Keychain",
  created_at: "2026-11-21T09:00:00.000Z",
  last_used_at: "2026-11-21T10:30:00.000Z",
  aaguid: "fbfc3007-154e-4ecc-8c0b-6e020557d7bd",
  backed_up: true,
  transports: ["internal", "hybrid"],
};
const recoveryCodes = ["204981733650", "857120449316", "…"];
const requestOptions = {
  challenge,
  rpId: "example.com",
  timeout: 300_000,
  userVerification: "required" as const,
  allowCredentials: [descriptor],
};
const proof = {
  ...credential,
  type: "public-key" as const,
  response: {
    clientDataJSON: clientData,
    authenticatorData: "o3mm9u6vuaVeN4wRgDTidR5oL6ufLTCrE9ISVYbOGUcdAAAABg",
    signature: "MEUCIQDXtXmVHx3v8q2qkYV6c0nW1bJq9e0RkZ8o4lq2wW5sYAIgRk1d",
    userHandle: "AZOPLHpVfxiNK26fChssNA",
  },
};

/** Examples of the API description: one person's passkeys, authenticator app and recovery codes. */
export const factorExamples = {
  session: { session_id: sessionId },
  loginOptions: {
    token: "afc_3q2-7w0",
    options: { ...requestOptions, allowCredentials: [] },
    expires_at: expiresAt,
  },
  login: { token: "afc_3q2-7w0", response: proof, remember_device: true, device_name: "Laptop" },
  passkeyStepUp: { session_id: sessionId, method: "passkey" as const },
  passkeyRegistration: {
    token: "afc_3q2-7w0",
    options: {
      challenge,
      rp: { id: "example.com", name: "Acme" },
      user: {
        id: "AZOPLHpVfxiNK26fChssNA",
        name: "grace@example.com",
        displayName: "Grace Hopper",
      },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: "public-key" as const, alg })),
      timeout: 300_000,
      attestation: "none" as const,
      excludeCredentials: [descriptor],
      authenticatorSelection: {
        residentKey: "required" as const,
        requireResidentKey: true as const,
        userVerification: "required" as const,
      },
    },
    expires_at: expiresAt,
  },
  newPasskey: {
    session_id: sessionId,
    token: "afc_3q2-7w0",
    response: {
      ...credential,
      type: "public-key" as const,
      response: {
        clientDataJSON: clientData,
        attestationObject: "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVik",
        transports: ["internal", "hybrid"],
      },
    },
    name: "Grace's telephone",
  },
  addedPasskey: { factor: { ...passkey, last_used_at: null }, recovery_codes: recoveryCodes },
  totpRegistration: {
    token: "afc_3q2-7w0",
    secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
    otpauth_uri:
      "otpauth://totp/Acme:grace%40example.com?issuer=Acme&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30",
    expires_at: expiresAt,
  },
  newTotp: {
    session_id: sessionId,
    token: "afc_3q2-7w0",
    code: "493817",
    name: "Grace's telephone",
  },
  addedTotp: { factor: app, recovery_codes: null },
  recoveryCodes: { recovery_codes: recoveryCodes },
  app,
  list: { factors: [app, passkey], recovery_codes_left: 9 },
  reset: { factors_removed: 2, sessions_revoked: 3 },
};
