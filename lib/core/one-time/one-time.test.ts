import { beforeAll, expect, test } from "vitest";
import { issueOneTimeSecret } from "@/lib/core/one-time/issue-one-time-secret";
import {
  consumeOneTimeSecret,
  findLiveOneTimeSecret,
  insertOneTimeSecret,
  resolveOneTimeSecret,
  withdrawOneTimeSecrets,
} from "@/lib/core/one-time/one-time-store";
import { now, secondsAfter } from "@/lib/kernel/clock";
import { hashSecret, newSecret } from "@/lib/kernel/crypto/secrets";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { newId } from "@/lib/kernel/ids";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

let acme: TestEnvironment;
let globex: TestEnvironment;
let userId: string;

beforeAll(async () => {
  [acme, globex] = [await aTenant(), await aTenant()];
  userId = newId();
  await inPrismaTransaction(acme, ({ prisma, tenantId, environmentId }) =>
    prisma.user.create({
      data: {
        id: userId,
        tenantId,
        environmentId,
        email: "a@example.com",
        emailKey: "a@example.com",
      },
    }),
  );
});

const issue = () =>
  inPrismaTransaction(acme, (t) =>
    issueOneTimeSecret(t, "grant", userId, { payload: { amr: ["pwd"] } }),
  );
const consume = (scope: TestEnvironment, secret: string, at = now()) =>
  inPrismaTransaction(scope, (t) => consumeOneTimeSecret(t, ["grant"], hashSecret(secret), at));

test("of twenty parallel attempts exactly one consumes the secret", async () => {
  const { secret } = await issue();
  const answers = await Promise.all(Array.from({ length: 20 }, () => consume(acme, secret)));
  const winners = answers.filter((answer) => answer !== null);
  expect(winners).toHaveLength(1);
  expect(winners[0]?.payload).toEqual({ amr: ["pwd"] });
});

test("another tenant's attempt neither works nor spends it", async () => {
  const { secret } = await issue();
  expect(await consume(globex, secret)).toBeNull();
  expect(await consume(acme, secret)).not.toBeNull();
});

test("it is valid until its last moment, exclusive", async () => {
  const secret = newSecret("agr_");
  const at = now();
  await inPrismaTransaction(acme, (t) =>
    insertOneTimeSecret(t, {
      userId,
      purpose: "grant",
      secretHash: hashSecret(secret),
      emailed: false,
      payload: {},
      at,
      expiresAt: secondsAfter(at, 60),
    }),
  );
  expect(await consume(acme, secret, secondsAfter(at, 60))).toBeNull();
  expect(await consume(acme, secret, secondsAfter(at, 59.999))).not.toBeNull();
});

test("reading it spends nothing, and a withdrawn one is worthless", async () => {
  const { secret } = await issue();
  const look = () =>
    inPrismaTransaction(acme, (t) =>
      findLiveOneTimeSecret(t, ["grant"], hashSecret(secret), now()),
    );
  expect(await look()).not.toBeNull();
  expect(await look()).not.toBeNull();
  await inPrismaTransaction(acme, (t) => withdrawOneTimeSecrets(t, userId, ["grant"], now()));
  expect(await look()).toBeNull();
  expect(await consume(acme, secret)).toBeNull();
});

test("a secret of one purpose is not accepted for another", async () => {
  const { secret } = await issue();
  const asLink = await inPrismaTransaction(acme, (t) =>
    consumeOneTimeSecret(t, ["password_reset", "set_password"], hashSecret(secret), now()),
  );
  expect(asLink).toBeNull();
});

test("PostgreSQL refuses to make a spent secret live again", async () => {
  const { secret } = await issue();
  await consume(acme, secret);
  await expect(
    inPrismaTransaction(acme, ({ prisma }) =>
      prisma.oneTimeSecret.updateMany({
        where: { secretHash: hashSecret(secret) },
        data: { consumedAt: null },
      }),
    ),
  ).rejects.toThrow("written once");
});

test("its environment is found from the secret alone", async () => {
  const { secret } = await issue();
  expect(await resolveOneTimeSecret(hashSecret(secret))).toEqual({
    tenantId: acme.tenantId,
    environmentId: acme.environmentId,
  });
  expect(await resolveOneTimeSecret(hashSecret(newSecret("agr_")))).toBeNull();
});
