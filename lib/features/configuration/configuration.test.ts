import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { listApps } from "@/lib/core/apps/app-store";
import { setAppStatus } from "@/lib/core/apps/set-app-status";
import { proveOidcClient } from "@/lib/core/oidc-clients/prove-oidc-client";
import { setUpPlatform } from "@/lib/core/platform/set-up-platform";
import { createRole } from "@/lib/core/roles/create-role";
import { listRoles } from "@/lib/core/roles/role-store";
import { readStoredPolicy } from "@/lib/core/security-policy/security-policy-store";
import { readTenant } from "@/lib/core/tenants/tenant-store";
import {
  type AppliedPart,
  applyConfiguration,
} from "@/lib/features/configuration/apply-configuration";
import { readConfigurationText } from "@/lib/features/configuration/configuration-text";
import { configurationYaml } from "@/lib/features/configuration/configuration-yaml";
import type {
  EnvironmentConfiguration,
  TenantConfiguration,
} from "@/lib/features/configuration/contract/tenant-configuration";
import { createConfiguredTenant } from "@/lib/features/configuration/create-configured-tenant";
import { exportConfiguration } from "@/lib/features/configuration/export-configuration";
import { planConfiguration } from "@/lib/features/configuration/plan-configuration";
import { noRequest } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { aConfiguredTenant } from "@/tests/builders/a-configured-tenant";
import { aMember } from "@/tests/builders/a-member";
import { aRole } from "@/tests/builders/a-role";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { eventsOf } from "@/tests/support/audit-events";

const by = { actor: { type: "operator", id: "tests" }, context: noRequest } as const;

/** A file for one environment. */
const file = (environment: EnvironmentConfiguration, key = "production"): TenantConfiguration => ({
  environments: { [key]: environment },
});

interface Options {
  prune?: boolean;
  variables?: Record<string, string>;
}

const plan = (tenant: TestEnvironment, desired: TenantConfiguration, options: Options = {}) =>
  planConfiguration(
    { tenant: tenant.publicId, prune: options.prune ?? false, variables: options.variables ?? {} },
    desired,
  );

/** Applies a file and returns the applied parts. */
async function apply(
  tenant: TestEnvironment,
  desired: TenantConfiguration,
  { prune = false, variables = {}, shown = null }: Options & { shown?: string | null } = {},
): Promise<AppliedPart[]> {
  const parts: AppliedPart[] = [];
  const applying = { ...by, tenant: tenant.publicId, prune, variables };
  await applyConfiguration(applying, desired, shown, (part) => parts.push(part));
  return parts;
}

const steps = (parts: { steps: { section: string; key: string; action: string }[] }[]) =>
  parts.flatMap((part) =>
    part.steps.map(({ section, key, action }) => `${action} ${section} ${key}`.trim()),
  );

describe("an export", () => {
  test("equals the current state: a plan of it is empty, with and without removals", async () => {
    const acme = await aConfiguredTenant();
    const text = configurationYaml(await exportConfiguration(acme.publicId));
    const { configuration } = readConfigurationText(text, "export", {});
    for (const prune of [false, true]) {
      const { parts } = await plan(acme, configuration, { prune });
      expect(steps(parts)).toEqual([]);
      expect(parts.flatMap(({ kept }) => kept)).toEqual([]);
    }
    expect(await apply(acme, configuration, { prune: true })).toEqual([]);
  });

  test("has no ids and no secrets, and only the requested environments", async () => {
    const acme = await aConfiguredTenant();
    const text = configurationYaml(await exportConfiguration(acme.publicId, ["production"]));
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    for (const secret of [acme.tenantSecret, acme.clientSecret, acme.clientId, "aocs_", "aoc_"])
      expect(text).not.toContain(secret);
    expect(text).not.toContain("staging:");
    await expect(exportConfiguration(acme.publicId, ["nowhere"])).rejects.toMatchObject({
      reason: "missing",
    });
  });
});

