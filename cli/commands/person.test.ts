import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aTenant } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { atrium, atriumJson } from "@/tests/support/command-line";

const at = (tenant: string) => ["--tenant", tenant, "--environment", "production"];

test("a person's data is written into a file of the operator's own, and then the person is erased", async () => {
  const acme = await aTenant();
  const user = await aUser(acme, { displayName: "Perdita Sundial" });
  const folder = mkdtempSync(join(tmpdir(), "atrium-export-"));
  const output = join(folder, "person.json");
  await atriumJson(["user", "export", user.email, ...at(acme.publicId), "--output", output]);
  expect(statSync(output).mode & 0o777).toBe(0o600);
  const written = JSON.parse(readFileSync(output, "utf8"));
  expect(written).toMatchObject({ user: { email: user.email, display_name: "Perdita Sundial" } });
  rmSync(folder, { recursive: true });
  const refused = await atrium(["user", "erase", user.email, ...at(acme.publicId)]);
  expect(refused.code).toBe(1);
  const erased = await atriumJson(["user", "erase", user.email, ...at(acme.publicId), "--yes"]);
  expect(erased).toEqual({ user_id: user.id, deleted: true, audit_trail_erased: true });
  const gone = await atrium(["user", "export", user.email, ...at(acme.publicId)]);
  expect(gone).toMatchObject({ code: 1, stdout: "" });
}, 120_000);

test("a tenant on hold retains the name of a deleted user until the hold ends", async () => {
  const acme = await aTenant();
  const user = await aUser(acme);
  const held = await atriumJson(["tenant", "hold", acme.publicId, "--reason", "Case 4711"]);
  expect(held).toMatchObject({ hold_reason: "Case 4711", days_in_force: 400 });
  const erased = await atriumJson(["user", "erase", user.id, ...at(acme.publicId), "--yes"]);
  expect(erased).toMatchObject({ deleted: true, audit_trail_erased: false });
  expect(await atriumJson(["tenant", "release", acme.publicId])).toMatchObject({ held_at: null });
  const days = ["tenant", "retention", acme.publicId, "--audit-days", "90"];
  expect(await atriumJson(days)).toMatchObject({ audit_event_days: 90, days_in_force: 90 });
}, 120_000);
