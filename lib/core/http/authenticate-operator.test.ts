import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { createOperatorToken } from "@/lib/core/operators/create-operator-token";
import { listOperatorTokens } from "@/lib/core/operators/list-operator-tokens";
import { revokeOperatorToken } from "@/lib/core/operators/revoke-operator-token";
import { readPlatform } from "@/lib/core/platform/platform-store";
import { noRequest } from "@/lib/kernel/caller";
import { minutesAfter, now, setClock } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { call } from "@/tests/support/call-route";

const by = { actor: { type: "operator", id: "tests" }, context: noRequest } as const;
const whoAmI = endpoint({
  id: "whoAmI",
  tag: "Operator",
  summary: "Say who calls",
  caller: "operator",
  answers: { ok: answer(z.unknown(), null, "The operator.") },
  handle: async ({ caller, ok }) => ok(caller.actor),
});
const ask = (token?: string) => call(whoAmI, { path: "/who-am-i", ...(token ? { token } : {}) });
const aToken = (expiresAt: Date | null = null) =>
  createOperatorToken(by, { name: "deployments", expiresAt });
let acme: TestEnvironment;

beforeAll(async () => {
  acme = await aTenant();
});

test("a token authenticates under its name, and its use is recorded", async () => {
  const { id, token, hint } = await aToken();
  expect(token).toMatch(/^aop_[\w-]{43}$/);
  expect(await ask(token)).toMatchObject({
    status: 200,
    body: { type: "operator", id, name: "deployments" },
  });
  const listed = (await listOperatorTokens()).find((one) => one.id === id);
  expect(listed).toMatchObject({ hint, revokedAt: null, lastUsedAt: expect.any(Date) });
  expect(JSON.stringify(listed)).not.toContain(token);
});

test("only an operator token authenticates, with one answer for all others", async () => {
  const { token } = await aToken();
  const wrong = [
    undefined,
    "nonsense",
    `${token}x`,
    `aop_${"A".repeat(43)}`,
    acme.tenantSecret,
    acme.clientSecret,
    await aMachineToken(acme, ["users:read"]),
  ];
  const answers = await Promise.all(wrong.map((one) => ask(one)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
});

test("a revoked token ends at once, and a second revocation changes nothing", async () => {
  const { id, token } = await aToken();
  expect((await ask(token)).status).toBe(200);
  expect(await revokeOperatorToken(by, id)).toEqual({ revoked: true });
  expect((await ask(token)).status).toBe(401);
  expect(await revokeOperatorToken(by, id)).toEqual({ revoked: false });
});

test("one of several parallel revocations is audited", async () => {
  const { id } = await aToken();
  const all = await Promise.all(Array.from({ length: 8 }, () => revokeOperatorToken(by, id)));
  expect(all.filter(({ revoked }) => revoked)).toHaveLength(1);
});

test("a token with an expiry works until then and not after", async () => {
  const at = now();
  const { token } = await aToken(minutesAfter(at, 10));
  expect((await ask(token)).status).toBe(200);
  const restore = setClock({ now: () => minutesAfter(at, 10) });
  const late = await ask(token);
  restore();
  expect(late.status).toBe(401);
});

test("each token has a request limit of its own", async () => {
  const { operatorRequests } = config().limits;
  config().limits.operatorRequests = 3;
  const [one, other] = [await aToken(), await aToken()];
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(one.token)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({
    code: "rate_limited",
  });
  expect((await ask(other.token)).status).toBe(200);
  config().limits.operatorRequests = operatorRequests;
});

test("a tenant can't forge an operator token, even by writing to the table", async () => {
  const forged = (scope: { tenantId: string; environmentId: string }) =>
    inPrismaTransaction(scope, ({ prisma, tenantId, environmentId }) =>
      prisma.operatorToken.create({
        data: {
          tenantId,
          environmentId,
          name: "forged",
          tokenHash: Buffer.alloc(32, 7),
          hint: "…x",
        },
      }),
    );
  await expect(forged(acme)).rejects.toThrow(/platform tenant only/);
  const platform = await readPlatform();
  expect(platform).not.toBeNull();
});
