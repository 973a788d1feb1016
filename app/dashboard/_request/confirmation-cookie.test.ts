import { expect, test } from "vitest";
import { openConfirmation, sealConfirmation } from "@/app/dashboard/_request/confirmation-cookie";

const at = new Date("2026-03-01T12:00:00Z");

test("a confirmation is read by the next page, for a minute", () => {
  const sealed = sealConfirmation("Ada Lovelace is suspended.", at);
  expect(openConfirmation(sealed, at)).toBe("Ada Lovelace is suspended.");
  expect(openConfirmation(sealed, new Date(at.getTime() + 59_000))).not.toBeNull();
  expect(openConfirmation(sealed, new Date(at.getTime() + 60_000))).toBeNull();
});

test("a text that the service did not seal itself is never shown", () => {
  const sealed = sealConfirmation("Ada Lovelace is suspended.", at);
  const altered = `${sealed.slice(0, -2)}${sealed.endsWith("AA") ? "BB" : "AA"}`;
  for (const forged of [null, "", "You won. Call 555 0100.", altered, sealed.slice(4)])
    expect(openConfirmation(forged, at), String(forged)).toBeNull();
});
