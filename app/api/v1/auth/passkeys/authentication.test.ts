import { randomBytes } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deleteUser } from "@/lib/core/user-lifecycle/delete-user";
import { suspendUser } from "@/lib/core/user-lifecycle/suspend-user";
import { secondsAfter } from "@/lib/kernel/clock";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aPolicy } from "@/tests/builders/a-policy";
import { aRelyingParty, shop } from "@/tests/builders/a-relying-party";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { atMoment } from "@/tests/support/at-moment";
import { eventsOf } from "@/tests/support/audit-events";
import { Authenticator, type Wrong } from "@/tests/support/authenticator";
import {
  addPasskey,
  bodyOf,
  callAuth,
  passkeyOptions,
  type RequestOptions,
  signInByPasskey,
} from "@/tests/support/call-factors";
import { callExchange, comparable } from "@/tests/support/call-login";
import type { Answer } from "@/tests/support/call-route";

const origin = "https://shop.example";
let acme: TestEnvironment;
let user: { id: string; email: string };
let key: Authenticator;

beforeAll(async () => {
  acme = await aTenant();
  await aRelyingParty(acme);
});
beforeEach(async () => {
  user = await aUser(acme);
  key = new Authenticator(origin);
  expect((await addPasskey(acme, { userId: user.id }, key)).status).toBe(201);
});

interface Challenge {
  type: string;
  token: string;
  methods: string[];
  passkey: RequestOptions;
}

/** Starts a sign-in with a right password, which requires the passkey. */
async function pending(): Promise<Challenge> {
  const body = { email: user.email, password: A_PASSWORD };
  return bodyOf<{ challenge: Challenge }>(await callAuth(acme, "login/preflight", body)).challenge;
}

const prove = (token: string, response: unknown, more = {}) =>
  callAuth(acme, "passkeys/authentication", { token, response, ...more });

async function amrOf(answer: Answer): Promise<unknown> {
  const { grant } = bodyOf<{ grant: string }>(answer);
  await callExchange(acme, { grant });
  const session = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.session.findFirstOrThrow({ where: { userId: user.id }, orderBy: { id: "desc" } }),
  );
  return session.amr;
}

describe("a passkey alone", () => {
  test("signs in: both factors, and a grant as any other login has", async () => {
    const answer = await signInByPasskey(acme, key);
    expect(answer).toMatchObject({ status: 200, body: { status: "grant", trusted_device: null } });
    expect(await amrOf(answer)).toEqual(["hwk", "user", "mfa"]);
    expect(await eventsOf(acme, user.id)).toContain("login.succeeded");
  });

  test("that may be copied to other devices is a key in software", async () => {
    key = new Authenticator(origin, { backupEligible: true, counts: false });
    await addPasskey(acme, { userId: user.id }, key);
    expect(await amrOf(await signInByPasskey(acme, key))).toEqual(["swk", "user", "mfa"]);
  });

  test("signs in on each page of the relying party, time after time", async () => {
    for (const page of [...shop.origins, ...shop.origins])
      expect((await signInByPasskey(acme, key, { origin: page })).status).toBe(200);
  });

  test("has the same challenge for every address", async () => {
    const ask = async (body: object) => {
      const { body: answer, ...rest } = await callAuth(
        acme,
        "passkeys/authentication-options",
        body,
      );
      const { token, options, expires_at, ...more } = answer as Record<string, string> & {
        options: { challenge: string };
      };
      expect(token).toMatch(/^afc_/);
      const { challenge, ...shown } = options;
      expect(Buffer.from(challenge, "base64url")).toHaveLength(32);
      return { status: rest.status, length: rest.text.length, shown, more };
    };
    const known = await ask({ email: user.email });
    expect(known.shown).toMatchObject({ rpId: "shop.example", allowCredentials: [] });
    for (const body of [{}, { email: "nobody@example.com".padStart(user.email.length, "x") }])
      expect(await ask(body)).toEqual(known);
  });

  test("can have the device trusted, which then stands in for the second step", async () => {
    const { token, options } = await passkeyOptions(acme);
    const answer = await prove(token, key.authenticate(options), {
      remember_device: true,
      device_name: "Laptop",
    });
    const { trusted_device: device } = bodyOf<{ trusted_device: { token: string } }>(answer);
    const body = { email: user.email, password: A_PASSWORD };
    const headers = { "x-trusted-device": device.token };
    expect(await callAuth(acme, "login/preflight", body, headers)).toMatchObject({
      body: { status: "grant" },
    });
  });
});

