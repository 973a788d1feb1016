import { expect, test } from "vitest";
import { withSecondTries } from "./third-day";

test("a test that needs its second try fails on the third day it does so, and second tries of a month ago are dropped", () => {
  const known = {
    "a › twice": ["2026-11-01", "2026-11-20"],
    "b › once a day": ["2026-11-28"],
    "c › long ago": ["2026-09-01", "2026-10-01"],
  };
  const { list, tooOften } = withSecondTries(
    known,
    ["a › twice", "b › once a day", "c › long ago"],
    "2026-11-28",
  );
  expect(tooOften).toEqual(["a › twice"]);
  expect(list).toEqual({
    "a › twice": ["2026-11-01", "2026-11-20", "2026-11-28"],
    "b › once a day": ["2026-11-28"],
    "c › long ago": ["2026-11-28"],
  });
  expect(withSecondTries(known, [], "2026-12-15").list).toEqual({
    "a › twice": ["2026-11-20"],
    "b › once a day": ["2026-11-28"],
  });
});
