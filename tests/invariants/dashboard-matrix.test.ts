import { randomUUID } from "node:crypto";
import { globSync } from "node:fs";
import { basename } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { resolveInvitations } from "@/lib/core/administrators/administrator-store";
import { inviteAdministrator } from "@/lib/core/administrators/invite-administrator";
import { readAdministrators } from "@/lib/core/administrators/read-administrators";
import { disableTenant } from "@/lib/core/operators/disable-tenant";
import { listOrganizationTypes } from "@/lib/core/organization-types/organization-type-store";
import { readTenant } from "@/lib/core/tenants/tenant-store";
import { type Caller, noRequest } from "@/lib/kernel/caller";
import { now, setClock } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { config as proxied } from "@/proxy";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anAdministrator, type TestAdministrator } from "@/tests/builders/an-administrator";
import { oneOfEach } from "@/tests/builders/one-of-each";
import { oneOfEachKey } from "@/tests/builders/one-of-each-key";
import { aPlatform } from "@/tests/support/dashboard-sign-in";
import {
  type Action,
  addressOf,
  allActions,
  fieldNames,
  formOf,
  formsIn,
  idFields,
  look,
  postTo,
  send,
  showInForms,
  unitFiles,
} from "@/tests/support/dashboard-units";
import { storedRows } from "@/tests/support/stored-rows";

// Every page, layout, route and server action of the dashboard, requested by each caller without access, and
// with ids of other tenants. New files are found without a change here, and so is each id that their forms
// take.

/** Files for signed-out visitors, or for every signed-in user. All others are a tenant's or the
 *  operators'. */
const OPEN: Record<string, "anybody" | "oneself"> = {
  "app/dashboard/layout.tsx": "anybody",
  "app/dashboard/sign-in/page.tsx": "anybody",
  "app/dashboard/sign-in/start/route.ts": "anybody",
  "app/dashboard/sign-out/route.ts": "anybody",
  "app/dashboard/language/route.ts": "anybody",
  "app/dashboard/page.tsx": "oneself",
  "app/dashboard/profile/page.tsx": "oneself",
  "app/dashboard/factor/page.tsx": "oneself",
};

/** Kind of the id after a folder of the address, where the folder has another name. */
const FOLDERS: Things = {
  imports: "user-imports",
  campaigns: "installation-campaigns",
  audit: "audit-events",
  // Addresses of these have public ids, which relying parties and machines send.
  credentials: "credential-clients",
  "oidc-clients": "oidc-client-clients",
};

/** Kind of the ids in a query parameter. */
const QUERIED: Things = {
  ...{ actor: "users", target: "users", id: "users", q: "users" },
  ...{ app: "apps", organization: "organizations", from: "credential-clients", tenant: "tenants" },
};

/** Query parameters without an id: moments, choices, and places within a list. */
const PLAIN =
  "after before by environment environments error factor invitation kind left purpose return show since sort status to what whom";

/** Further query parameters, so that the ids beside them are read. */
const BESIDE = { whom: "ticked", what: "suspend", purpose: "product_runtime" };

/** Kind of a form's field: every field that takes an id, or a name or an id. Where the key names an action or
 *  its file, the line is for its field alone. Any other `id` is of the kind that the file's folder names. */
const FIELDS: Things = {
  ...{ appId: "apps", appIds: "apps", packageId: "packages", defaultPackageId: "packages" },
  ...{ roleId: "roles", userId: "users", users: "users", sourceId: "identity-sources" },
  ...{ organizationId: "organizations", organization: "organizations", to: "environments" },
  ...{ organizationType: "organization-type-keys" },
  allowedOrganizationTypes: "organization-type-keys",
  "organizations/actions#addToEnvironmentAction#organizationType": "types-elsewhere",
  "credentials/actions#secretId": "credential-secrets",
  "credentials/actions#clientId": "credential-clients",
  "oidc-clients/actions#clientId": "oidc-clients",
  "oidc-clients/actions#secretId": "oidc-client-secrets",
  "users/[user]/actions#id": "users",
  "users/[user]/sessions/actions#endSessionAction#id": "current_session_id",
  "users/[user]/sessions/actions#forgetDeviceAction#id": "trusted-devices",
  "users/imports/actions#id": "user-imports",
  "campaigns/actions#id": "installation-campaigns",
  "external-principals/actions#releaseAction#id": "identity-bindings",
  "external-principals/actions#bindAction#email": "users",
  "_nouns/membership-actions#addMemberAction#email": "users",
  "operator/tenants/actions#id": "tenants",
  "operator/tenants/retention-actions#id": "tenants",
};

