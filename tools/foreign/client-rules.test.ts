import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clientRules, goRules, publishedCodes, pythonRules } from "./client-rules";
import { forOlderPython, pep440 } from "./python";

const paths = {
  "/api/v1/auth/token": { post: {} },
  "/api/v1/auth/login/preflight": { post: {} },
  "/api/v1/management/users": { get: {}, post: {} },
};

test("the rules are those of the TypeScript client", () => {
  const rules = clientRules(paths, ["rate_limited"]);
  expect(rules).toEqual({
    tenantPaths: ["/api/v1/auth/login/preflight"],
    repeatablePosts: ["/api/v1/auth/token"],
    codes: ["rate_limited"],
  });
  expect(pythonRules(rules)).toContain(
    'REPEATABLE_POSTS: frozenset[str] = frozenset(\n    (\n        "/api/v1/auth/token",',
  );
  expect(goRules(rules)).toContain('CodeRateLimited Code = "rate_limited"');
});

test("each published code is there once, whatever else the types contain", () => {
  const codes = publishedCodes(readFileSync("packages/client/src/generated/routes.ts", "utf8"));
  expect(codes).toHaveLength(new Set(codes).size);
  for (const code of ["rate_limited", "step_up_required", "tenant_disabled"])
    expect(codes).toContain(code);
  expect(() => publishedCodes("export interface Other {\n}\n")).toThrow(/ProblemStatus/);
});

test("a rule that names a path with an id is refused: the clients compare whole paths", () => {
  expect(() => clientRules({ "/api/v1/auth/login/{id}": { post: {} } }, [])).toThrow(/\{id\}/);
});

test("the Python 3.11 code of the generator is converted to 3.10", () => {
  expect(forOlderPython("from typing import Any, Self, cast\nx")).toBe(
    "from typing import Any, cast\nfrom typing_extensions import Self\nx",
  );
  expect(forOlderPython("from typing import Self\n")).toBe("from typing_extensions import Self\n");
  expect(forOlderPython("from typing import Any\n")).toBe("from typing import Any\n");
  expect(forOlderPython("import datetime\nat = datetime.datetime.fromisoformat(x)\n")).toBe(
    "import datetime\n\nfrom dateutil.parser import isoparse\nat = isoparse(x)\n",
  );
  expect(pep440("0.2.0-dev")).toBe("0.2.0.dev0");
  expect(pep440("1.2.3")).toBe("1.2.3");
});