describe("applying a file", () => {
  let acme: TestEnvironment;
  beforeAll(async () => {
    acme = await aTenant();
  });

  const desired: EnvironmentConfiguration = {
    organizationTypes: { clinic: { name: "Clinic" } },
    apps: { chart: { name: "Chart", allowedOrganizationTypes: ["clinic"] } },
    roles: { nurse: { name: "Nurse", permissions: ["read"], apps: ["chart"] } },
    packages: { basic: { name: "Basic", apps: ["chart"] } },
    entitlementPolicy: { mode: "observe", defaultPackage: "basic" },
    oidcClients: {
      web: {
        ...{ name: "Web", type: "confidential", app: "chart" },
        redirectUris: ["https://web.example/callback"],
      },
    },
    identitySources: {
      "https://idp.example": { audiences: ["web"], jwksUri: "https://idp.example/keys" },
    },
  };

  test("creates things once, with audit events of the use cases, and a second time changes nothing", async () => {
    const [part] = await apply(acme, file(desired));
    expect(part?.steps).toHaveLength(7);
    const roles = await inTransaction(acme, listRoles);
    expect(await eventsOf(acme, roles[0]?.id ?? "")).toEqual(["role.created", "role.apps_changed"]);
    const [secret] = part?.secrets ?? [];
    expect(secret).toMatchObject({ environment: "production", key: "web" });
    expect(await proveOidcClient(secret?.clientId ?? "", secret?.clientSecret ?? "")).toBeTruthy();
    expect(await apply(acme, file(desired))).toEqual([]);
    expect((await plan(acme, file(desired))).parts.flatMap((one) => one.steps)).toEqual([]);
  });

  test("changes what differs, and leaves things that the file does not contain", async () => {
    const roles = { nurse: { name: "Registered nurse" }, doctor: { name: "Doctor" } };
    const parts = await apply(acme, file({ roles }));
    expect(steps(parts)).toEqual(["change roles nurse", "create roles doctor"]);
    const [doctor, nurse] = await inTransaction(acme, listRoles);
    expect(nurse).toMatchObject({ name: "Registered nurse", permissions: ["read"] });
    expect(doctor).toMatchObject({ key: "doctor", permissions: [] });
  });

  test("removes things only with pruning, and otherwise lists them", async () => {
    const only = file({
      roles: { nurse: { name: "Registered nurse" } },
      apps: {},
      oidcClients: {},
    });
    const shown = await plan(acme, only);
    expect(steps(shown.parts)).toEqual([]);
    expect(shown.parts[0]?.kept.map(({ section, key }) => `${section} ${key}`)).toEqual([
      "oidcClients web",
      "roles doctor",
      "apps chart",
    ]);
    expect(await apply(acme, only)).toEqual([]);
    const parts = await apply(acme, only, { prune: true });
    expect(steps(parts)).toEqual([
      "remove oidcClients web",
      "remove roles doctor",
      "remove apps chart",
    ]);
    expect(await inTransaction(acme, listApps)).toMatchObject([
      { key: "chart", status: "disabled" },
    ]);
    expect(await apply(acme, only, { prune: true })).toEqual([]);
  });

  test("undoes everything of an environment when a rule refuses a removal", async () => {
    const role = await aRole(acme, { key: "held" });
    await aMember(acme, { roleId: role.id });
    const roles = { fresh: { name: "Fresh" } };
    await expect(apply(acme, file({ roles }), { prune: true })).rejects.toMatchObject({
      reason: "conflict",
      detail: expect.stringContaining("1 membership(s)"),
    });
    const keys = (await inTransaction(acme, listRoles)).map(({ key }) => key);
    expect(keys).toContain("held");
    expect(keys).not.toContain("fresh");
  });

  test("creates a missing environment with its kind, in the same transaction", async () => {
    const added = file({ ...desired, name: "Try-out", kind: "staging" }, "try-out");
    await expect(plan(acme, file({ ...desired }, "try-out"))).rejects.toThrow("needs its kind");
    const broken = file(
      { ...added.environments["try-out"], passkeys: { domain: "x.example", origins: [] } },
      "try-out",
    );
    await expect(apply(acme, broken)).rejects.toMatchObject({ reason: "unprocessable" });
    expect((await plan(acme, added)).parts).toMatchObject([
      { isNew: true, environment: "try-out" },
    ]);
    expect(await apply(acme, added)).toMatchObject([{ isNew: true }]);
    expect(await apply(acme, added)).toEqual([]);
    const renamed = await apply(acme, file({ name: "Sandbox" }, "try-out"));
    expect(steps(renamed)).toEqual(["change environment"]);
    await expect(plan(acme, file({ kind: "production" }, "try-out"))).rejects.toThrow(
      "never changes",
    );
  });
});

