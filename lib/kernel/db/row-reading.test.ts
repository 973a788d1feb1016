import fc from "fast-check";
import { types } from "pg";
import { expect, test } from "vitest";
import { momentOf } from "@/lib/kernel/db/row-reading";

const usual = types.getTypeParser(types.builtins.TIMESTAMPTZ, "text");

test("a moment is parsed as the driver parses it, with any number of digits after the second", () => {
  const moment = fc.date({
    min: new Date("1000-01-01"),
    max: new Date("9999-12-31"),
    noInvalidDate: true,
  });
  const digits = fc.stringMatching(/^(\.\d{1,6})?$/);
  fc.assert(
    fc.property(moment, digits, (at, fraction) => {
      const text = `${at.toISOString().slice(0, 19).replace("T", " ")}${fraction}+00`;
      expect(momentOf(text)).toEqual(usual(text));
    }),
  );
});

test("any other form is left to the driver", () => {
  for (const text of [
    "infinity",
    "-infinity",
    "0001-01-01 00:00:00+00",
    "2026-11-21 09:00:00.5+05:30",
    "12026-11-21 09:00:00+00",
    "2026-11-21 09:00:00+00 BC",
  ])
    expect(momentOf(text)).toBeNull();
});
