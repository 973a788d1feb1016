import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { entryOf, listOf, menu, pathBelow } from "@/app/dashboard/_parts/menu";

const environment = "app/dashboard/[tenant]/[environment]";

test("each page of the menu is there, and in one entry alone", () => {
  const paths = menu.flatMap(({ pages }) => pages.map(({ path }) => path));
  for (const path of paths) expect(existsSync(`${environment}/${path}/page.tsx`), path).toBe(true);
  expect(new Set(paths).size).toBe(paths.length);
});

test("the menu has twelve entries at the most", () => {
  expect(menu.length).toBeLessThanOrEqual(12);
});

test("another environment opens at the same list; an id of one environment alone is dropped", () => {
  const here = (path: string) => listOf(pathBelow(`/dashboard/acme/production${path}`));
  expect(here("/users")).toBe("users");
  expect(here("/users/0190/sessions")).toBe("users");
  expect(here("/installations/capacity")).toBe("installations/capacity");
  expect(here("")).toBe("");
  expect(here("/search")).toBe("");
});

test("a page belongs to the entry of its list, and the overview to no other", () => {
  expect(entryOf("packages/new")?.key).toBe("rolesAndPackages");
  expect(entryOf("")?.key).toBe("overview");
  expect(entryOf("usersandmore")).toBeUndefined();
});
