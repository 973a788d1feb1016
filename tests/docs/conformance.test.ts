import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { expectedPlans, readExpected } from "@/tests/systems/conformance/expected";
import { plans } from "@/tests/systems/conformance/plans";
import { withBlocks } from "@/tools/documents/blocks";
import { conformanceBlocks } from "@/tools/documents/conformance-blocks";

const page = readFileSync("docs/CONFORMANCE.md", "utf8");

test("the tables are those of conformance/expected: `npm run generate` writes them", () => {
  expect(withBlocks(page, conformanceBlocks())).toBe(page);
});

test("every plan that is known has a file, and every file a plan", () => {
  expect(expectedPlans()).toEqual(Object.keys(plans).sort());
});

test.each(expectedPlans())("%s has the runs of the plan, each with its choices", (plan) => {
  const runs = readExpected(plan)?.runs.map(({ variant, shim }) => ({ variant, shim }));
  expect(runs).toEqual(plans[plan]?.map(({ variant, shim }) => ({ variant, shim })));
});

test.each(expectedPlans())(
  "a module of %s that does not pass has its sentence, no other has one",
  (plan) => {
    for (const { module, result, conditions, because } of modulesOf(plan)) {
      expect(because !== undefined, module).toBe(result !== "PASSED");
      // A module that passes has no failed condition; one that fails, and does not only stop, names its
      // failed conditions.
      if (result === "PASSED") expect(conditions, module).toBeUndefined();
      if (result === "FAILED" || result === "WARNING")
        expect(conditions, module).not.toHaveLength(0);
    }
  },
);

test("a module comes once in a run", () => {
  for (const plan of expectedPlans())
    for (const { modules } of readExpected(plan)?.runs ?? []) {
      const names = modules.map(({ module }) => module);
      expect(new Set(names).size).toBe(names.length);
    }
});

const modulesOf = (plan: string) =>
  readExpected(plan)?.runs.flatMap(({ modules }) => modules) ?? [];

test("DIVERGENCES names the modules that fail, and no others", () => {
  const divergences = readFileSync("docs/DIVERGENCES.md", "utf8");
  const [, section = ""] = divergences.split("## Conformance plans that are not met in full");
  const named = section
    .split("\n## ")[0]
    ?.split("A person reviews")[0]
    ?.match(/(?<=`)(oidcc|fapi2|authzen|openid)-[a-z0-9-]+(?=`)/g);
  const failing = expectedPlans()
    .flatMap(modulesOf)
    .filter(({ result }) => result === "FAILED");
  expect([...new Set(named)].sort()).toEqual(
    [...new Set(failing.map(({ module }) => module))].sort(),
  );
});