const ADDRESSES = { redirectUris: "https://app.example.com/callback", backchannelLogoutUri: "" };

/** Values of a form, where the first values that its fields take would be refused before the ids are looked
 *  at. */
const FORMS: Record<string, Things> = {
  "users/bulk/actions#changeUsersAction": { what: "place" },
  "oidc-clients/actions#createClientAction": ADDRESSES,
  "oidc-clients/actions#updateClientAction": ADDRESSES,
  "campaigns/actions#confirmCampaignAction": { displayedCount: "1", confirmation: "1" },
};

/** Kinds that a tenant has for all its environments. */
const WIDE = ["audit-events", "administrators", "environments", "types-elsewhere", "tenants"];

const roles = ["viewer", "admin", "owner"] as const;
type Role = (typeof roles)[number];
/** Ids, by what they name. */
type Things = Record<string, string>;

let platform: Caller;
/** Public id of the tenant that administrators sign in to; operators can't change it. */
let platformId: string;
let acme: TestEnvironment;
let own: Things;
/** Of another tenant, and of this tenant's other environment. */
let foreign: Things[];
let people: Record<Role | "globex" | "operator", TestAdministrator>;
/** The owner of a disabled tenant. */
let stopped: { owner: TestAdministrator; publicId: string };

const actions = await allActions();

beforeAll(async () => {
  for (const action of actions) showInForms(action);
  // The clock stands still: the use of a session is recorded once a minute, which would change a row.
  const began = now();
  setClock({ now: () => began });
  platform = await aPlatform();
  platformId = (await inTransaction(platform, readTenant)).publicId;
  const tenant = await aTenant({ name: "Acme", environments: ["production", "staging"] });
  const globex = await aTenant({ name: "Globex", environments: ["production", "elsewhere"] });
  const initech = await aTenant({ name: "Initech" });
  acme = tenant;
  const person = (role: Role, of: TestEnvironment) =>
    anAdministrator(platform, { tenant: of, role });
  people = {
    viewer: await person("viewer", acme),
    admin: await person("admin", acme),
    owner: await person("owner", acme),
    globex: await person("owner", globex),
    operator: await anAdministrator(platform, "operator"),
  };
  stopped = { owner: await person("owner", initech), publicId: initech.publicId };
  const [elsewhere, staging] = [await thingsOf(globex), await thingsOf(tenant.others[0] ?? acme)];
  const keys = (things: Things) => ({ "types-elsewhere": things["organization-type-keys"] ?? "" });
  own = {
    ...{ ...(await thingsOf(acme)), ...keys(staging), environments: "staging" },
    invitations: await invited(initech, people.owner),
  };
  foreign = [
    {
      ...{ ...elsewhere, ...keys(elsewhere), environments: "elsewhere" },
      invitations: await invited(initech, people.viewer),
    },
    staging,
  ];
  const by = { actor: { type: "operator", id: "tests" }, context: noRequest } as const;
  await disableTenant(by, initech.publicId, null);
}, 60_000);

/** Makes one of everything in an environment. */
async function thingsOf(environment: TestEnvironment): Promise<Things> {
  const each = await oneOfEach(environment);
  const { userId } = await anAdministrator(platform, { tenant: environment, role: "admin" });
  const colleague = (await readAdministrators(environment)).find((one) => one.userId === userId);
  const types = await inTransaction(environment, listOrganizationTypes);
  return {
    ...each,
    ...(await oneOfEachKey(environment, each.users ?? "")),
    administrators: colleague?.id ?? "",
    "organization-type-keys": types.find(({ id }) => id === each["organization-types"])?.key ?? "",
    tenants: environment.publicId,
  };
}

/** Invites a user as administrator, and returns the invitation's id. */
async function invited(tenant: TestEnvironment, { userId, email }: TestAdministrator) {
  await inviteAdministrator(tenant, { email, role: "viewer" });
  return (await resolveInvitations(userId))[0]?.id ?? "";
}

