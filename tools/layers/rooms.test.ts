import { describe, expect, it } from "vitest";
import { roomCircleFindings, roomOf } from "./rooms";

const problemsOf = (imports: Record<string, string[]>) =>
  roomCircleFindings(
    new Map(
      Object.entries(imports).map(([file, ours]) => [file, { ours, packages: [], loads: [] }]),
    ),
  ).map(({ problem }) => problem);

describe("a room", () => {
  it("is the longest path that a band names", () => {
    expect(roomOf("lib/core/oidc/token/token-endpoint.ts")).toBe("core/oidc/token");
    expect(roomOf("lib/core/users/parts/user.ts")).toBe("core/users");
    expect(roomOf("lib/kernel/clock.ts")).toBe("kernel/clock");
  });

  it("may not import a room that imports it, through any files", () => {
    const [problem, ...others] = problemsOf({
      "lib/core/users/a.ts": ["lib/core/roles/b.ts"],
      "lib/core/roles/c.ts": ["lib/core/users/d.ts"],
    });
    expect(others).toEqual([]);
    expect(problem).toContain("core/roles → core/users → core/roles");
    expect(problem).toContain("lib/core/roles/c.ts imports lib/core/users/d.ts");
    expect(problem).toContain("lib/core/users/a.ts imports lib/core/roles/b.ts");
  });

  it("may not import itself through a third one", () => {
    const [problem] = problemsOf({
      "lib/core/apps/a.ts": ["lib/core/roles/b.ts"],
      "lib/core/roles/b.ts": ["lib/core/users/c.ts"],
      "lib/core/users/c.ts": ["lib/core/apps/d.ts"],
    });
    expect(problem).toContain("core/apps → core/roles → core/users → core/apps");
  });

  it("may import another, and its tests may import in the other direction", () => {
    const imports = {
      "lib/core/users/a.ts": ["lib/core/roles/b.ts", "lib/core/users/c.ts"],
      "lib/core/roles/b.test.ts": ["lib/core/users/a.ts"],
      "app/api/route.ts": ["lib/core/users/a.ts"],
    };
    expect(problemsOf(imports)).toEqual([]);
  });
});
