import pg from "pg";
import { expect, test } from "vitest";
import { sequenceEvents } from "@/lib/features/audit-log/log/sequence-events";
import { config } from "@/lib/kernel/config/config";
import { aTenant } from "@/tests/builders/a-tenant";
import { atrium, atriumJson } from "@/tests/support/command-line";

test("audit resume lets a refused log continue, and names the damage of one that differs from what was signed", async () => {
  const acme = await aTenant();
  while ((await sequenceEvents()).taken > 0);
  const owner = new pg.Client({ connectionString: config().databaseOwnerUrl });
  await owner.connect();
  const refuse = () =>
    owner.query("UPDATE audit_logs SET refused_at = now() WHERE tenant_id = $1", [acme.tenantId]);
  const resume = ["audit", "resume", "--tenant", acme.publicId];
  const early = await atrium(resume);
  expect(early.code).toBe(1);
  expect(early.stderr).toContain("The log is not refused");
  await refuse();
  expect(await atriumJson(resume)).toEqual({
    resumed: true,
    events: expect.any(Number),
    size: expect.any(Number),
  });
  await refuse();
  await owner.query(
    "UPDATE audit_log_hashes SET hash = sha256(hash) WHERE tenant_id = $1 AND level = 0 AND position = 0",
    [acme.tenantId],
  );
  const wrong = await atrium(resume);
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toContain("Hashes of the tree were changed: level 0, position 0");
  const unknown = await atrium(["audit", "resume", "--tenant", "atr_nobody"]);
  expect(unknown.stderr).toContain("There is no tenant atr_nobody");
  await owner.end();
}, 120_000);