describe("a passkey as the second step", () => {
  test("has a challenge with the user's keys, and completes the sign-in", async () => {
    const challenge = await pending();
    expect(challenge).toMatchObject({
      type: "passkey",
      methods: ["passkey", "recovery_code"],
      passkey: { rpId: "shop.example", allowCredentials: [{ id: key.id }] },
    });
    const answer = await prove(challenge.token, key.authenticate(challenge.passkey));
    expect(await amrOf(answer)).toEqual(["pwd", "hwk", "user", "mfa"]);
  });

  test("needs no name of the user in the answer, and accepts no other user's passkey", async () => {
    const challenge = await pending();
    const mallory = await aUser(acme);
    const theirs = new Authenticator(origin);
    await addPasskey(acme, { userId: mallory.id }, theirs);
    expect((await prove(challenge.token, theirs.authenticate(challenge.passkey))).status).toBe(401);
    const response = key.authenticate(challenge.passkey, { userHandle: null });
    expect((await prove(challenge.token, response)).status).toBe(200);
  });

  test("works for five minutes", async () => {
    const { token, passkey } = await pending();
    const late = () => prove(token, key.authenticate(passkey));
    const answer = await atMoment(secondsAfter(new Date(), 301), late);
    expect(answer).toMatchObject({ status: 401, body: { code: "invalid_credentials" } });
  });

  test("has the five attempts of the sign-in, which codes use up as well", async () => {
    const { token, passkey } = await pending();
    const headers = { "x-login-challenge": token };
    const wrong = { email: user.email, code: "000000000000", method: "recovery_code" };
    for (let tries = 0; tries < 3; tries++)
      expect((await callAuth(acme, "login/verify-otp", wrong, headers)).status).toBe(401);
    for (let tries = 0; tries < 2; tries++)
      expect(
        (await prove(token, key.authenticate(passkey, { origin: "https://evil.example" }))).status,
      ).toBe(401);
    expect((await prove(token, key.authenticate(passkey))).status).not.toBe(200);
  });
});

test("wrong proofs of one user's passkey feed the brake that all methods share", async () => {
  for (let tries = 0; tries < 5; tries++)
    expect((await signInByPasskey(acme, key, { origin: "https://evil.example" })).status).toBe(401);
  const locked = { status: 429, body: { code: "login_temporarily_locked" } };
  expect(await signInByPasskey(acme, key)).toMatchObject(locked);
  const body = { email: user.email, password: A_PASSWORD };
  expect(await callAuth(acme, "login/preflight", body)).toMatchObject(locked);
});

const flipped = (data: Buffer) =>
  Buffer.concat([data.subarray(0, 10), Buffer.from([data.readUInt8(10) ^ 1]), data.subarray(11)]);
const wrongs: [string, Wrong][] = [
  ["the wrong origin", { origin: "https://shop.example.evil.example" }],
  ["an origin without TLS", { origin: "http://shop.example" }],
  ["a page in another site's frame", { crossOrigin: true }],
  ["another relying party", { rpId: "evil.example" }],
  ["the wrong challenge", { challenge: randomBytes(32).toString("base64url") }],
  ["no challenge", { challenge: "" }],
  ["the client data of a registration", { type: "webauthn.create" }],
  ["no user verification", { userVerified: false }],
  ["no user presence", { userPresent: false }],
  ["a flipped bit of the relying party's hash", { data: flipped }],
  ["truncated authenticator data", { data: (data) => data.subarray(0, 36) }],
  [
    "authenticator data with something after it",
    { data: (data) => Buffer.concat([data, Buffer.from([0xa0])]) },
  ],
  [
    "extension data that is no CBOR",
    {
      data: (data) => {
        const other = Buffer.concat([data, Buffer.from([0xff, 0xff])]);
        other[32] = data.readUInt8(32) | 0x80;
        return other;
      },
    },
  ],
  ["another user's name", { userHandle: randomBytes(16).toString("base64url") }],
  ["no user's name", { userHandle: null }],
];

