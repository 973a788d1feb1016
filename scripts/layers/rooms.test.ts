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
    expect(roomOf("lib/oidc/token/token-endpoint.ts")).toBe("oidc/token");
    expect(roomOf("lib/users/parts/user.ts")).toBe("users");
    expect(roomOf("lib/clock.ts")).toBe("clock");
  });

  it("may not import a room that imports it, by whatever files", () => {
    const [problem, ...others] = problemsOf({
      "lib/users/a.ts": ["lib/roles/b.ts"],
      "lib/roles/c.ts": ["lib/users/d.ts"],
    });
    expect(others).toEqual([]);
    expect(problem).toContain("roles → users → roles");
    expect(problem).toContain("lib/roles/c.ts imports lib/users/d.ts");
    expect(problem).toContain("lib/users/a.ts imports lib/roles/b.ts");
  });

  it("may not come back to itself through a third one", () => {
    const [problem] = problemsOf({
      "lib/apps/a.ts": ["lib/roles/b.ts"],
      "lib/roles/b.ts": ["lib/users/c.ts"],
      "lib/users/c.ts": ["lib/apps/d.ts"],
    });
    expect(problem).toContain("apps → roles → users → apps");
  });

  it("may import another, and its tests may look back", () => {
    const imports = {
      "lib/users/a.ts": ["lib/roles/b.ts", "lib/users/c.ts"],
      "lib/roles/b.test.ts": ["lib/users/a.ts"],
      "app/api/route.ts": ["lib/users/a.ts"],
    };
    expect(problemsOf(imports)).toEqual([]);
  });
});
