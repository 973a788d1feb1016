import { createHash, pbkdf2Sync, scryptSync } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash as bcrypt } from "@node-rs/bcrypt";
import * as portable from "argon2";
import { expect, test } from "vitest";
import { needsRehash } from "@/lib/core/passwords/argon2-parameters";
import { importedCostProblem } from "@/lib/core/passwords/imported-cost";
import {
  hashPassword,
  passwordHashCount,
  verifyPassword,
  wrapHash,
} from "@/lib/core/passwords/password-hash";
import { ServiceError } from "@/lib/kernel/errors";
import { CurrentRequest, duringRequest } from "@/lib/kernel/process/current-request";

const acme = { tenantId: "acme" };
const PASSWORD = "kelp, mirage and 4 chairs";
const OURS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const salt = Buffer.from("0123456789abcdef");
const bare = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

test("a password is stored as argon2id with 19 MiB, two passes and one lane", async () => {
  const stored = await hashPassword(acme, PASSWORD);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(acme, stored, PASSWORD)).toEqual({ correct: true, rehash: false });
  expect(await verifyPassword(acme, stored, `${PASSWORD}.`)).toEqual({
    correct: false,
    rehash: false,
  });
});

test("the same characters composed differently are the same password", async () => {
  const stored = await hashPassword(acme, "Gru\u0308ne Bru\u0308cke");
  expect((await verifyPassword(acme, stored, "Gr\u00fcne Br\u00fccke")).correct).toBe(true);
});

test("nothing after the 72nd byte is lost", async () => {
  const long = "x7".repeat(50);
  expect(
    (await verifyPassword(acme, await hashPassword(acme, long), `${long.slice(0, -1)}8`)).correct,
  ).toBe(false);
});

test("both builds of argon2 verify each other's hashes", async () => {
  const made = await portable.hash(PASSWORD, {
    type: 2,
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
  });
  expect(await verifyPassword(acme, made, PASSWORD)).toEqual({ correct: true, rehash: false });
  expect(await portable.verify(await hashPassword(acme, PASSWORD), PASSWORD)).toBe(true);
});

test("a hash made at less than today's cost is to be replaced, once the password is right", async () => {
  const weak = await portable.hash(PASSWORD, {
    type: 2,
    memoryCost: 8192,
    timeCost: 2,
    parallelism: 1,
  });
  expect(await verifyPassword(acme, weak, PASSWORD)).toEqual({ correct: true, rehash: true });
  expect(await verifyPassword(acme, weak, "not it at all")).toEqual({
    correct: false,
    rehash: false,
  });
});

test("without a stored hash, or with an invalid one, the same work is done and the result is false", async () => {
  const stored = await hashPassword(acme, PASSWORD);
  for (const candidate of [
    stored,
    null,
    "",
    "plain text",
    "$argon2id$v=19$m=99999999,t=2,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
  ]) {
    const before = passwordHashCount();
    expect((await verifyPassword(acme, candidate, "not it at all")).correct).toBe(false);
    expect(passwordHashCount() - before).toBe(1);
  }
});

const imported: [string, () => Promise<string> | string][] = [
  ["bcrypt $2b$", () => bcrypt(PASSWORD, 6)],
  ["bcrypt $2y$", async () => (await bcrypt(PASSWORD, 6)).replace("$2b$", "$2y$")],
  [
    "argon2i",
    () => portable.hash(PASSWORD, { type: 1, memoryCost: 4096, timeCost: 3, parallelism: 1 }),
  ],
  [
    "scrypt",
    () =>
      `$scrypt$ln=14,r=8,p=1$${bare(salt)}$${bare(scryptSync(PASSWORD, salt, 32, { N: 2 ** 14, r: 8, p: 1 }))}`,
  ],
  [
    "PBKDF2 as passlib writes it",
    () =>
      `$pbkdf2-sha256$29000$${bare(salt).replaceAll("+", ".")}$${bare(pbkdf2Sync(PASSWORD, salt, 29_000, 32, "sha256")).replaceAll("+", ".")}`,
  ],
  [
    "PBKDF2 as Django writes it",
    () =>
      `pbkdf2_sha256$30000$c2FsdHk$${pbkdf2Sync(PASSWORD, "c2FsdHk", 30_000, 32, "sha256").toString("base64")}`,
  ],
  [
    "PBKDF2 as a PHC string",
    () =>
      `$pbkdf2-sha512$i=10000$${bare(salt)}$${bare(pbkdf2Sync(PASSWORD, salt, 10_000, 64, "sha512"))}`,
  ],
];

test.each(imported)("an imported %s hash verifies and is to be replaced", async (_, make) => {
  const stored = await make();
  expect(importedCostProblem(stored)).toBeNull();
  expect(await verifyPassword(acme, stored, PASSWORD)).toEqual({ correct: true, rehash: true });
  expect(await verifyPassword(acme, stored, "not it at all")).toEqual({
    correct: false,
    rehash: false,
  });
});

