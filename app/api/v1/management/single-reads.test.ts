import { beforeAll, expect, test } from "vitest";
import { managementScopes, runtimeScopes } from "@/lib/core/credentials/scopes";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { oneOfEach } from "@/tests/builders/one-of-each";
import { call } from "@/tests/support/call-route";
import { operations } from "@/tests/support/operations";
import { filled, routeModule } from "@/tests/support/route-module";

// Everything of the management plane that has a list can be read by itself too, with the same fields.

let acme: TestEnvironment;
let token: string;
let ids: Record<string, string>;
beforeAll(async () => {
  acme = await aTenant();
  token = await aMachineToken(acme, [...managementScopes, ...runtimeScopes]);
  ids = await oneOfEach(acme);
});

const management = "/api/v1/management/";
const reads = operations.filter(
  ({ method, path }) => method === "GET" && path.startsWith(management),
);
/** Lists of things that other routes read by themselves, the apps of a role, or of lines of a report. */
const sets = new Set(["listRoleApps", "listUserImportProblems"]);
const lists = reads.filter(({ id }) => id.startsWith("list") && !sets.has(id));

async function read(path: string): Promise<Record<string, unknown>> {
  const at = filled(path, (name) => ids[name] ?? ids[path.split("/")[4] ?? ""] ?? "");
  const answer = await call((await routeModule(path)).GET, { ...at, token });
  expect(answer.status, path).toBe(200);
  return answer.body as Record<string, unknown>;
}

test("there are lists to look at", () => {
  expect(lists.length).toBeGreaterThan(10);
});

test.each(lists.map((list) => [list.path, list] as const))("%s", async (path, list) => {
  const single = reads.find(
    (one) =>
      one.path.startsWith(`${path}/{`) && one.path.split("/").length === path.split("/").length + 1,
  );
  expect(single, `a single read for ${list.id}`).toBeDefined();
  if (list.id === "listInstallationCampaignMembers") return;
  const [things] = Object.values(await read(path)) as Record<string, unknown>[][];
  const own = things?.find(({ id, user_id }) => Object.values(ids).includes(String(id ?? user_id)));
  expect(own).toBeDefined();
  expect(await read(single?.path ?? "")).toEqual(own);
});
