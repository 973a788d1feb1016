import { describe, expect, it } from "vitest";
import { importFindings } from "./import-rules";

const findingsOf = (imports: Record<string, { ours?: string[]; packages?: string[] }>) =>
  importFindings(
    new Map(
      Object.entries(imports).map(([file, { ours = [], packages = [] }]) => [
        file,
        { ours, packages, loads: [] },
      ]),
    ),
  ).map(({ file, problem }) => `${file} ${problem}`);

describe("the layer check", () => {
  it("allows an import of a noun by a flow and not the reverse", () => {
    expect(
      findingsOf({ "lib/core/login/log-in.ts": { ours: ["lib/core/users/user.ts"] } }),
    ).toEqual([]);
    expect(
      findingsOf({ "lib/core/users/user.ts": { ours: ["lib/core/login/log-in.ts"] } }),
    ).toEqual(["lib/core/users/user.ts imports lib/core/login/log-in.ts"]);
  });

  it("finds a circle within a band", () => {
    const circle = findingsOf({
      "lib/core/users/a.ts": { ours: ["lib/core/roles/b.ts"] },
      "lib/core/roles/b.ts": { ours: ["lib/core/users/a.ts"] },
    });
    expect(circle).toEqual([
      "lib/core/users/a.ts is part of a circle: lib/core/users/a.ts → lib/core/roles/b.ts → lib/core/users/a.ts",
    ]);
  });

  it("keeps next out of lib and of API routes, and allows it in pages", () => {
    const packages = ["next/headers"];
    expect(findingsOf({ "lib/core/http/route.ts": { packages } })).toHaveLength(1);
    expect(findingsOf({ "app/api/v1/x/route.ts": { packages } })).toHaveLength(1);
    expect(findingsOf({ "app/dashboard/page.tsx": { packages } })).toEqual([]);
  });

  it("requires a band for an unknown folder", () => {
    expect(findingsOf({ "lib/new/x.ts": { ours: ["lib/kernel/clock.ts"] } })).toEqual([
      "lib/new/x.ts belongs to no band",
    ]);
  });
});
