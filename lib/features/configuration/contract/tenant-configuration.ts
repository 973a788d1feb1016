import { z } from "zod";
import { environmentKey, passkeyPages } from "@/lib/core/contract/environment";
import { key, line, name, word, words } from "@/lib/core/contract/fields";
import { attributeMapping, audiences, issuer, jwksUri } from "@/lib/core/contract/identity-source";
import { type CamelKeys, camelKeys, snakeKeys } from "@/lib/core/contract/names";
import { clientMethods } from "@/lib/core/contract/oidc-client";
import { slug } from "@/lib/core/contract/organization";
import { policyShape } from "@/lib/core/contract/security-policy";
import { accessScopes } from "@/lib/core/oidc-clients/oidc-client";
import { previousSystemUrl } from "@/lib/features/migration/contract/previous-system";
import { snakeName } from "@/lib/kernel/names";

// File format of a tenant's configuration. Things are referred to by keys, never by ids, so that one file
// fits several environments. Absent fields stay unchanged, or get their default if the thing is new.

const keys = z
  .array(key)
  .max(1000)
  .overwrite((list) => [...new Set(list)]);
const uris = z
  .array(line(2048))
  .max(50)
  .overwrite((list) => [...new Set(list)]);
const status = z.enum(["active", "disabled"]);
const called = name.meta({ description: "What people call it." });

/** A section of things by their keys. */
function byKey<S extends z.ZodType>(thing: S, description: string) {
  return z.record(key, thing).meta({ description });
}

const organizationType = z.strictObject({ name: called });

const app = z.strictObject({
  name: called,
  status: status.optional().meta({ description: "`active` when new and absent." }),
  package_policy: z.enum(["none", "any", "listed"]).optional().meta({
    description:
      "`none` needs no package, `any` an active one, `listed` one that lists the app. `none` when new and absent.",
  }),
  allowed_organization_types: keys
    .max(500)
    .optional()
    .meta({ description: "Keys of organization types; empty allows all." }),
  required_entitlements: words.optional().meta({ description: "What an organization must have." }),
});

const role = z.strictObject({
  name: called,
  description: line(1000).nullable().optional().meta({ description: "What the role is for." }),
  permissions: words.optional().meta({ description: "The tenant's own words, for its code." }),
  apps: keys.optional().meta({ description: "Keys of the apps that the role reaches." }),
});

const packageOf = z.strictObject({
  name: called,
  status: z.enum(["active", "inactive"]).optional().meta({ description: "`active` when new." }),
  entitlements: words.optional().meta({ description: "What an organization gets by it." }),
  apps: keys.optional().meta({ description: "Keys of the apps that the package lists." }),
});

const override = z.strictObject({
  organization: slug.meta({ description: "The organization's slug." }),
  entitlement: word.meta({ description: "What is granted or denied." }),
  effect: z.enum(["grant", "deny"]).meta({ description: "Beside, or in spite of, its package." }),
});

const entitlementPolicy = z.strictObject({
  mode: z
    .enum(["enforce", "observe", "off"])
    .optional()
    .meta({ description: "How strictly packages and entitlements are held." }),
  default_package: key.nullable().optional().meta({
    description: "The key of the package of organizations that have none of their own.",
  }),
  overrides: z.array(override).max(5000).optional().meta({ description: "All of them." }),
});

const secretSource = z.strictObject({
  environment_variable: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, "must be the name of an environment variable")
    .meta({ description: "The variable that holds the secret where the file is applied." }),
});

const oidcClient = z.strictObject({
  name: called,
  type: z
    .enum(["confidential", "public"])
    .meta({ description: "Whether it holds a secret. The type never changes." }),
  app: key.nullable().optional().meta({
    description: "The key of the app whose rules decide who signs in; null asks no rule.",
  }),
  redirect_uris: uris.meta({
    description: "Where users may be sent back to. A client of devices alone has none.",
  }),
  post_logout_redirect_uris: uris
    .optional()
    .meta({ description: "Where users may be sent after a logout." }),
  backchannel_logout_uri: line(2048)
    .nullable()
    .optional()
    .meta({ description: "Where logout tokens are sent; null for nowhere." }),
  first_party: z
    .boolean()
    .optional()
    .meta({ description: "Whether users are not asked for consent. True when new and absent." }),
  allowed_scopes: z
    .array(z.enum(accessScopes))
    .max(accessScopes.length)
    .optional()
    .meta({ description: "Scopes beyond identity; they need an app." }),
  device_authorization: z.boolean().optional().meta({
    description: "Whether devices sign users in with a code. False when new and absent.",
  }),
  ...z.object(clientMethods).partial().shape,
  client_secret: secretSource.optional().meta({
    description:
      "Where the secret comes from. Without this field a new confidential client gets a secret that is shown once.",
  }),
});