describe("an invalid proof", () => {
  let unknown: Answer;
  beforeEach(async () => {
    unknown = await signInByPasskey(acme, new Authenticator(origin), { userHandle: "AAAA" });
    expect(unknown).toMatchObject({ status: 401, body: { code: "invalid_credentials" } });
  });

  test.each(wrongs)("%s is refused with the same bytes as an unknown passkey", async (_, wrong) => {
    expect(comparable(await signInByPasskey(acme, key, wrong))).toEqual(comparable(unknown));
    expect((await signInByPasskey(acme, key)).status).toBe(200);
  });

  test("a signature of another key, of nothing, and one in another form are refused alike", async () => {
    const { token, options } = await passkeyOptions(acme);
    const right = key.authenticate(options);
    const other = new Authenticator(origin).authenticate(options).response.signature;
    const der = Buffer.from(right.response.signature, "base64url");
    const cut = der.subarray(0, -4).toString("base64url");
    for (const signature of [other, "AAAA", cut])
      expect(
        comparable(await prove(token, { ...right, response: { ...right.response, signature } })),
      ).toEqual(comparable(unknown));
    expect((await prove(token, right)).status).toBe(200);
  });

  test("client data that is no JSON, and an id that is not the raw one, are refused alike", async () => {
    const { token, options } = await passkeyOptions(acme);
    const right = key.authenticate(options);
    for (const response of [
      { ...right, response: { ...right.response, clientDataJSON: "AAAA" } },
      { ...right, response: { ...right.response, authenticatorData: "AAAA" } },
      { ...right, rawId: "AAAA" },
      { ...right, id: "AAAA" },
    ])
      expect(comparable(await prove(token, response))).toEqual(comparable(unknown));
  });

  const tokens: [string, (token: string) => Promise<string> | string][] = [
    ["made up", () => "afc_nonsense"],
    ["of another form", () => "nonsense"],
    ["no challenge's", () => "alc_nonsense"],
    ["altered", (token) => `${token.slice(0, -2)}AA`],
    ["of another proof", async () => (await passkeyOptions(acme)).token],
    ["of a challenge", async () => (await pending()).token],
    [
      "another tenant's",
      async () => {
        const globex = await aTenant();
        await aRelyingParty(globex);
        return (await passkeyOptions(globex)).token;
      },
    ],
  ];

  test.each(tokens)("a token that is %s is refused alike", async (_, other) => {
    const { token, options } = await passkeyOptions(acme);
    const response = key.authenticate(options);
    expect(comparable(await prove(await other(token), response))).toEqual(comparable(unknown));
    expect((await prove(token, response)).status).toBe(200);
    expect(comparable(await prove(token, response))).toEqual(comparable(unknown));
  });

  test("a token after five minutes, and one in another tenant's hands, are refused alike", async () => {
    const globex = await aTenant();
    await aRelyingParty(globex);
    const { token, options } = await passkeyOptions(acme);
    const response = key.authenticate(options);
    for (const answer of [
      await callAuth(globex, "passkeys/authentication", { token, response }),
      await atMoment(secondsAfter(new Date(), 301), () => prove(token, response)),
    ])
      expect(comparable(answer)).toEqual(comparable(unknown));
    expect((await prove(token, response)).status).toBe(200);
  });

  test("suspended and deleted users, and a policy without passkeys, are refused alike", async () => {
    await suspendUser(acme, user.id, null);
    expect(comparable(await signInByPasskey(acme, key))).toEqual(comparable(unknown));
    await deleteUser(acme, user.id);
    expect(comparable(await signInByPasskey(acme, key))).toEqual(comparable(unknown));
    const globex = await aTenant();
    await aRelyingParty(globex);
    const { id: userId } = await aUser(globex);
    const theirs = new Authenticator(origin);
    await addPasskey(globex, { userId }, theirs);
    await aPolicy(globex, { allowedFactors: ["totp"] });
    expect(comparable(await signInByPasskey(globex, theirs))).toEqual(comparable(unknown));
  });
});

