import { beforeAll, describe, expect, test } from "vitest";
import { secondsAfter } from "@/lib/kernel/clock";
import { aPolicy } from "@/tests/builders/a-policy";
import { aRelyingParty, shop } from "@/tests/builders/a-relying-party";
import { aSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { atMoment } from "@/tests/support/at-moment";
import { eventsOf } from "@/tests/support/audit-events";
import { type Algorithm, Authenticator, type Wrong } from "@/tests/support/authenticator";
import { addPasskey, bodyOf, callAuth, signInByPasskey } from "@/tests/support/call-factors";
import { comparable } from "@/tests/support/call-login";
import { queuedMail } from "@/tests/support/queued-mail";

const origin = "https://shop.example";
let acme: TestEnvironment;

beforeAll(async () => {
  acme = await aTenant();
  await aRelyingParty(acme);
});

const begin = (who: object) => callAuth(acme, "passkeys/registration-options", who);
type StartedRegistration = { token: string; options: Parameters<Authenticator["register"]>[0] };

describe("a registration", () => {
  test("adds a passkey, brings ten recovery codes with the first, and tells the user by email", async () => {
    const user = await aUser(acme);
    const aaguid = "fbfc3007-154e-4ecc-8c0b-6e020557d7bd";
    const key = new Authenticator(origin, { backupEligible: true, aaguid });
    const added = await addPasskey(acme, { userId: user.id }, key);
    expect(added).toMatchObject({
      status: 201,
      body: {
        factor: {
          ...{ type: "passkey", name: "Apple Passwords", aaguid, backed_up: true },
          ...{ transports: ["internal"], last_used_at: null },
        },
      },
    });
    const { recovery_codes: codes } = bodyOf<{ recovery_codes: string[] }>(added);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^\d{12}$/);
    const second = await addPasskey(acme, { userId: user.id }, new Authenticator(origin));
    expect(second).toMatchObject({ status: 201, body: { recovery_codes: null } });
    expect(await eventsOf(acme, user.id)).toEqual(
      expect.arrayContaining(["factor.added", "factor.added"]),
    );
    const mail = await queuedMail(acme, user.email);
    expect(mail.map(({ template }) => template)).toEqual(["factors_changed", "factors_changed"]);
    expect(mail[1]?.props).toMatchObject({ occasion: "passkey_added" });
  });

  test.each<Algorithm>(["ES256", "EdDSA", "RS256"])(
    "accepts a key of %s, which then signs in",
    async (algorithm) => {
      const user = await aUser(acme);
      const key = new Authenticator(origin, { algorithm });
      expect((await addPasskey(acme, { userId: user.id }, key)).status).toBe(201);
      expect((await signInByPasskey(acme, key)).status).toBe(200);
    },
  );

  test("asks for a discoverable key with user verification, and excludes the keys that the user has", async () => {
    const user = await aUser(acme, { displayName: "Mara Lind" });
    const key = new Authenticator(origin);
    await addPasskey(acme, { userId: user.id }, key);
    const session = await aSession(acme, { userId: user.id, amr: ["hwk", "user", "mfa"] });
    const { options } = bodyOf<{ options: object }>(await begin({ session_id: session.id }));
    expect(options).toMatchObject({
      rp: { id: "shop.example", name: "Acme" },
      user: { name: user.email, displayName: "Mara Lind" },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: "public-key", alg })),
      attestation: "none",
      excludeCredentials: [{ id: key.id, type: "public-key", transports: ["internal"] }],
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      timeout: 300_000,
    });
  });

  test("accepts every origin of the relying party", async () => {
    const { id: userId } = await aUser(acme);
    for (const page of shop.origins)
      expect((await addPasskey(acme, { userId }, new Authenticator(page))).status).toBe(201);
  });

  test("takes a name that the user chose", async () => {
    const session = await aSession(acme);
    const who = { session_id: session.id };
    const { token, options } = bodyOf<StartedRegistration>(await begin(who));
    const response = new Authenticator(origin).register(options);
    const name = "My ring";
    expect(
      await callAuth(acme, "passkeys/registration", { ...who, token, response, name }),
    ).toMatchObject({ status: 201, body: { factor: { name } } });
  });
});

const without = (label: number) => (key: Map<number, number | Uint8Array>) =>
  new Map([...key].filter(([name]) => name !== label));
const truncated = (data: Buffer) => data.subarray(0, -40);
const refused: [string, Wrong][] = [
  ["the wrong origin", { origin: "https://shop.example.evil.example" }],
  ["an origin on another port", { origin: "https://shop.example:8443" }],
  ["a page in another site's frame", { crossOrigin: true }],
  ["another relying party", { rpId: "evil.example" }],
  ["the wrong challenge", { challenge: Buffer.alloc(32).toString("base64url") }],
  ["the client data of a proof", { type: "webauthn.get" }],
  ["no user verification", { userVerified: false }],
  ["no user presence", { userPresent: false }],
  ["truncated authenticator data", { data: truncated }],
  [
    "authenticator data with something after it",
    { data: (data) => Buffer.concat([data, Buffer.from([0xa0])]) },
  ],
  ["no credential in the authenticator data", { data: (data) => data.subarray(0, 37) }],
  ["an algorithm that was not asked for", { key: (key) => key.set(3, -258) }],
  ["a key without its algorithm", { key: without(3) }],
  ["a key that is no point of its curve", { key: (key) => key.set(-2, Buffer.alloc(32, 7)) }],
  ["a key of an unknown type", { key: (key) => key.set(1, 4) }],
  ["a key without its coordinates", { key: without(-2) }],
];