test.each([
  "",
  "5f4dcc3b5aa765d61d8327deb882cf99",
  "$2b$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
  `$scrypt$ln=20,r=32,p=16$${bare(salt)}$${bare(Buffer.alloc(32))}`,
  `$pbkdf2-sha256$9999999$${bare(salt)}$${bare(Buffer.alloc(32))}`,
  "$argon2id$v=19$m=4194304,t=2,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
])("%j is not imported: its format is unknown, or each sign-in would cost too much", (hash) => {
  expect(importedCostProblem(hash)).not.toBeNull();
});

// One hash of each kind at a low cost, of exactly this text.
const kinds: [string, (text: string) => Promise<string> | string][] = [
  ["argon2id at today's cost", (text) => portable.hash(text, { type: 2, ...OURS })],
  ["argon2i", (text) => portable.hash(text, { type: 1, memoryCost: 4096, timeCost: 3 })],
  ["bcrypt", (text) => bcrypt(text, 6)],
  [
    "scrypt",
    (text) =>
      `$scrypt$ln=10,r=8,p=1$${bare(salt)}$${bare(scryptSync(text, salt, 32, { N: 2 ** 10 }))}`,
  ],
  [
    "wrapped SHA-1",
    (text) =>
      wrapHash(acme, {
        digest: "sha1",
        place: "before",
        salt: Buffer.alloc(0),
        value: createHash("sha1").update(text).digest(),
      }),
  ],
];

test.each(kinds)(
  "a hash of %s is tried with the password as typed, in NFC and in NFKC, and is replaced",
  async (_, make) => {
    const typed = "Gru\u0308ne \ufb01ne \u00bd";
    for (const form of [typed, typed.normalize("NFC"), typed.normalize("NFKC")]) {
      const stored = await make(form);
      const isOurForm = form === typed.normalize("NFC") && !needsRehash(stored);
      expect(await verifyPassword(acme, stored, typed)).toEqual({
        correct: true,
        rehash: !isOurForm,
      });
      expect(await verifyPassword(acme, stored, `${typed}.`)).toMatchObject({ correct: false });
    }
  },
);

test("other spellings are tried as far as they cost no more than one try may", async () => {
  const typed = "Gru\u0308ne Bru\u0308cke";
  const dear = await bcrypt(typed.normalize("NFC"), 12);
  expect(await verifyPassword(acme, dear, typed)).toMatchObject({ correct: false });
  expect(await verifyPassword(acme, await bcrypt(typed, 12), typed)).toMatchObject({
    correct: true,
  });
});

test("a decoy of the frequent kind is computed for unknown users, and never right", async () => {
  const decoy = await bcrypt(PASSWORD, 6);
  for (const stored of [null, await hashPassword(acme, "another one")])
    expect(await verifyPassword(acme, stored, PASSWORD, decoy)).toEqual({
      correct: false,
      rehash: false,
    });
});

test("a hash is not computed when its request was answered meanwhile", async () => {
  const request = new CurrentRequest(undefined);
  request.giveUp();
  const late = duringRequest(request, () => verifyPassword(acme, null, "not it at all"));
  await expect(late).rejects.toMatchObject({ reason: "unavailable" });
});

test("hashes that each need all the memory are computed one after the other", async () => {
  const key = bare(Buffer.alloc(32, 7));
  const vast = `$argon2id$v=19$m=262144,t=1,p=1$${bare(salt)}$${key}`;
  const before = passwordHashCount();
  const both = [1, 2].map(() => verifyPassword(acme, vast, PASSWORD));
  // No hash completes while only promises are resolved: hashes started by then run in parallel.
  for (let turns = 0; turns < 100; turns += 1) await null;
  expect(passwordHashCount() - before).toBe(1);
  await Promise.all(both);
});

test("when all slots and the queue are taken, the next request is refused with a retry time", async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: availableParallelism() + 64 + 20 }, () =>
      verifyPassword(acme, null, "not it at all"),
    ),
  );
  const refused = answers.flatMap((answer) =>
    answer.status === "rejected" ? [answer.reason] : [],
  );
  expect(refused.length).toBeGreaterThan(0);
  for (const error of refused) {
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ reason: "service_overloaded", retryAfterSeconds: 2 });
  }
});

test("one tenant's flood causes no refusals for others, and shares the slots with them", async () => {
  const flood = Promise.allSettled(
    Array.from({ length: availableParallelism() + 64 + 200 }, () =>
      verifyPassword(acme, null, "not it at all"),
    ),
  );
  const bystanders = Array.from({ length: 20 }, (_, number) => ({
    tenantId: `bystander ${number}`,
  }));
  const answers = await Promise.allSettled(
    bystanders.map((one) => verifyPassword(one, null, "not it at all")),
  );
  expect(answers.filter(({ status }) => status === "rejected")).toEqual([]);
  const refused = (await flood).filter(({ status }) => status === "rejected");
  expect(refused.length).toBeGreaterThanOrEqual(200);
});