test("a proof works once, also among eight at the same time", async () => {
  key = new Authenticator(origin, { counts: false });
  await addPasskey(acme, { userId: user.id }, key);
  const { token, options } = await passkeyOptions(acme);
  const response = key.authenticate(options);
  const answers = await Promise.all(Array.from({ length: 8 }, () => prove(token, response)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status } of answers) expect([200, 401, 429]).toContain(status);
});

test("the second step works once, also among eight at the same time", async () => {
  key = new Authenticator(origin, { counts: false });
  await addPasskey(acme, { userId: user.id }, key);
  const { token, passkey } = await pending();
  const response = key.authenticate(passkey);
  const answers = await Promise.all(Array.from({ length: 8 }, () => prove(token, response)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

describe("a counter", () => {
  test("that goes back, or stands still, shows a copy: it is refused as a wrong proof is, and audited", async () => {
    expect((await signInByPasskey(acme, key, { counter: 7 })).status).toBe(200);
    const wrong = await signInByPasskey(acme, key, { origin: "https://evil.example" });
    for (const counter of [7, 6, 0])
      expect(comparable(await signInByPasskey(acme, key, { counter }))).toEqual(comparable(wrong));
    const copies = (await eventsOf(acme, user.id)).filter((kind) => kind === "factor.copy_refused");
    expect(copies).toHaveLength(3);
    expect((await signInByPasskey(acme, key, { counter: 8 })).status).toBe(200);
  });

  test("that an authenticator does not support is zero each time", async () => {
    key = new Authenticator(origin, { counts: false });
    await addPasskey(acme, { userId: user.id }, key);
    for (let time = 0; time < 3; time++)
      expect((await signInByPasskey(acme, key)).status).toBe(200);
  });

  test("with one value from two copies at the same time lets one in", async () => {
    const both = await Promise.all([1, 2].map(() => signInByPasskey(acme, key, { counter: 41 })));
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await eventsOf(acme, user.id)).toContain("factor.copy_refused");
  });
});

type Response = ReturnType<Authenticator["authenticate"]>;
const malformed: [string, (response: Response) => unknown][] = [
  ["no id", ({ id: _, ...rest }) => rest],
  ["no raw id", ({ rawId: _, ...rest }) => rest],
  ["another type", (response) => ({ ...response, type: "password" })],
  ["no response", ({ response: _, ...rest }) => rest],
  ["an id in another alphabet", (response) => ({ ...response, id: "a+/=" })],
  [
    "no signature",
    ({ response: { signature: _, ...inner }, ...rest }) => ({ ...rest, response: inner }),
  ],
  [
    "a padded signature",
    ({ response, ...rest }) => ({
      ...rest,
      response: { ...response, signature: `${response.signature}=` },
    }),
  ],
  [
    "no authenticator data",
    ({ response: { authenticatorData: _, ...inner }, ...rest }) => ({ ...rest, response: inner }),
  ],
  [
    "a user's name that is no text",
    ({ response, ...rest }) => ({ ...rest, response: { ...response, userHandle: 7 } }),
  ],
];

test.each(malformed)("an answer with %s is a 400 that names the field", async (_, change) => {
  const { token, options } = await passkeyOptions(acme);
  const answer = await prove(token, change(key.authenticate(options)));
  expect(answer).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining("response.") },
  });
});

test("a key that may be copied now and could not before, or the reverse, is refused", async () => {
  const flipped = (data: Buffer) => {
    const changed = Buffer.from(data);
    // Backup eligibility alone (WebAuthn level 3, §6.1, bit 3).
    changed.writeUInt8(changed.readUInt8(32) ^ 0x08, 32);
    return changed;
  };
  expect((await signInByPasskey(acme, key, { data: flipped })).status).toBe(401);
  expect((await signInByPasskey(acme, key)).status).toBe(200);
  const synced = new Authenticator(origin, { backupEligible: true });
  const other = await aUser(acme);
  expect((await addPasskey(acme, { userId: other.id }, synced)).status).toBe(201);
  const withoutBackup = (data: Buffer) => {
    const changed = Buffer.from(data);
    changed.writeUInt8(changed.readUInt8(32) & ~0x18, 32);
    return changed;
  };
  expect((await signInByPasskey(acme, synced, { data: withoutBackup })).status).toBe(401);
  expect((await signInByPasskey(acme, synced)).status).toBe(200);
});