test.each(refused)("a registration with %s is refused, and nothing is added", async (_, wrong) => {
  const user = await aUser(acme);
  const answer = await addPasskey(acme, { userId: user.id }, new Authenticator(origin), wrong);
  expect(answer).toMatchObject({
    status: 422,
    body: { detail: "The passkey was not accepted. Begin the registration again." },
  });
  expect(await eventsOf(acme, user.id)).not.toContain("factor.added");
  expect(await queuedMail(acme, user.email)).toEqual([]);
});

type Response = ReturnType<Authenticator["register"]>;
const malformed: [string, (response: Response) => unknown][] = [
  ["no id", ({ id: _, ...rest }) => rest],
  ["no type", ({ type: _, ...rest }) => rest],
  ["another type", (response) => ({ ...response, type: "password" })],
  ["no response", ({ response: _, ...rest }) => rest],
  ["an id that is no text", (response) => ({ ...response, id: 7 })],
  ["an id in another alphabet", (response) => ({ ...response, id: "a+/=" })],
  [
    "padded client data",
    ({ response, ...rest }) => ({
      ...rest,
      response: { ...response, clientDataJSON: `${response.clientDataJSON}==` },
    }),
  ],
  [
    "no client data",
    ({ response: { clientDataJSON: _, ...inner }, ...rest }) => ({ ...rest, response: inner }),
  ],
  [
    "no attestation object",
    ({ response: { attestationObject: _, ...inner }, ...rest }) => ({ ...rest, response: inner }),
  ],
];

test.each(malformed)(
  "a registration's answer with %s is a 400 that names the field",
  async (_, change) => {
    const who = { session_id: (await aSession(acme)).id };
    const { token, options } = bodyOf<StartedRegistration>(await begin(who));
    const response = change(new Authenticator(origin).register(options));
    const answer = await callAuth(acme, "passkeys/registration", { ...who, token, response });
    expect(answer).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("response.") },
    });
  },
);

const broken: [string, (response: Response) => unknown][] = [
  [
    "client data that is no JSON",
    ({ response, ...rest }) => ({ ...rest, response: { ...response, clientDataJSON: "AAAA" } }),
  ],
  [
    "an attestation object that is no CBOR",
    ({ response, ...rest }) => ({ ...rest, response: { ...response, attestationObject: "____" } }),
  ],
  ["a raw id that is another's", (response) => ({ ...response, rawId: "AAAA" })],
  ["an id that is another's", (response) => ({ ...response, id: "AAAA", rawId: "AAAA" })],
];

test.each(broken)("a registration's answer with %s is refused", async (_, change) => {
  const who = { session_id: (await aSession(acme)).id };
  const { token, options } = bodyOf<StartedRegistration>(await begin(who));
  const response = change(new Authenticator(origin).register(options));
  expect((await callAuth(acme, "passkeys/registration", { ...who, token, response })).status).toBe(
    422,
  );
});

describe("the token of a registration", () => {
  test("works once, also among eight at the same time", async () => {
    const user = await aUser(acme);
    const who = { session_id: (await aSession(acme, { userId: user.id })).id };
    const { token, options } = bodyOf<StartedRegistration>(await begin(who));
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => {
        const response = new Authenticator(origin).register(options);
        return callAuth(acme, "passkeys/registration", { ...who, token, response });
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(422)]);
    const added = (await eventsOf(acme, user.id)).filter((kind) => kind === "factor.added");
    expect(added).toEqual(["factor.added"]);
  });

  test("expires after five minutes, and works for no other session, kind or tenant", async () => {
    const who = { session_id: (await aSession(acme)).id };
    const { token, options } = bodyOf<StartedRegistration>(await begin(who));
    const response = new Authenticator(origin).register(options);
    const late = await atMoment(secondsAfter(new Date(), 301), async () => {
      const again = { session_id: (await aSession(acme)).id };
      return [
        await callAuth(acme, "passkeys/registration", { ...again, token, response }),
        await callAuth(acme, "passkeys/registration", {
          ...again,
          token: "afc_nonsense",
          response,
        }),
      ];
    });
    const globex = await aTenant();
    await aRelyingParty(globex);
    const theirs = { session_id: (await aSession(globex)).id };
    const app = bodyOf<{ token: string }>(await callAuth(acme, "totp", who));
    const answers = [
      ...late,
      await callAuth(acme, "passkeys/registration", {
        session_id: (await aSession(acme)).id,
        token,
        response,
      }),
      await callAuth(acme, "passkeys/registration", { ...who, token: app.token, response }),
      await callAuth(globex, "passkeys/registration", { ...theirs, token, response }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 422));
    expect(new Set(answers.map((answer) => JSON.stringify(comparable(answer)))).size).toBe(1);
    expect(
      (await callAuth(acme, "passkeys/registration", { ...who, token, response })).status,
    ).toBe(201);
  });
});

test("a passkey that another user of the environment has is a conflict", async () => {
  const key = new Authenticator(origin);
  expect((await addPasskey(acme, { userId: (await aUser(acme)).id }, key)).status).toBe(201);
  expect((await addPasskey(acme, { userId: (await aUser(acme)).id }, key)).status).toBe(409);
});

test("without a relying party, and where the policy allows no passkeys, the refusal says so", async () => {
  const globex = await aTenant();
  const who = { session_id: (await aSession(globex)).id };
  const options = () => callAuth(globex, "passkeys/registration-options", who);
  const without = await options();
  expect(without).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining("no relying party") },
  });
  expect(await callAuth(globex, "passkeys/authentication-options", {})).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining("no relying party") },
  });
  await aRelyingParty(globex);
  await aPolicy(globex, { allowedFactors: ["email_otp", "totp"] });
  expect(await options()).toMatchObject({
    status: 422,
    body: { detail: "The security policy does not allow passkeys." },
  });
});
