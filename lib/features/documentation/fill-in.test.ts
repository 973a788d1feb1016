import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { idsOfDemo } from "@/lib/core/contract/own-ids";
import { fittingIds } from "./fill-in";

const demo = idsOfDemo({
  oidc_client_id: "aoc_confidential",
  oidc_public_client_id: "aoc_public",
  tenant_id: "atr_acme",
});
const clientOf = (page: string, of = demo) =>
  fittingIds(readFileSync(`docs/${page}.md`, "utf8"), of).clientId;

test("a quickstart gets the demo's client of its own type, and none if the client has a key", () => {
  expect(clientOf("quickstarts/express")).toBe("aoc_confidential");
  expect(clientOf("quickstarts/html")).toBe("aoc_public");
  expect(clientOf("quickstarts/fapi2-openid-client")).toBeUndefined();
  expect(clientOf("PROTOCOL")).toBe("aoc_confidential");
  const { publicClientId: _, ...older } = demo;
  expect(clientOf("quickstarts/native", older)).toBeUndefined();
});