describe("a fingerprint", () => {
  test("applies the plan that was shown, and nothing if the plan has changed", async () => {
    const acme = await aTenant();
    const desired = file({ roles: { a: { name: "A" }, b: { name: "B" } } });
    const { fingerprint } = await plan(acme, desired);
    await createRole(acme, { key: "c", name: "C" });
    expect((await plan(acme, desired)).fingerprint).toBe(fingerprint);
    await createRole(acme, { key: "a", name: "Somebody's" });
    await expect(apply(acme, desired, { shown: fingerprint })).rejects.toMatchObject({
      reason: "conflict",
      detail: expect.stringContaining("not as it was"),
    });
    expect((await inTransaction(acme, listRoles)).map(({ key }) => key)).toEqual(["a", "c"]);
    const anew = await plan(acme, desired);
    expect(steps(await apply(acme, desired, { shown: anew.fingerprint }))).toHaveLength(2);
    expect(await apply(acme, desired, { shown: anew.fingerprint })).toEqual([]);
  });

  test("differs with the file, with removals, and with the tenant", async () => {
    const [acme, globex] = [await aTenant(), await aTenant()];
    await createRole(acme, { key: "old", name: "Old" });
    const one = file({ roles: { a: { name: "A" } } });
    const prints = await Promise.all([
      plan(acme, one),
      plan(acme, file({ roles: { a: { name: "Another" } } })),
      plan(acme, one, { prune: true }),
      plan(globex, one),
    ]);
    expect(new Set(prints.map(({ fingerprint }) => fingerprint)).size).toBe(4);
  });

  test("of several concurrent runs one applies the plan, and none applies it twice", async () => {
    const acme = await aTenant();
    const desired = file({ roles: { a: { name: "A" } }, apps: { b: { name: "B" } } });
    const done = await Promise.allSettled([1, 2, 3, 4].map(() => apply(acme, desired)));
    const made = done.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
    expect(made).toHaveLength(1);
    for (const one of done)
      if (one.status === "rejected") expect(one.reason).toMatchObject({ reason: "conflict" });
    expect(await apply(acme, desired)).toEqual([]);
  });
});

describe("a secret from an environment variable", () => {
  const secret = () => `${randomUUID()}${randomUUID()}`;
  const client = (secretFrom?: string): EnvironmentConfiguration => ({
    oidcClients: {
      web: {
        ...{ name: "Web", type: "confidential", secretFrom },
        redirectUris: ["https://web.example/callback"],
      },
    },
  });

  test("becomes the client's secret, is never shown, and is added beside the old one if it differs", async () => {
    const acme = await aTenant();
    const [first, second] = [secret(), secret()];
    const [part] = await apply(acme, file(client("WEB")), { variables: { WEB: first } });
    expect(part?.secrets).toMatchObject([{ key: "web", clientSecret: null }]);
    expect(JSON.stringify(part)).not.toContain(first);
    const clientId = part?.secrets[0]?.clientId ?? "";
    expect(await proveOidcClient(clientId, first)).toBeTruthy();
    expect(await apply(acme, file(client("WEB")), { variables: { WEB: first } })).toEqual([]);
    const parts = await apply(acme, file(client("WEB")), { variables: { WEB: second } });
    expect(steps(parts)).toEqual(["change oidcClients web"]);
    expect(JSON.stringify(parts)).not.toContain(second);
    expect(await proveOidcClient(clientId, second)).toBeTruthy();
    expect(await proveOidcClient(clientId, first)).toBeTruthy();
    expect(await apply(acme, file(client()))).toEqual([]);
  });

  test("must be set, long enough, and for a confidential client", async () => {
    const acme = await aTenant();
    for (const [value, message] of [
      [undefined, "WEB is not set"],
      ["", "WEB is not set"],
      ["short", "256 bits"],
      ["a".repeat(64), "256 bits"],
      [`${secret()} `, "without spaces"],
    ] as const) {
      const variables: Record<string, string> = value === undefined ? {} : { WEB: value };
      const refused = plan(acme, file(client("WEB")), { variables });
      await expect(refused).rejects.toThrow(message);
      if (value) await expect(refused).rejects.not.toThrow(value);
    }
    const open = client("WEB");
    const web = open.oidcClients?.web;
    if (web) web.type = "public";
    await expect(plan(acme, file(open), { variables: { WEB: secret() } })).rejects.toThrow(
      "a public client has no secret",
    );
  });
});

describe("a file that cannot be applied", () => {
  let acme: TestEnvironment;
  beforeAll(async () => {
    acme = await aTenant();
    await aRole(acme, { key: "member", isSystem: true });
    await apply(
      acme,
      file({
        oidcClients: { web: { name: "Web", type: "public", redirectUris: ["https://w.example/"] } },
      }),
    );
  });

  test.each<[string, EnvironmentConfiguration, string]>([
    ["an app that there is none of", { roles: { a: { name: "A", apps: ["x"] } } }, "roles.a.apps"],
    [
      "a type that there is none of",
      { apps: { a: { name: "A", allowedOrganizationTypes: ["x"] } } },
      "apps.a.allowedOrganizationTypes",
    ],
    [
      "a package that there is none of",
      { entitlementPolicy: { defaultPackage: "x" } },
      "entitlementPolicy.defaultPackage",
    ],
    [
      "an organization that there is none of",
      {
        entitlementPolicy: {
          overrides: [{ organization: "x", entitlement: "e", effect: "grant" }],
        },
      },
      "entitlementPolicy.overrides.0.organization",
    ],
    ["a role of the service", { roles: { member: { name: "Member" } } }, "roles.member"],
    [
      "a client of another type",
      {
        oidcClients: {
          web: { name: "Web", type: "confidential", redirectUris: ["https://w.example/"] },
        },
      },
      "oidcClients.web.type",
    ],
  ])("%s is reported with its place, and nothing is changed", async (_, desired, place) => {
    await expect(plan(acme, file(desired))).rejects.toThrow(`production.${place}: `);
    await expect(apply(acme, file(desired))).rejects.toThrow(place);
  });

  test("the platform's own tenant and an unknown one are refused", async () => {
    const platform = await setUpPlatform(by.actor);
    const { publicId } = await inTransaction(platform, readTenant);
    for (const tenant of [publicId, "atr_AAAAAAAAAAAAAAAAAAAAAA", "nonsense"])
      await expect(
        planConfiguration({ tenant, prune: false, variables: {} }, file({})),
      ).rejects.toMatchObject({ reason: "missing" });
  });
});

