import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AccessFacts, AppFacts, WorkspaceFacts } from "@/lib/core/access/access";
import {
  accessLayers,
  chooseAccess,
  evaluateAccess,
  explainAccess,
} from "@/lib/core/access/evaluate-access";

const app: AppFacts = {
  status: "active",
  packagePolicy: "listed",
  allowedOrganizationTypes: ["enterprise"],
  requiredEntitlements: ["reports"],
};
const workspace: WorkspaceFacts = {
  organizationId: "o1",
  organizationName: "Globex",
  organizationSlug: "globex",
  status: "active",
  organizationType: "enterprise",
  membership: { status: "active", role: { key: "admin", permissions: ["read"], reachesApp: true } },
  package: { key: "pro", status: "active", entitlements: ["reports", "api"], listsApp: true },
  overrides: [],
};
const reached: AccessFacts = { mode: "enforce", app, workspace };
const role = { key: "admin", permissions: ["read"], reachesApp: true };

const denied = (reason: string) => ({ outcome: "denied", reason });

describe("a user reaches an app", () => {
  test("when every layer passes, and the grant names package, role and organization", () => {
    expect(evaluateAccess(reached)).toEqual({
      outcome: "granted",
      observed: [],
      grant: {
        organizationId: "o1",
        organizationSlug: "globex",
        role: "admin",
        permissions: ["read"],
        package: "pro",
        entitlements: ["api", "reports"],
      },
    });
  });

  test.each<[string, Partial<AppFacts> | null, Partial<WorkspaceFacts> | null]>([
    ["app_unknown", null, {}],
    ["app_disabled", { status: "disabled" }, {}],
    ["organization_unknown", {}, null],
    ["organization_inactive", {}, { status: "disabled" }],
    ["no_membership", {}, { membership: null }],
    ["membership_inactive", {}, { membership: { status: "inactive", role } }],
    ["no_role", {}, { membership: { status: "active", role: null } }],
    ["role_denied", {}, { membership: { status: "active", role: { ...role, reachesApp: false } } }],
    ["org_type_denied", {}, { organizationType: "trial" }],
    ["org_type_denied", {}, { organizationType: null }],
    ["package_unassigned", {}, { package: null }],
    [
      "package_inactive",
      {},
      { package: { key: "pro", status: "inactive", entitlements: ["reports"], listsApp: true } },
    ],
    [
      "entitlement_missing",
      {},
      { package: { key: "pro", status: "active", entitlements: ["reports"], listsApp: false } },
    ],
    ["entitlement_missing", { requiredEntitlements: ["export"] }, {}],
  ])("unless %s", (reason, appChange, workspaceChange) => {
    const facts: AccessFacts = {
      mode: "enforce",
      app: appChange && { ...app, ...appChange },
      workspace: workspaceChange && { ...workspace, ...workspaceChange },
    };
    expect(evaluateAccess(facts)).toEqual(denied(reason));
  });
});

describe("packages and entitlements", () => {
  const without = { ...workspace, package: null };

  test("an app without a package policy needs no package", () => {
    const open = { ...app, packagePolicy: "none" as const, requiredEntitlements: [] };
    expect(evaluateAccess({ ...reached, app: open, workspace: without }).outcome).toBe("granted");
  });

  test("an app that accepts any package does not check whether the package lists it", () => {
    const any = { ...app, packagePolicy: "any" as const };
    const unlisted = {
      key: "pro",
      status: "active",
      entitlements: ["reports"],
      listsApp: false,
    } as const;
    expect(
      evaluateAccess({ ...reached, app: any, workspace: { ...workspace, package: unlisted } })
        .outcome,
    ).toBe("granted");
  });

  test("an override grants what the package lacks and removes what it has", () => {
    const grant = [{ entitlement: "export", effect: "grant" }] as const;
    const deny = [{ entitlement: "reports", effect: "deny" }] as const;
    const wants = { ...app, requiredEntitlements: ["export"] };
    expect(
      evaluateAccess({ ...reached, app: wants, workspace: { ...workspace, overrides: grant } })
        .outcome,
    ).toBe("granted");
    expect(evaluateAccess({ ...reached, workspace: { ...workspace, overrides: deny } })).toEqual(
      denied("entitlement_missing"),
    );
  });

  test("mode observe lets them pass and names all layers that would have denied", () => {
    expect(evaluateAccess({ ...reached, mode: "observe", workspace: without })).toMatchObject({
      outcome: "granted",
      observed: ["package_unassigned", "entitlement_missing"],
      grant: { package: null, entitlements: [] },
    });
  });

  test("mode off skips them", () => {
    const facts = { ...reached, mode: "off" as const, workspace: without };
    expect(evaluateAccess(facts)).toMatchObject({ outcome: "granted", observed: [] });
    expect(
      explainAccess(facts)
        .slice(-3)
        .map(({ result }) => result),
    ).toEqual(["skipped", "skipped", "skipped"]);
  });

  test("no mode softens the layers before them", () => {
    const outsider = { ...workspace, membership: null };
    for (const mode of ["observe", "off"] as const)
      expect(evaluateAccess({ ...reached, mode, workspace: outsider })).toEqual(
        denied("no_membership"),
      );
  });
});