/** A tenant that never was. */
const NEVER = "atr_AAAAAAAAAAAAAAAAAAAAAA";

/** Returns an id that does not exist. */
const never = (kind: string) => (kind === "tenants" ? NEVER : randomUUID());

function ownId(kind: string): string {
  const id = own[kind];
  if (!id) throw new Error(`No thing is known of the kind ${kind}`);
  return id;
}

/** Returns ids of other tenants' things.
 *  @param operated whether for an operator, who may see all tenants but the one that administrators sign in
 *  to */
function foreignIds(kind: string, operated = false): string[] {
  if (operated) return kind === "tenants" ? [platformId] : [];
  const ids = foreign.slice(0, WIDE.includes(kind) ? 1 : 2).map((things) => things[kind]);
  return ids.filter((id) => id !== undefined);
}

/** Runs `work`, and expects it to change no row of any tenant. */
async function unchanged<T>(work: () => Promise<T>): Promise<T> {
  const before = await storedRows();
  const answer = await work();
  expect(await storedRows()).toEqual(before);
  return answer;
}

interface Where {
  tenant?: string;
  environment?: string;
  idOf?: (kind: string) => string;
}

/** Returns the address of a file, by default in the owner's tenant and with ids of its own things. */
function at(file: string, where: Where = {}) {
  const { tenant = acme.publicId, environment = "production", idOf = ownId } = where;
  return addressOf(file, (name, folder) => {
    const place: Things = { tenant, environment, file: "checkpoint" };
    return place[name] ?? idOf(FOLDERS[folder] ?? folder);
  });
}

const nowhere: Where = { tenant: NEVER, idOf: never };
const ofOperators = (file: string) => file.startsWith("app/dashboard/operator/");
/** Returns the administrator who may open a file: an operator, or the tenant's owner. */
const master = (file: string) => (ofOperators(file) ? people.operator : people.owner);
const named = (files: string[]) =>
  files.map((file) => [file.replace("app/dashboard/", ""), file] as const);
const guarded = unitFiles.filter((file) => !(file in OPEN));

function mayCall(role: Role, name: string): boolean {
  const by = actions.find((action) => action.name === name)?.declared.by;
  return by === "oneself" || roles.indexOf(role) >= roles.indexOf(by as Role);
}

test("every exception about an action or its form names an existing one", () => {
  const used = actions.flatMap((action) =>
    fieldNames(action.declared).map((field) => lineFor(action, field)),
  );
  expect(Object.keys(FIELDS).filter((line) => !used.includes(line))).toEqual([]);
  const names = actions.map(({ name }) => name);
  expect(Object.keys(FORMS).filter((name) => !names.includes(name))).toEqual([]);
});

test("every file of the dashboard that Next serves is a page, a layout or a route, or shown when they fail", () => {
  const served =
    /^(page|layout|route|template|default|loading|error|not-found|forbidden|unauthorized|icon|sitemap|robots|manifest|opengraph-image|twitter-image)\./;
  const others = globSync("app/dashboard/**/*.{ts,tsx,js,jsx,mdx}")
    .filter((file) => !/\/_/.test(file) && served.test(basename(file)))
    .filter((file) => !unitFiles.includes(file));
  expect(others.sort()).toEqual(["app/dashboard/error.tsx", "app/dashboard/not-found.tsx"]);
  expect(Object.keys(OPEN).filter((file) => !unitFiles.includes(file))).toEqual([]);
});