const identitySource = z.strictObject({
  audiences,
  jwks_uri: jwksUri,
  attribute_mapping: attributeMapping.optional(),
  status: status.optional().meta({ description: "`active` when new and absent." }),
});

const previousSystem = z.strictObject({
  url: previousSystemUrl,
  enabled: z
    .boolean()
    .meta({ description: "Whether it is asked. It takes a secret, which no file holds, too." }),
});

const environment = z
  .strictObject({
    name: called.optional().meta({ description: "What people call the environment." }),
    kind: z
      .enum(["development", "staging", "production"])
      .optional()
      .meta({ description: "What a new environment is for. The kind never changes." }),
    organization_types: byKey(organizationType, "Kinds of organizations.").optional(),
    apps: byKey(app, "The products that users enter.").optional(),
    roles: byKey(role, "What members may do. Roles of the service itself are left out.").optional(),
    packages: byKey(packageOf, "What organizations buy.").optional(),
    entitlement_policy: entitlementPolicy
      .optional()
      .meta({ description: "How the environment holds packages and entitlements." }),
    oidc_clients: byKey(oidcClient, "Relying parties of OpenID Connect.").optional(),
    identity_sources: z
      .record(issuer, identitySource)
      .optional()
      .meta({ description: "Outside issuers whose tokens are accepted, by issuer." }),
    passkeys: passkeyPages.nullable().optional().meta({
      description: "On which pages of the tenant's own passkeys work; null for none.",
    }),
    previous_system: previousSystem.nullable().optional().meta({
      description: "Which system is asked for passwords that are not here yet; null for none.",
    }),
  })
  .meta({ description: "What an environment has." });