describe("without a named organization", () => {
  const facts = { mode: "enforce" as const, app };
  const second = {
    ...workspace,
    organizationId: "o2",
    organizationName: "Initech",
    organizationSlug: "initech",
  };
  const closed = { ...second, status: "disabled" as const };

  test("the one membership that reaches the app decides", () => {
    expect(chooseAccess(facts, [workspace, closed])).toMatchObject({
      outcome: "granted",
      grant: { organizationId: "o1" },
    });
  });

  test("several need a choice, and only those that reach the app are offered", () => {
    expect(chooseAccess(facts, [workspace, second, { ...closed, organizationId: "o3" }])).toEqual({
      outcome: "selection_required",
      organizations: [
        { id: "o1", name: "Globex", slug: "globex" },
        { id: "o2", name: "Initech", slug: "initech" },
      ],
    });
  });

  test("if none reaches the app, the denial that got furthest is returned", () => {
    expect(chooseAccess(facts, [closed, { ...workspace, package: null }])).toEqual(
      denied("package_unassigned"),
    );
  });

  test("a user without any membership gets no_membership, unless the app itself denies", () => {
    expect(chooseAccess(facts, [])).toEqual(denied("no_membership"));
    expect(chooseAccess({ ...facts, app: null }, [])).toEqual(denied("app_unknown"));
    expect(chooseAccess({ ...facts, app: { ...app, status: "disabled" } }, [])).toEqual(
      denied("app_disabled"),
    );
  });
});

const anyName = fc.constantFrom("a", "b", "c");
const anyFacts: fc.Arbitrary<AccessFacts> = fc.record({
  mode: fc.constantFrom("enforce", "observe", "off"),
  app: fc.option(
    fc.record({
      status: fc.constantFrom("active", "disabled"),
      packagePolicy: fc.constantFrom("none", "any", "listed"),
      allowedOrganizationTypes: fc.uniqueArray(anyName),
      requiredEntitlements: fc.uniqueArray(anyName),
    }),
  ),
  workspace: fc.option(
    fc.record({
      organizationId: fc.constant("o"),
      organizationName: fc.constant("O"),
      organizationSlug: fc.constant("o"),
      status: fc.constantFrom("active", "disabled"),
      organizationType: fc.option(anyName),
      membership: fc.option(
        fc.record({
          status: fc.constantFrom("active", "inactive"),
          role: fc.option(
            fc.record({
              key: anyName,
              permissions: fc.uniqueArray(anyName),
              reachesApp: fc.boolean(),
            }),
          ),
        }),
      ),
      package: fc.option(
        fc.record({
          key: anyName,
          status: fc.constantFrom("active", "inactive"),
          entitlements: fc.uniqueArray(anyName),
          listsApp: fc.boolean(),
        }),
      ),
      overrides: fc.uniqueArray(
        fc.record({ entitlement: anyName, effect: fc.constantFrom("grant", "deny") }),
        { selector: ({ entitlement }) => entitlement },
      ),
    }),
  ),
}) as fc.Arbitrary<AccessFacts>;

describe("for all facts", () => {
  test("the first layer that denies decides, and nothing is issued past it", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const first = accessLayers.find(
          (layer) => layer.denies(facts) && (!layer.governed || facts.mode === "enforce"),
        );
        const decision = evaluateAccess(facts);
        if (first) expect(decision).toEqual(denied(first.denial));
        else expect(decision.outcome).toBe("granted");
      }),
      { numRuns: 3000 },
    );
  });

  test("an explanation has every layer once, in order, and at most one denial", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const outcomes = explainAccess(facts);
        expect(outcomes.map(({ layer }) => layer)).toEqual(
          accessLayers.map(({ denial }) => denial),
        );
        const at = outcomes.findIndex(({ result }) => result === "denied");
        const behind = at < 0 ? [] : outcomes.slice(at + 1);
        expect(behind.every(({ result }) => result === "not_reached")).toBe(true);
      }),
    );
  });
});
