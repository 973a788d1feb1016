import { expect, test } from "vitest";
import { forwardersFinding } from "./forwarders";

test("a peer whose X-Forwarded-For is ignored is named with the setting", () => {
  const finding = forwardersFinding({ ignored: ["10.0.0.7"], trusted: ["10.0.0.1"] }, ["10.0.0.1"]);
  expect(finding).toMatchObject({
    status: "warning",
    seen: expect.stringContaining("10.0.0.7"),
    todo: expect.stringContaining("ATRIUM_TRUSTED_PROXIES=10.0.0.1,10.0.0.7"),
  });
});

test("a trusted proxy that sends no request is a warning, and no proxy at all is well", () => {
  const none = { ignored: [], trusted: [] };
  expect(forwardersFinding(none, [])).toMatchObject({ status: "ok" });
  expect(forwardersFinding(none, ["10.0.0.0/8"])).toMatchObject({ status: "warning" });
  expect(forwardersFinding({ ...none, trusted: ["10.0.0.1"] }, ["10.0.0.0/8"])).toMatchObject({
    status: "ok",
  });
});
