import "@/tests/support/issuer-port";

import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { inviteOperator } from "@/lib/core/operators/invite-operator";
import { removeOperator } from "@/lib/core/operators/remove-operator";
import { readPlatform } from "@/lib/core/platform/platform-store";
import { noRequest } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { aUser } from "@/tests/builders/a-user";
import { allowDevice, answerDevice } from "@/tests/support/allow-device";
import { Browser } from "@/tests/support/browser";
import { aWholeService } from "@/tests/support/whole-service";
import { call, login, logout, type Place, token } from "./commands.js";
import { ownFile } from "./signed-in.js";

const by = { actor: { type: "operator", id: "tests" }, context: noRequest } as const;
let service: Awaited<ReturnType<typeof aWholeService>>;
let operator: { id: string; email: string };
beforeAll(async () => {
  service = await aWholeService();
  const email = "grace@operators.example";
  operator = { id: (await inviteOperator(by, email, { mail: false })).userId, email };
}, 120_000);
afterAll(() => service.stop());

let folder: string;
let printed: string[];
let messages: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "atrium-command-line-"));
  [printed, messages] = [[], []];
});
afterEach(() => rmSync(folder, { recursive: true }));

/** @param atCode acts for the user at the page, with the code that is shown */
function aPlace(atCode: (code: string) => Promise<unknown> = async () => {}): Place {
  return {
    keeping: ownFile({ XDG_CONFIG_HOME: folder }),
    print: (text) => void printed.push(text),
    tell: (text) => {
      messages.push(text);
      const code = /type the code\s+([A-Z]{4}-[A-Z]{4})/.exec(text)?.[1];
      if (code) void atCode(code);
    },
  };
}

const file = () => join(folder, "atrium/signed-in.json");
const signedIn = async () => {
  const place = aPlace((code) => allowDevice(code, operator.id));
  await login(place, config().baseUrl);
  return place;
};

test("an operator signs in by a code, calls the operator API and signs out", async () => {
  const place = await signedIn();
  expect(messages.at(-1)).toContain(`as ${operator.email}`);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  await call(place, { method: "get", path: "/api/v1/operator/limits", body: undefined });
  expect(JSON.parse(printed.pop() ?? "")).toHaveProperty("limits");
  await token(place);
  const bearer = printed.pop() ?? "";
  await logout(place);
  const headers = { authorization: `Bearer ${bearer}` };
  const after = await fetch(`${config().baseUrl}/api/v1/operator/limits`, { headers });
  expect(after.status).toBe(401);
  await expect(token(place)).rejects.toThrow(/Nobody is signed in/);
}, 60_000);

test("the stored sign-in is renewed before it ends, and deleted when it is over", async () => {
  const place = await signedIn();
  const stored = await place.keeping.read();
  if (!stored) throw new Error("nothing was kept");
  await place.keeping.write({ ...stored, expiresAt: Date.now() + 1000 });
  await token(place);
  expect(printed.pop()).not.toBe(stored.accessToken);
  const renewed = await place.keeping.read();
  if (!renewed) throw new Error("nothing was kept");
  await place.keeping.write({ ...renewed, expiresAt: 0, refreshToken: "somebody-ended-it" });
  await expect(token(place)).rejects.toThrow(/is over: atrium login/);
  expect(await place.keeping.read()).toBeNull();
}, 60_000);

test("a user who is no operator is refused, and signed out again", async () => {
  const platform = await readPlatform();
  if (!platform) throw new Error("there is no platform");
  const other = await aUser(platform);
  const place = aPlace((code) => allowDevice(code, other.id));
  await expect(login(place, config().baseUrl)).rejects.toThrow(/is no operator of/);
  expect(await place.keeping.read()).toBeNull();
}, 60_000);

test("an operator whose rights ended is refused from the next call on", async () => {
  const place = await signedIn();
  await removeOperator(by, operator.email);
  const refused = call(place, { method: "GET", path: "/api/v1/operator/limits", body: undefined });
  await expect(refused).rejects.toThrow(/Send an operator token/);
  await inviteOperator(by, operator.email, { mail: false });
}, 60_000);

test("a sign-in that is refused on the page is reported", async () => {
  const place = aPlace((code) => answerDevice(new Browser(), code, "deny"));
  await expect(login(place, config().baseUrl)).rejects.toThrow(/refused on the page/);
}, 60_000);
