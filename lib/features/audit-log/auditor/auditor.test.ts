import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readAuditor } from "@/lib/features/audit-log/auditor/auditor-store";
import { changeAuditor } from "@/lib/features/audit-log/auditor/change-auditor";
import { mailCheckpoints } from "@/lib/features/audit-log/auditor/mail-checkpoints";
import { readServedCheckpoint } from "@/lib/features/audit-log/log/cosignatures-store";
import { sequenceEvents } from "@/lib/features/audit-log/log/sequence-events";
import { config } from "@/lib/kernel/config/config";
import { inBatch } from "@/lib/kernel/db/batch";
import { newId } from "@/lib/kernel/ids";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { queuedMail } from "@/tests/support/queued-mail";

let owner: pg.Client;
let acme: TestEnvironment;
let address: string;

beforeAll(async () => {
  owner = new pg.Client({ connectionString: config().databaseOwnerUrl });
  await owner.connect();
});
afterAll(() => owner.end());
beforeEach(async () => {
  acme = await aTenant({ environments: ["staging", "production"] });
  address = `auditor-${newId()}@audit.example`;
});

async function sequenceAll(): Promise<void> {
  while ((await sequenceEvents()).taken > 0);
}

const mails = () => queuedMail(acme, address);
const yesterday = () =>
  owner.query("UPDATE audit_auditors SET sent_on = sent_on - 1 WHERE tenant_id = $1", [
    acme.tenantId,
  ]);

test("an auditor gets the checkpoint once a day, however many workers run", async () => {
  await changeAuditor(acme, { address, locale: "de" });
  await sequenceAll();
  await Promise.all([1, 2, 3, 4].map(() => mailCheckpoints()));
  const served = await inBatch(acme, readServedCheckpoint);
  expect(await mails()).toEqual([
    {
      template: "audit_checkpoint",
      locale: "de",
      props: expect.objectContaining({
        occasion: "daily",
        checkpoint: served?.checkpoint,
        size: String(served?.size),
      }),
    },
  ]);
  await mailCheckpoints();
  expect(await mails()).toHaveLength(1);
  await yesterday();
  await Promise.all([mailCheckpoints(), mailCheckpoints()]);
  expect(await mails()).toHaveLength(2);
});

test("an auditor whose log is refused is informed of that", async () => {
  await changeAuditor(acme, { address, locale: "en" });
  await sequenceAll();
  await owner.query("UPDATE audit_logs SET refused_at = now() WHERE tenant_id = $1", [
    acme.tenantId,
  ]);
  await mailCheckpoints();
  expect((await mails()).map(({ props }) => props.occasion)).toEqual(["refused"]);
});

test("a change and a removal are events without the auditor's address, and a change of nothing is no event", async () => {
  expect(await changeAuditor(acme, null)).toBe(false);
  expect(await changeAuditor(acme, { address, locale: "en" })).toBe(true);
  expect(await changeAuditor(acme, { address, locale: "en" })).toBe(false);
  expect(await changeAuditor(acme, { address, locale: "ja" })).toBe(true);
  expect(await inBatch(acme, readAuditor)).toEqual({ address, locale: "ja", sentOn: null });
  expect(await changeAuditor(acme, null)).toBe(true);
  expect(await inBatch(acme, readAuditor)).toBeNull();
  const { rows } = await owner.query<{ kind: string; event: string }>(
    "SELECT kind, row_to_json(e)::text AS event FROM audit_events e WHERE tenant_id = $1 AND kind LIKE 'audit_log.%'",
    [acme.tenantId],
  );
  expect(rows.map(({ kind }) => kind).sort()).toEqual([
    ...["audit_log.auditor_changed", "audit_log.auditor_changed", "audit_log.auditor_removed"],
  ]);
  for (const { event } of rows) expect(event).not.toContain(address);
  await expect(changeAuditor(acme, { address: "a@b, c@d", locale: "en" })).rejects.toMatchObject({
    reason: "unprocessable",
  });
});

test("another address gets its first message today; another language does not", async () => {
  await changeAuditor(acme, { address, locale: "en" });
  await sequenceAll();
  await mailCheckpoints();
  await changeAuditor(acme, { address, locale: "fr" });
  await mailCheckpoints();
  expect(await mails()).toHaveLength(1);
  address = `other-${address}`;
  await changeAuditor(acme, { address, locale: "fr" });
  await mailCheckpoints();
  expect(await mails()).toHaveLength(1);
});

test("a disabled tenant sends nothing until it is enabled again", async () => {
  await changeAuditor(acme, { address, locale: "en" });
  await owner.query("UPDATE tenants SET status = 'disabled', disabled_at = now() WHERE id = $1", [
    acme.tenantId,
  ]);
  await sequenceAll();
  await mailCheckpoints();
  expect(await mails()).toEqual([]);
  await owner.query("UPDATE tenants SET status = 'active', disabled_at = NULL WHERE id = $1", [
    acme.tenantId,
  ]);
  await mailCheckpoints();
  expect(await mails()).toHaveLength(1);
});