test("the policy and the branding are set, and unset only with removals; a lockout stays complete", async () => {
  const acme = await aTenant();
  const whole = {
    securityPolicy: {
      lockoutThreshold: 5,
      lockoutWindowMinutes: 10,
      lockoutDurationMinutes: 15,
      trustedDeviceEmail: false,
    },
    branding: { displayName: "Acme", color: "#1D4ED8" },
    environments: {},
  };
  expect(steps(await apply(acme, whole))).toEqual(["change securityPolicy", "change branding"]);
  expect(await apply(acme, whole)).toEqual([]);
  const less = { securityPolicy: { trustedDeviceEmail: true }, branding: {}, environments: {} };
  expect(steps(await apply(acme, less))).toEqual(["change securityPolicy"]);
  expect(steps(await apply(acme, less, { prune: true }))).toEqual([
    "remove branding",
    "remove securityPolicy",
  ]);
  const { overrides } = await inTransaction(acme, readStoredPolicy);
  expect(overrides).toMatchObject({ trustedDeviceEmail: true, lockoutThreshold: null });
});

test("keys and variables with the names of inherited properties work", async () => {
  const acme = await aTenant();
  const desired = file({
    apps: { constructor: { name: "A" } },
    roles: { toString: { name: "R", apps: ["constructor"] } },
  });
  expect(steps(await apply(acme, desired))).toEqual([
    "create apps constructor",
    "create roles toString",
  ]);
  expect(await apply(acme, desired, { prune: true })).toEqual([]);
  const client = {
    ...{ name: "Web", type: "confidential" as const, secretFrom: "constructor" },
    redirectUris: ["https://web.example/callback"],
  };
  await expect(plan(acme, file({ oidcClients: { web: client } }))).rejects.toThrow("is not set");
});

test("an app that was disabled by hand is enabled by a file that enables it", async () => {
  const acme = await aTenant();
  const desired = file({ apps: { a: { name: "A", status: "active" } } });
  await apply(acme, desired);
  const [app] = await inTransaction(acme, listApps);
  await setAppStatus(acme, app?.id ?? "", "disabled");
  expect(steps(await apply(acme, desired))).toEqual(["change apps a"]);
});

describe("a tenant created from a file", () => {
  const whole: TenantConfiguration = {
    name: "Umbrella",
    securityPolicy: { loginOtp: "always" },
    environments: {
      production: { kind: "production", roles: { a: { name: "A" } } },
      staging: { kind: "staging", name: "Staging", apps: { b: { name: "B" } } },
    },
  };

  test("has the file's environments, and its export equals the file", async () => {
    const { publicId } = await createConfiguredTenant(by, whole, { variables: {} });
    const applying = { ...by, tenant: publicId, prune: false, variables: {} };
    await applyConfiguration(applying, whole, null);
    expect(await exportConfiguration(publicId)).toMatchObject({
      ...{ name: "Umbrella", securityPolicy: { loginOtp: "always" } },
      environments: {
        production: { kind: "production", name: "production", roles: { a: { name: "A" } } },
        staging: { name: "Staging", apps: { b: { name: "B", status: "active" } } },
      },
    });
  });

  test("is not created from a file that cannot be applied", async () => {
    const broken = {
      ...whole,
      environments: { production: { roles: { a: { name: "A", apps: ["x"] } } } },
    };
    const make = (desired: TenantConfiguration) =>
      createConfiguredTenant(by, desired, { variables: {} });
    await expect(make(broken)).rejects.toThrow(/apps: x is neither[\s\S]*needs its kind/);
    await expect(make({ environments: whole.environments })).rejects.toThrow("tenant.name");
    await expect(make({ name: "Empty", environments: {} })).rejects.toMatchObject({
      reason: "unprocessable",
    });
  });
});
