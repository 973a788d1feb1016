import { beforeAll, expect, test } from "vitest";
import { secondsAfter } from "@/lib/clock";
import { beforeTenant, inTenant } from "@/lib/db";
import { newId } from "@/lib/ids";
import { sweepStorage } from "@/lib/jobs/sweep-storage";
import { sweepInteractions } from "@/lib/jobs/sweep-store";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

const DAY = 24 * 60 * 60;
const ago = (days: number) => secondsAfter(new Date(), -days * DAY);

let acme: TestEnvironment;
beforeAll(async () => {
  acme = await aTenant();
});

const aPayload = (key: string, expiresAt: Date | null) => ({
  model: "AuthorizationCode",
  key: Buffer.from(key),
  tenantId: acme.tenantId,
  environmentId: acme.environmentId,
  sealedPayload: Buffer.from("x"),
  expiresAt,
});

const aMessage = (recipient: string, status: "queued" | "sent", createdAt: Date) => ({
  id: newId(),
  tenantId: acme.tenantId,
  environmentId: acme.environmentId,
  template: "login_code",
  recipient,
  status,
  createdAt,
  sealedProps: status === "queued" ? Buffer.from("x") : null,
  sentAt: status === "sent" ? createdAt : null,
});

test("what expired over a week ago is deleted in every tenant, and what lives stays", async () => {
  await inTenant(acme, ({ sql }) =>
    sql.oidcPayload.createMany({
      data: [
        aPayload("old", ago(8)),
        aPayload("recent", ago(6)),
        aPayload("live", ago(-1)),
        aPayload("lasting", null),
      ],
    }),
  );
  await sweepStorage();
  const left = await inTenant(acme, ({ sql }) => sql.oidcPayload.findMany());
  const keys = left.map(({ key }) => Buffer.from(key).toString());
  expect(keys.toSorted()).toEqual(["lasting", "live", "recent"]);
});

test("a sign-in that nobody finished is deleted as soon as it ended, however many there are", async () => {
  const interaction = (key: string, expiresAt: Date) => ({
    ...aPayload(key, expiresAt),
    model: "Interaction",
  });
  const ended = Array.from({ length: 7 }, (_, nth) => interaction(`ended ${nth}`, ago(0.001)));
  await inTenant(acme, ({ sql }) =>
    sql.oidcPayload.createMany({ data: [...ended, interaction("waiting", ago(-0.04))] }),
  );
  expect(await sweepInteractions(3)).toBe(7);
  await sweepStorage();
  const left = await inTenant(acme, ({ sql }) =>
    sql.oidcPayload.findMany({ where: { model: "Interaction" } }),
  );
  expect(left.map(({ key }) => Buffer.from(key).toString())).toEqual(["waiting"]);
});

test("a sweep passes over a sign-in that somebody is at work on, instead of waiting", async () => {
  const key = Buffer.from("in hand");
  await inTenant(acme, ({ sql }) =>
    sql.oidcPayload.create({
      data: { ...aPayload("in hand", ago(0.001)), model: "Interaction", key },
    }),
  );
  await inTenant(acme, async ({ sql }) => {
    await sql.$queryRaw`SELECT 1 FROM oidc_payloads WHERE key = ${key} FOR UPDATE`;
    expect(await sweepInteractions()).toBe(0);
  });
  expect(await sweepInteractions()).toBe(1);
});

test("a proof that can't be presented any more is forgotten an hour later, and no other", async () => {
  const proof = (name: string, expiresAt: Date) => ({
    tenantId: acme.tenantId,
    keyThumbprint: name,
    jtiHash: Buffer.from(name),
    expiresAt,
  });
  await inTenant(acme, ({ sql }) =>
    sql.usedProof.createMany({
      data: [proof("old", ago(1)), proof("recent", new Date()), proof("live", ago(-1))],
    }),
  );
  await sweepStorage();
  const left = await inTenant(acme, ({ sql }) => sql.usedProof.findMany());
  expect(left.map(({ keyThumbprint }) => keyThumbprint).toSorted()).toEqual(["live", "recent"]);
});

test("finished mail goes after thirty days; a message that nobody sent for a day has failed", async () => {
  await inTenant(acme, ({ sql }) =>
    sql.mailMessage.createMany({
      data: [
        aMessage("old@example.com", "sent", ago(31)),
        aMessage("recent@example.com", "sent", ago(29)),
        aMessage("stuck@example.com", "queued", ago(1.1)),
        aMessage("waiting@example.com", "queued", ago(0.5)),
      ],
    }),
  );
  await sweepStorage();
  const rows = await inTenant(acme, ({ sql }) =>
    sql.mailMessage.findMany({ orderBy: { recipient: "asc" } }),
  );
  expect(rows.map(({ recipient, status }) => `${recipient} ${status}`)).toEqual([
    "recent@example.com sent",
    "stuck@example.com failed",
    "waiting@example.com queued",
  ]);
  expect(rows[1]).toMatchObject({ sealedProps: null });
  expect(rows[1]?.lastError).toContain("no worker");
});

test("the application's role cannot make the database clear anything else", async () => {
  await expect(
    beforeTenant.$queryRaw`SELECT atrium_sweep_storage('mail_messages')`,
  ).rejects.toThrow("does not exist");
});
