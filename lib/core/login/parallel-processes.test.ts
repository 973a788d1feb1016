import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { aPolicy } from "@/tests/builders/a-policy";
import { aTenant } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";

interface Guessed {
  statuses: number[];
  hashes: number;
}

async function guessInAnotherProcess(job: object): Promise<Guessed> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "tests/support/guess-passwords.ts"],
    { env: { ...process.env, GUESSES: JSON.stringify(job) }, timeout: 60_000 },
  );
  return JSON.parse(stdout) as Guessed;
}

test.each(["user", "nobody"])(
  "two processes that guess fifty times in parallel at %s's password verify five guesses together",
  async (who) => {
    const { publicId, tenantSecret, ...acme } = await aTenant();
    const email = who === "user" ? (await aUser(acme)).email : "nobody@example.com";
    const job = { times: 25, email, publicId, tenantSecret };
    const both = await Promise.all([guessInAnotherProcess(job), guessInAnotherProcess(job)]);
    const statuses = both.flatMap((one) => one.statuses);
    expect(both[0].hashes + both[1].hashes).toBe(5);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(45);
  },
  60_000,
);

test("right sign-ins of one account in two processes wait for each other, and all of them succeed", async () => {
  const { publicId, tenantSecret, ...acme } = await aTenant();
  await aPolicy(acme, { loginOtp: "never" });
  const { email } = await aUser(acme);
  const job = { times: 15, email, password: A_PASSWORD, publicId, tenantSecret };
  const both = await Promise.all([guessInAnotherProcess(job), guessInAnotherProcess(job)]);
  const statuses = both.flatMap((one) => one.statuses);
  expect(statuses).toEqual(Array.from({ length: 30 }, () => 200));
}, 60_000);