describe.each(named(guarded))("%s", (_, file) => {
  test("leads a signed-out browser nowhere but to the sign-in", async () => {
    const [existing, unknown] = await unchanged(() =>
      Promise.all([look(file, at(file)), look(file, at(file, nowhere))]),
    );
    const back = new URLSearchParams({ return: at(file).path });
    expect(existing.answer).toBe(`to /dashboard/sign-in?${back}`);
    expect(existing.head).toBe(unknown.head);
  });

  test("answers another tenant's owner, and an operator alone, as if the tenant did not exist", async () => {
    const wrong = ofOperators(file) ? [people.owner] : [people.globex, people.operator];
    const elsewhere = at(file, { environment: "elsewhere" });
    const looks = await unchanged(() =>
      Promise.all([
        ...wrong.flatMap((one) => [look(file, at(file), one), look(file, at(file, nowhere), one)]),
        ...(ofOperators(file) ? [] : [look(file, elsewhere, people.owner)]),
      ]),
    );
    expect(looks.map(({ answer }) => answer)).toEqual(looks.map(() => "not found"));
    expect(new Set(looks.map(({ head }) => head)).size).toBe(1);
  });

  test("opens for its owner, and shows each role only the forms that it may send", async () => {
    const below = ofOperators(file) ? [] : (["viewer", "admin"] as const);
    const [whole, ...others] = await unchanged(() =>
      Promise.all(
        [master(file), ...below.map((role) => people[role])].map((one) =>
          look(file, at(file), one),
        ),
      ),
    );
    expect(whole?.answer).not.toMatch(/^(not found|to |[345]\d\d )/);
    for (const [index, { answer }] of others.entries()) {
      // A page that a role can't open has only forms that the role may not send.
      const isThere = answer !== "not found";
      const offered = formsIn(isThere ? answer : (whole?.answer ?? ""));
      const allowed = offered.filter((name) => mayCall(below[index] ?? "viewer", name));
      expect(allowed, below[index]).toEqual(isThere ? offered : []);
    }
  });
});

describe.each(named(guarded.filter((file) => /\[(?!tenant\]|environment\]|\.)/.test(file))))(
  "%s",
  (_, file) => {
    test("answers another tenant's id like one that does not exist", async () => {
      const kinds: string[] = [];
      const idOf = (kind: string) => never(kinds[kinds.push(kind) - 1] ?? "");
      const unknown = await look(file, at(file, { idOf }), master(file));
      expect(unknown.answer).toMatch(/^(not found$|404 )/);
      const ids = kinds.flatMap((kind) => foreignIds(kind, ofOperators(file)));
      expect(ids).not.toEqual([]);
      for (const id of ids) {
        const there = at(file, { idOf: () => id });
        const { answer, head } = await unchanged(() => look(file, there, master(file)));
        expect([answer, head]).toEqual([unknown.answer, unknown.head]);
      }
    });
  },
);

describe("an id in a query", () => {
  /** The names that each file looks for. */
  const queried = new Map<string, Set<string>>();
  const values = () => Object.entries(QUERIED).map(([name, kind]) => [name, ownId(kind)]);

  beforeAll(async () => {
    for (const file of unitFiles.filter((one) => !ofOperators(one)))
      queried.set(file, (await look(file, at(file), people.owner)).queried);
  }, 60_000);

  test("is of a known kind", () => {
    const names = new Set([...queried.values()].flatMap((one) => [...one]));
    expect([...names].sort()).toEqual([...Object.keys(QUERIED), ...PLAIN.split(" ")].sort());
  });

  test.each(Object.entries(QUERIED))(
    "as %s answers another tenant's id like one that does not exist",
    async (name, kind) => {
      let known = 0;
      for (const [file, names] of queried) {
        if (!names.has(name) && !basename(file).startsWith("route.")) continue;
        const answerTo = async (id: string) => {
          const query = { ...BESIDE, ...Object.fromEntries(values()), [name]: id };
          const { answer, head } = await look(file, at(file), { ...people.owner, query });
          return (answer + head).replaceAll(id, "the id");
        };
        const unknown = await answerTo(never(kind));
        for (const id of foreignIds(kind))
          expect(await unchanged(() => answerTo(id)), file).toBe(unknown);
        if ((await answerTo(ownId(kind))) !== unknown) known += 1;
      }
      expect(known).toBeGreaterThan(0);
    },
    60_000,
  );
});

/** Returns the most specific line of `FIELDS` about a field of an action's form. */
function lineFor({ name }: Action, field: string): string | undefined {
  const [module = ""] = name.split("#");
  return [`${name}#${field}`, `${module}#${field}`, field].find((line) => line in FIELDS);
}

