import { expect, test } from "vitest";
import { withoutPeople } from "@/lib/core/platform/unsent-mail";

const message = {
  id: "019aab00-0000-7000-8000-000000000000",
  template: "login_code",
  recipient: "ada.lovelace@example.com",
  status: "failed" as const,
  attempts: 1,
  lastError: null,
  createdAt: new Date("2026-11-22T12:00:00Z"),
  tenantPublicId: "atr_x",
  tenantName: "Acme",
  environmentKey: "production",
};

const errorOf = (lastError: string) => withoutPeople({ ...message, lastError }).lastError;

test("operators see only the first letter and the domain of a recipient", () => {
  expect(withoutPeople(message).recipient).toBe("a••••••@example.com");
});

test("an address that the mail server repeats is masked in its text too", () => {
  expect(errorOf("550 5.1.1 <Ada.Lovelace@example.com>: Recipient address rejected")).toBe(
    "550 5.1.1 <A••••••@example.com>: Recipient address rejected",
  );
  expect(errorOf("no mailbox for bob@example.org, nor eve@example.net.")).toBe(
    "no mailbox for b••@example.org, nor e••@example.net.",
  );
});

test("a link that the mail server repeats is cut to its host", () => {
  expect(
    errorOf("554 blocked: https://id.example/set-password?token=alk_secret#x see postmaster"),
  ).toBe("554 blocked: https://id.example/… see postmaster");
  expect(errorOf("HTTP://id.example?token=alk_secret")).toBe("HTTP://id.example/…");
});

test("other text of the mail server stays", () => {
  expect(errorOf("451 4.7.1 try again later")).toBe("451 4.7.1 try again later");
  expect(withoutPeople(message).lastError).toBeNull();
});
