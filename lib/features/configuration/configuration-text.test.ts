import { expect, test } from "vitest";
import { readConfigurationText } from "@/lib/features/configuration/configuration-text";
import { configurationYaml } from "@/lib/features/configuration/configuration-yaml";

const read = (text: string, values: Record<string, unknown> = {}) =>
  readConfigurationText(text, "tenant.yaml", values).configuration;

/** Message of a refusal. */
function refused(text: string, values: Record<string, unknown> = {}): string {
  try {
    read(text, values);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("it was read");
}

const head = "version: 1\nenvironments:\n  production:\n";

test("a file is read with all sections, with the code's field names", () => {
  const text = `${head}    apps:
      reports: { name: Reports, package_policy: any, allowed_organization_types: [a, a] }
    oidc_clients:
      portal:
        name: Portal
        type: confidential
        redirect_uris: [https://portal.example/callback]
        client_secret: { environment_variable: PORTAL_SECRET }
`;
  expect(read(text).environments.production).toMatchObject({
    apps: {
      reports: { name: "Reports", packagePolicy: "any", allowedOrganizationTypes: ["a"] },
    },
    oidcClients: {
      portal: { redirectUris: ["https://portal.example/callback"], secretFrom: "PORTAL_SECRET" },
    },
  });
});

test("JSON is YAML too", () => {
  const text = JSON.stringify({ version: 1, tenant: { name: "Acme" } });
  expect(read(text)).toMatchObject({ name: "Acme", environments: {} });
});

test.each([
  ["a tab that indents", "version: 1\n\tx: 1\n", "tenant.yaml:2:1: "],
  ["two of one key", `${head}    apps: {}\n    apps: {}\n`, "tenant.yaml:5:5: "],
  [
    "an unknown field",
    `${head}    aps: {}\n`,
    "tenant.yaml:4:5: environments.production.aps: is no known field",
  ],
  [
    "a wrong value",
    `${head}    apps:\n      reports:\n        name: Reports\n        status: asleep\n`,
    "tenant.yaml:7:9: environments.production.apps.reports.status: ",
  ],
  [
    "an item of a list",
    `${head}    roles:\n      a:\n        name: A\n        permissions:\n          - fine\n          - "not fine"\n`,
    "tenant.yaml:9:13: environments.production.roles.a.permissions.1: must be 1 to 128",
  ],
  [
    "a missing field, at the thing that lacks it",
    `${head}    roles:\n      a: {}\n`,
    "tenant.yaml:5:7: environments.production.roles.a.name: ",
  ],
  ["a key that is none", `${head}    apps:\n      no key: { name: X }\n`, "tenant.yaml:5:7: "],
  ["a key that is no word", `${head}    apps: { __proto__: { name: X } }\n`, "tenant.yaml:4:13: "],
  ["another version", "version: 2\n", "tenant.yaml:1:1: version: "],
  ["no object at all", "- 1\n", "tenant.yaml:1:1: "],
  ["nothing", "", "tenant.yaml:1:1: "],
])("%s is refused with its line and column", (_, text, expected) => {
  expect(refused(text)).toContain(expected);
});

test("every mistake is reported, in the order of the file", () => {
  const text = `${head}    oops: 1\n    apps: { a: { name: A, status: no } }\n    ouch: 2\n`;
  expect(
    refused(text)
      .split("\n")
      .map((line) => line.split(" ")[0]),
  ).toEqual(["tenant.yaml:4:5:", "tenant.yaml:5:27:", "tenant.yaml:6:5:"]);
});

test("aliases work, and a file that grows without end by them is refused", () => {
  const text = `${head}    roles:\n      a: &a { name: A, permissions: [x] }\n      b: *a\n`;
  expect(read(text).environments.production?.roles?.b).toEqual({ name: "A", permissions: ["x"] });
  const bomb = ["a: &a [x,x,x,x,x,x,x,x,x]"];
  for (const [at, name] of [..."bcdefghi"].entries()) {
    const before = "abcdefgh"[at];
    bomb.push(`${name}: &${name} [${Array(9).fill(`*${before}`).join()}]`);
  }
  expect(refused(bomb.join("\n"))).toContain("too many aliases");
});

test("a file that is too large is not read", () => {
  expect(refused("#".repeat(1024 * 1024 + 1))).toContain("larger than");
});

test("variables are filled in keys and values; a value that is one variable takes its type", () => {
  const text = `version: 1
environments:
  \${place}:
    apps:
      reports: { name: "Reports of \${place}", status: "\${status}" }
    oidc_clients:
      portal: { name: Portal, type: public, first_party: "\${first}", redirect_uris: "\${uris}" }
`;
  const values = {
    place: "staging",
    status: "disabled",
    first: false,
    uris: ["https://staging.example/callback"],
  };
  expect(read(text, values).environments).toMatchObject({
    staging: {
      apps: { reports: { name: "Reports of staging", status: "disabled" } },
      oidcClients: { portal: { firstParty: false, redirectUris: values.uris } },
    },
  });
  expect(refused(text, { place: "staging", first: true, uris: [] })).toContain(
    `tenant.yaml:5:55: \${status} has no value`,
  );
  expect(refused(text, { ...values, uris: "nowhere" })).toContain("redirect_uris: ");
});

test("text that looks like a variable survives being written and read", () => {
  const configuration = {
    environments: {
      production: { roles: { odd: { name: `\${not} a $\${variable}`, permissions: [`a:\${b}`] } } },
    },
  };
  const text = configurationYaml(configuration);
  expect(read(text).environments.production?.roles).toEqual(
    configuration.environments.production.roles,
  );
  expect(text).toContain("yaml-language-server: $schema=");
});

test("values that YAML would read as another type survive too", () => {
  const names = ["yes", "null", "1e3", "0x1F", "2026-11-23", "- a", "a: b", "# no", "é"];
  const roles = Object.fromEntries(names.map((name, at) => [`r${at}`, { name, permissions: [] }]));
  const text = configurationYaml({ environments: { production: { roles } } });
  expect(read(text).environments.production?.roles).toEqual(roles);
});