/** Returns each field of an action's form that names a thing, with its kind. */
function namedIn(action: Action): [field: string, kind: string][] {
  const ids = idFields(action.declared);
  const folder = action.name.split("/").at(-2);
  return fieldNames(action.declared).flatMap((field) => {
    const kind = FIELDS[lineFor(action, field) ?? ""] ?? (field === "id" ? folder : undefined);
    if (!kind && ids.includes(field))
      throw new Error(`${action.name}: say in FIELDS what ${field} names`);
    return kind ? [[field, kind]] : [];
  });
}

/** An action's form about the owner's own things, with other values for some fields. */
function filledIn(action: Action, values: Things = {}) {
  const ids = namedIn(action).map(([field, kind]) => [field, ownId(kind)]);
  const fields = { ...Object.fromEntries(ids), ...FORMS[action.name], ...values };
  return { ...formOf(action.declared, fields), tenant: acme.publicId, environment: "production" };
}

/** Sends a form of the owner's tenant, or of another place. */
function sendAs(
  person: TestAdministrator | null,
  action: Action,
  form: object = filledIn(action),
): Promise<string> {
  const cookie = person?.cookie ?? "";
  return send(action, { ...form }, { path: `/dashboard/${acme.publicId}/production`, cookie });
}

describe.each(actions.map((action) => [action.name, action] as const))("%s", (_, action) => {
  const { by } = action.declared;
  const isTenants = by !== "operator" && by !== "oneself";

  test("refuses a signed-out browser", async () => {
    const answer = await unchanged(() => sendAs(null, action));
    expect(answer).toMatch(/^to \/dashboard\/sign-in\?return=/);
  });

  if (by === "operator")
    test("refuses a tenant's owner", async () => {
      expect(await unchanged(() => sendAs(people.owner, action))).toBe("not found");
    });

  if (isTenants)
    test("refuses callers of another tenant, of a lower role, and of a disabled tenant", async () => {
      const form = filledIn(action);
      const below = roles.filter((role) => !mayCall(role, action.name));
      const wrong: [TestAdministrator, object][] = [
        [people.globex, form],
        [people.globex, { ...form, tenant: NEVER }],
        [people.operator, form],
        [people.owner, { ...form, environment: "elsewhere" }],
        [stopped.owner, { ...form, tenant: stopped.publicId }],
        ...below.map((role): [TestAdministrator, object] => [people[role], form]),
      ];
      await unchanged(async () => {
        for (const [person, sent] of wrong)
          expect(await sendAs(person, action, sent)).toBe("not found");
      });
    });

  if (namedIn(action).length > 0)
    test("answers another tenant's id like one that does not exist, in each of its fields", async () => {
      const person = by === "operator" ? people.operator : people.owner;
      const answerTo = async (field: string, id: string) =>
        (await sendAs(person, action, filledIn(action, { [field]: id }))).replaceAll(id, "the id");
      const unknown = new Map<string, string>();
      await unchanged(async () => {
        for (const [field, kind] of namedIn(action)) {
          const answer = await answerTo(field, never(kind));
          unknown.set(field, answer);
          for (const id of foreignIds(kind, by === "operator"))
            expect(await answerTo(field, id), field).toBe(answer);
        }
      });
      // The answer depends on the id: the tenant's own is found.
      for (const [field, kind] of namedIn(action)) {
        if ((await answerTo(field, ownId(kind))) !== unknown.get(field)) continue;
        // An earlier action may have ended the thing.
        own = { ...own, ...(await thingsOf(acme)) };
        expect(await answerTo(field, ownId(kind)), field).not.toBe(unknown.get(field));
      }
    });
});

describe("a form that another site sends in the owner's name", () => {
  const { baseUrl } = config();
  const elsewhere = [
    { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    { origin: "null", "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "cross-site" },
    { origin: baseUrl.replace("//", "//evil."), "sec-fetch-site": "same-site" },
  ] as Record<string, string>[];

  test.each(named(unitFiles))("is refused at %s", async (_, file) => {
    const { path } = at(file);
    expect(proxied.matcher.some((pattern) => new RegExp(`^${pattern}$`).test(path))).toBe(true);
    for (const headers of elsewhere) {
      const sent = { ...headers, cookie: people.owner.cookie };
      const answers = await unchanged(() => postTo(file, path, sent));
      expect(answers).toEqual(answers.map(() => 403));
    }
    expect((await postTo(file, path, { origin: baseUrl, cookie: "" }))[0]).not.toBe(403);
  });
});
