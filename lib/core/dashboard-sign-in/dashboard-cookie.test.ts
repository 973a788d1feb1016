import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import {
  decodeDashboardToken,
  encodeDashboardToken,
} from "@/lib/core/dashboard-sign-in/dashboard-cookie";
import { takeDataKeys } from "@/lib/kernel/crypto/keyring";

const first = { id: 1, key: randomBytes(32) };
const second = { id: 2, key: randomBytes(32) };

test("a dashboard cookie stays valid when the key is rotated, and ends when the key is closed", async () => {
  takeDataKeys([{ ...first, seals: true }]);
  const before = await encodeDashboardToken({ token: { sid: "one" }, secret: "" });
  takeDataKeys([
    { ...first, seals: false },
    { ...second, seals: true },
  ]);
  const after = await encodeDashboardToken({ token: { sid: "two" }, secret: "" });
  const sidOf = async (token: string) => (await decodeDashboardToken({ token, secret: "" }))?.sid;
  expect([await sidOf(before), await sidOf(after)]).toEqual(["one", "two"]);
  takeDataKeys([
    { ...first, seals: false, closed: true },
    { ...second, seals: true },
  ]);
  expect([await sidOf(before), await sidOf(after)]).toEqual([undefined, "two"]);
  expect(await sidOf("no cookie")).toBeUndefined();
});