const branding = z.strictObject({
  display_name: line(60).optional().meta({ description: "What pages and emails say." }),
  color: z
    .string()
    .regex(/^#[0-9A-Fa-f]{6}$/, "must be a colour like #1d4ed8")
    .optional()
    .meta({ description: "The colour of buttons and links." }),
  logo: z
    .string()
    .max(128 * 1024)
    .optional()
    .meta({ description: "A `data:` URI of an image of at most 64 KiB, in base64." }),
  support_url: line(500).optional().meta({ description: "An https: or mailto: address." }),
  terms_url: line(500).optional().meta({ description: "An https: address." }),
  privacy_url: line(500).optional().meta({ description: "An https: address." }),
});

const tenant = z
  .strictObject({
    name: name.optional().meta({ description: "What a tenant that the file makes is called." }),
    security_policy: z
      .strictObject(policyShape)
      .partial()
      .optional()
      .meta({ description: "The overrides of the platform's defaults, email switches included." }),
    branding: branding.optional().meta({ description: "How pages and emails look." }),
  })
  .meta({ description: "What all environments of the tenant share." });

export const ConfigurationFile = z
  .strictObject({
    version: z.literal(1).meta({ description: "The version of this form." }),
    tenant: tenant.optional(),
    environments: z
      .record(environmentKey, environment)
      .optional()
      .meta({ description: "The environments by key. Those that are not named are left alone." }),
  })
  .meta({ title: "A tenant's configuration" });

type Sections = CamelKeys<z.output<typeof environment>>;
type Inside<S extends z.ZodType> = Record<string, CamelKeys<z.output<S>>>;

/** A relying party with the code's field names. */
export type ClientConfiguration = Omit<CamelKeys<z.output<typeof oidcClient>>, "clientSecret"> & {
  /** Name of the environment variable that contains its secret. */
  secretFrom?: string | undefined;
};

/** Configuration of an environment, with the code's field names. */
export interface EnvironmentConfiguration
  extends Pick<Sections, "name" | "kind" | "organizationTypes" | "passkeys" | "previousSystem"> {
  apps?: Inside<typeof app> | undefined;
  roles?: Inside<typeof role> | undefined;
  packages?: Inside<typeof packageOf> | undefined;
  entitlementPolicy?: CamelKeys<z.output<typeof entitlementPolicy>> | undefined;
  oidcClients?: Record<string, ClientConfiguration> | undefined;
  identitySources?: Inside<typeof identitySource> | undefined;
}

/** Configuration of a tenant, with the code's field names. */
export interface TenantConfiguration {
  name?: string | undefined;
  securityPolicy?: CamelKeys<NonNullable<z.output<typeof tenant>["security_policy"]>> | undefined;
  branding?: CamelKeys<z.output<typeof branding>> | undefined;
  environments: Record<string, EnvironmentConfiguration>;
}

/** Converts the content of a file to the code's field names. */
export function configurationOf(file: z.output<typeof ConfigurationFile>): TenantConfiguration {
  const { security_policy: policy, branding: looks, name: called } = file.tenant ?? {};
  return {
    name: called,
    securityPolicy: policy && camelKeys(policy),
    branding: looks && camelKeys(looks),
    environments: each(file.environments ?? {}, environmentOf),
  };
}

function environmentOf(one: z.output<typeof environment>): EnvironmentConfiguration {
  const policy = one.entitlement_policy;
  return {
    name: one.name,
    kind: one.kind,
    passkeys: one.passkeys,
    previousSystem: one.previous_system,
    organizationTypes: one.organization_types,
    apps: one.apps && each(one.apps, camelKeys),
    roles: one.roles && each(one.roles, camelKeys),
    packages: one.packages && each(one.packages, camelKeys),
    entitlementPolicy: policy && camelKeys(policy),
    oidcClients: one.oidc_clients && each(one.oidc_clients, clientOf),
    identitySources: one.identity_sources && each(one.identity_sources, camelKeys),
  };
}

function clientOf({
  client_secret: secret,
  ...client
}: z.output<typeof oidcClient>): ClientConfiguration {
  return { ...camelKeys(client), secretFrom: secret?.environment_variable };
}

/** Converts a configuration to a file's field names. Undefined fields are left out. */
export function fileOf(configuration: TenantConfiguration): z.input<typeof ConfigurationFile> {
  const { name: called, securityPolicy, branding: looks } = configuration;
  const sections = (one: EnvironmentConfiguration) =>
    snakeKeys({
      ...one,
      apps: one.apps && each(one.apps, snakeKeys),
      roles: one.roles && each(one.roles, snakeKeys),
      packages: one.packages && each(one.packages, snakeKeys),
      entitlementPolicy: one.entitlementPolicy && snakeKeys(one.entitlementPolicy),
      oidcClients: one.oidcClients && each(one.oidcClients, snakeKeys),
      identitySources: one.identitySources && each(one.identitySources, snakeKeys),
    });
  const file = {
    version: 1,
    tenant: {
      name: called,
      security_policy: securityPolicy && snakeKeys(securityPolicy),
      branding: looks && snakeKeys(looks),
    },
    environments: each(configuration.environments, sections),
  };
  // Removes undefined fields.
  return JSON.parse(JSON.stringify(file)) as z.input<typeof ConfigurationFile>;
}

function each<T, R>(things: Record<string, T>, change: (thing: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(things).map(([key, thing]) => [key, change(thing)]));
}

/** Path of a configuration in a file's field names: below `environments`, or below `tenant`.
 *  @param path begins with the environment's key, then the section; keys stay unchanged */
export function filePath([environment = "", ...path]: readonly (string | number)[]): (
  | string
  | number
)[] {
  // Names alternate with keys: sections and fields are at every other place. A section that is one thing
  // has no key.
  return ["environments", environment, ...path.map((step, at) => fileName(step, at, path))];
}

const oneThing = new Set(["kind", "name", "passkeys", "previousSystem", "entitlementPolicy"]);

function fileName(
  step: string | number,
  at: number,
  [section]: readonly (string | number)[],
): string | number {
  const isKey = at === 1 && !oneThing.has(String(section));
  return typeof step === "number" || isKey ? step : snakeName(step);
}
