import { expect, test } from "vitest";
import { endUserContext } from "@/lib/core/http/request-context";

test("an end user's address counts in any spelling, and an invalid one is ignored", () => {
  const addressOf = (address: string) => {
    const headers = { "x-end-user-ip": address };
    return endUserContext(new Request("http://localhost", { headers }), "r").ipAddress;
  };
  expect(addressOf(" 203.0.113.7 ")).toBe("203.0.113.7");
  expect(addressOf("203.0.113.7:51000")).toBe("203.0.113.7");
  expect(addressOf("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(addressOf("[2001:DB8::7]:51000")).toBe("2001:db8::7");
  expect(addressOf("unknown")).toBeNull();
});
