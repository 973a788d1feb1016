import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { findEnrolmentToken } from "@/lib/core/enrolment/enrolment-token-store";
import { readCapacity } from "@/lib/core/installations/capacity-store";
import { setInstallationLimit } from "@/lib/core/installations/set-installation-limit";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant } from "@/tests/builders/a-tenant";
import { anEnrolmentToken } from "@/tests/builders/an-enrolment-token";

/** Redeems in another process and returns the number of each response. */
async function redeemInAnotherProcess(
  job: { times: number; tokens: string[]; oneByOne?: boolean },
  environment: Record<string, string> = {},
): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "tests/support/redeem-enrolments.ts"],
    {
      env: { ...process.env, ...environment, REDEMPTIONS: JSON.stringify(job) },
      timeout: 60_000,
    },
  );
  return JSON.parse(stdout) as string[];
}

function tally(answers: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1;
  return counts;
}

const fifty = (tokens: string[]) => redeemInAnotherProcess({ times: 50, tokens });

test("of a hundred parallel redemptions in two processes, as many succeed as the token has uses", async () => {
  const acme = await aTenant();
  const { id, token } = await anEnrolmentToken(acme, { maxUses: 37 });
  const answers = (await Promise.all([fifty([token]), fifty([token])])).flat();
  expect(tally(answers)).toEqual({ "201": 37, "403 enrolment_token_exhausted": 63 });
  expect(await inPrismaTransaction(acme, (t) => findEnrolmentToken(t, id))).toMatchObject({
    uses: 37,
  });
  expect(await inPrismaTransaction(acme, ({ prisma }) => prisma.installation.count())).toBe(37);
  expect(await inPrismaTransaction(acme, readCapacity)).toMatchObject({ active: 37 });
}, 60_000);

test("of a hundred parallel redemptions of four tokens, as many succeed as the tenant has capacity", async () => {
  const acme = await aTenant();
  await setInstallationLimit(acme, 23);
  const issued = await Promise.all([1, 2, 3, 4].map(() => anEnrolmentToken(acme)));
  const tokens = issued.map(({ token }) => token);
  const answers = (await Promise.all([fifty(tokens), fifty(tokens)])).flat();
  expect(tally(answers)).toEqual({ "201": 23, "409 installation_limit_reached": 77 });
  expect(await inPrismaTransaction(acme, readCapacity)).toEqual({
    limit: 23,
    maximum: 100,
    active: 23,
  });
  const stored = await Promise.all(
    issued.map(({ id }) => inPrismaTransaction(acme, (t) => findEnrolmentToken(t, id))),
  );
  expect(stored.reduce((sum, one) => sum + (one?.uses ?? 0), 0)).toBe(23);
}, 60_000);

test("the budget per minute holds over two processes", async () => {
  const acme = await aTenant();
  const { token } = await anEnrolmentToken(acme, { perMinute: 11 });
  const answers = (await Promise.all([fifty([token]), fifty([token])])).flat();
  expect(tally(answers)).toEqual({ "201": 11, "429 enrolment_token_rate_limited": 89 });
}, 60_000);

// Nothing listens on port 9: the database is unreachable.
const stopped = { DATABASE_URL: "postgresql://atrium_web:x@127.0.0.1:9/atrium" };

test("with the database stopped, the limiter of the network still answers 429", async () => {
  const tokens = Array.from({ length: 6 }, (_, index) => `aen_${index}`);
  const answers = await redeemInAnotherProcess(
    { times: 6, tokens, oneByOne: true },
    { ...stopped, ATRIUM_LIMIT_ENROLMENT_NETWORK_ATTEMPTS: "4" },
  );
  expect(answers).toEqual(["503", "503", "503", "503", "429 rate_limited", "429 rate_limited"]);
}, 60_000);

test("with the database stopped, the limiter of the token still answers 429", async () => {
  const answers = await redeemInAnotherProcess(
    { times: 6, tokens: ["aen_one", "aen_two"], oneByOne: true },
    { ...stopped, ATRIUM_LIMIT_ENROLMENT_TOKEN_ATTEMPTS: "2" },
  );
  expect(answers).toEqual(["503", "503", "503", "503", "429 rate_limited", "429 rate_limited"]);
}, 60_000);

test("both buckets count for all processes together", async () => {
  const limits = {
    ATRIUM_LIMIT_ENROLMENT_NETWORK_ATTEMPTS: "1000",
    ATRIUM_LIMIT_ENROLMENT_TOKEN_ATTEMPTS: "10",
  };
  const job = { times: 8, tokens: ["aen_shared"] };
  const both = await Promise.all([1, 2].map(() => redeemInAnotherProcess(job, limits)));
  expect(tally(both.flat())).toEqual({ "401 enrolment_token_unknown": 10, "429 rate_limited": 6 });
}, 60_000);
