import { expect, test } from "vitest";
import { minutesAfter, secondsAfter } from "@/lib/kernel/clock";
import { equallyUrgent, mailTurn } from "@/lib/kernel/mail/mail-turn";

const at = new Date("2026-11-22T10:00:00Z");

test("a code goes before every link, and a link before every notice, however long they have waited", () => {
  const yearAgo = minutesAfter(at, -525_600);
  expect(mailTurn("login_code", at, 3_600)).toBeGreaterThan(mailTurn("set_password", yearAgo, 0));
  expect(mailTurn("set_password", at, 3_600)).toBeGreaterThan(
    mailTurn("password_changed", yearAgo, 0),
  );
});

test("a tenant's first message goes before another's second that was queued with its first", () => {
  const [first, second] = [mailTurn("set_password", at, 0), mailTurn("set_password", at, 1)];
  expect(first).toBeGreaterThan(second);
  expect(mailTurn("set_password", at, 0)).toBeGreaterThan(second);
  const later = secondsAfter(at, 60);
  expect(mailTurn("set_password", later, 0)).toBeGreaterThan(mailTurn("set_password", at, 999));
});

test("messages go in order of arrival when no tenant has more than one waiting", () => {
  const later = secondsAfter(at, 2);
  expect(mailTurn("login_code", at, 0)).toBeGreaterThan(mailTurn("login_code", later, 0));
});

test("a turn fits a 32-bit number for the next fifteen years", () => {
  const last = minutesAfter(at, 15 * 525_600);
  for (const template of ["login_code", "password_reset", "address_changed"] as const)
    for (const turn of [mailTurn(template, at, 0), mailTurn(template, last, 3_600)])
      expect(turn | 0).toBe(turn);
});

test("every template has an urgency", () => {
  expect(equallyUrgent("login_code")).toEqual(["login_code", "step_up_code"]);
});
