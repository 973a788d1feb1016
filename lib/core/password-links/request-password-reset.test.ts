import { beforeAll, describe, expect, test } from "vitest";
import { readPasswordLink } from "@/lib/core/password-links/read-password-link";
import { requestPasswordReset } from "@/lib/core/password-links/request-password-reset";
import { sendPasswordReset } from "@/lib/core/password-links/send-password-reset";
import { secondsAfter } from "@/lib/kernel/clock";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import type { CompleteJob } from "@/lib/kernel/jobs/run-worker";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { atMoment } from "@/tests/support/at-moment";
import { eventsOf } from "@/tests/support/audit-events";
import { callForgot, comparable } from "@/tests/support/call-login";
import type { Answer } from "@/tests/support/call-route";
import { lastLinkSecret, queuedMail } from "@/tests/support/queued-mail";
import { statementsOf } from "@/tests/support/statements";

let acme: TestEnvironment;

beforeAll(async () => {
  acme = await aTenant();
});

interface Job {
  data: Record<string, string>;
}

/** Runs the queued jobs, as the worker does. */
async function runForgotJobs(complete: CompleteJob = async () => {}): Promise<Job[]> {
  const jobs = await inPrismaTransaction(
    acme,
    ({ prisma }) => prisma.$queryRaw<Job[]>`
      DELETE FROM pgboss.job WHERE name = 'password.forgot' RETURNING data`,
  );
  for (const { data } of jobs) await sendPasswordReset(data, complete);
  return jobs;
}

describe("password/forgot", () => {
  test("answers 202 with the same bytes and the same work for every address", async () => {
    const [user, suspended, bare] = [
      await aUser(acme),
      await aUser(acme, { suspended: true }),
      await aUser(acme, { password: null }),
    ];
    // The first call of all also records the last use of the tenant's secret.
    await callForgot(acme, { email: "first@example.com" });
    const seen = [];
    for (const email of [
      user.email,
      suspended.email,
      bare.email,
      "nobody@example.com",
      "no address",
    ]) {
      let answer: unknown;
      const statements = await statementsOf(async () => {
        answer = comparable(await callForgot(acme, { email }));
      });
      seen.push({ answer, statements });
    }
    expect(seen[0]?.answer).toMatchObject({ status: 202, text: '{"status":"accepted"}' });
    for (const one of seen) expect(one).toEqual(seen[0]);
  });

  test("puts no address in the clear into its job, and jobs of one size for all", async () => {
    await runForgotJobs();
    await callForgot(acme, { email: "mara@example.com" });
    await callForgot(acme, { email: "a-much-longer-address-than-that@subdomain.example.com" });
    const jobs = await runForgotJobs();
    expect(jobs).toHaveLength(2);
    expect(JSON.stringify(jobs)).not.toContain("example.com");
    expect(new Set(jobs.map(({ data }) => data.request?.length)).size).toBe(1);
  });

  test("mails a reset link of 30 minutes to a user, and nothing to other addresses", async () => {
    const [user, suspended] = [await aUser(acme), await aUser(acme, { suspended: true })];
    for (const email of [user.email, suspended.email, "nobody@example.com"])
      await callForgot(acme, { email });
    await runForgotJobs();
    expect(await queuedMail(acme, user.email)).toMatchObject([
      { template: "password_reset", props: { lifetimeSeconds: 1800 } },
    ]);
    expect(await queuedMail(acme, suspended.email)).toEqual([]);
    expect(await queuedMail(acme, "nobody@example.com")).toEqual([]);
    expect(await eventsOf(acme, user.id)).toEqual(["user.password_reset_requested"]);
  });

  test("mails a user without a password a link to set the first one", async () => {
    const user = await aUser(acme, { password: null });
    await callForgot(acme, { email: user.email });
    await runForgotJobs();
    const [mail] = await queuedMail(acme, user.email);
    expect(mail).toMatchObject({
      template: "set_password",
      props: { occasion: "self_service", lifetimeSeconds: 86_400 },
    });
    expect(String(mail?.props.link)).toMatch(/^http:\/\/localhost:3000\/set-password\?token=alk_/);
  });

  test("mails nothing when another worker has its job by then", async () => {
    const user = await aUser(acme);
    await callForgot(acme, { email: user.email });
    const lost = async () => {
      throw new Error("it is another worker's");
    };
    await expect(runForgotJobs(lost)).rejects.toThrow("another worker's");
    expect(await queuedMail(acme, user.email)).toEqual([]);
    expect(await eventsOf(acme, user.id)).toEqual([]);
  });

  test("leaves only the last reset link valid", async () => {
    const user = await aUser(acme);
    const secrets = [];
    for (let request = 0; request < 2; request++) {
      await callForgot(acme, { email: user.email });
      await runForgotJobs();
      secrets.push(await lastLinkSecret(acme, user.email));
    }
    expect(await readPasswordLink(secrets[0] ?? "")).toBeNull();
    expect(await readPasswordLink(secrets[1] ?? "")).not.toBeNull();
  });

  test("mails one address a limited number of times, silently", async () => {
    const user = await aUser(acme);
    for (let request = 0; request < 7; request++)
      expect((await callForgot(acme, { email: user.email })).status).toBe(202);
    await runForgotJobs();
    expect(await queuedMail(acme, user.email)).toHaveLength(5);
  });

  test("accepts fifty requests an hour from one network, for any addresses, and answers the same beyond", async () => {
    const victim = await aUser(acme);
    const from = (ip: string, email: string) =>
      callForgot(acme, { email }, { "x-end-user-ip": ip });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => from("203.0.113.77", `sprayed-${at}@example.com`)),
    );
    for (let more = 0; more < 6; more++) answers.push(await from("203.0.113.77", victim.email));
    for (const answer of answers)
      expect(comparable(answer)).toEqual(comparable(answers[0] as Answer));
    expect(await runForgotJobs()).toHaveLength(50);
    expect(await queuedMail(acme, victim.email)).toEqual([]);
    // Neither another network nor the address is limited by it.
    await from("203.0.113.78", victim.email);
    await runForgotJobs();
    expect(await queuedMail(acme, victim.email)).toHaveLength(1);
    await atMoment(secondsAfter(new Date(), 3601), () => from("203.0.113.77", victim.email));
    await runForgotJobs();
    expect(await queuedMail(acme, victim.email)).toHaveLength(2);
  });

  test("returns the network's wait to a hosted page, for every address", async () => {
    const user = await aUser(acme);
    const context = { ipAddress: "2001:db8:7::1", userAgent: null, requestId: null };
    const caller = { ...acme, actor: { type: "service" as const, id: "hosted" }, context };
    for (let request = 0; request < 50; request++)
      expect(await requestPasswordReset(caller, `from-here-${request}@example.com`)).toBeNull();
    for (const email of [user.email, "nobody@example.com"]) {
      const wait = await requestPasswordReset(caller, email);
      expect(wait).toBeGreaterThan(3500);
      expect(wait).toBeLessThanOrEqual(3600);
    }
    await runForgotJobs();
  });
});
