import { z } from "zod";
import { line, name } from "@/lib/core/contract/fields";
import { id, timestamp, wireTime } from "@/lib/core/contract/names";
import type { RelyingParty } from "@/lib/core/factors/relying-party";
import { writtenRelyingParty } from "@/lib/core/factors/relying-party-rules";
import type { EnvironmentSettings } from "@/lib/core/operators/change-environment";
import type { Environment } from "@/lib/core/tenants/environment-store";

const kind = z.enum(["development", "staging", "production"]).meta({
  description:
    "What the environment is for. People see the kind as a colour; every rule is the same in all kinds.",
});

/** Key of an environment, which is part of addresses and tokens. */
export const environmentKey = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, "must be 1 to 32 small letters, digits or dashes");

export const EnvironmentResource = z
  .object({
    id: id.meta({ description: "The environment's id, as audit events name it." }),
    key: z.string().meta({ description: "What paths, tokens and files call the environment." }),
    name: z.string().meta({ description: "What people call the environment." }),
    kind,
    created_at: timestamp.meta({ description: "When the environment was made." }),
  })
  .meta({
    id: "Environment",
    description:
      "An isolation boundary of a tenant: its users, apps, roles, packages, credentials and clients are its own.",
  });

export const EnvironmentList = z
  .object({
    environments: z
      .array(EnvironmentResource)
      .meta({ description: "Every environment of the tenant, the oldest first." }),
  })
  .meta({ id: "EnvironmentList" });

export const NewEnvironmentBody = z
  .strictObject({
    key: environmentKey.meta({
      description:
        "What paths, tokens and files call the environment. The key is unique in the tenant and never changes.",
    }),
    name: name.meta({ description: "What people call the environment." }),
    kind,
  })
  .meta({ id: "NewEnvironment" });

/** Pages of the tenant's own on which passkeys work. */
export const passkeyPages = z.strictObject({
  domain: line(253).meta({ description: "The relying party's id: a domain of one of the pages." }),
  origins: z.array(line(300)).max(20).meta({ description: "The pages that may ask for passkeys." }),
});

export const EnvironmentSettingsResource = EnvironmentResource.extend({
  passkeys: passkeyPages.nullable().meta({
    description: "On which pages of the tenant's own passkeys work; null for none.",
  }),
}).meta({ id: "EnvironmentSettings", description: "An environment and what it is set to." });

export const EnvironmentChangesBody = z
  .strictObject({
    name: name.optional().meta({ description: "What people call the environment." }),
    passkeys: passkeyPages.nullable().optional().meta({
      description: "On which pages of the tenant's own passkeys work; null for none.",
    }),
  })
  .meta({ id: "EnvironmentChanges" });

/** The changes to an environment in a body, with internal names. */
export function environmentChanges({ name, passkeys }: z.output<typeof EnvironmentChangesBody>): {
  name: string | undefined;
  passkeys: RelyingParty | null | undefined;
} {
  return { name, passkeys: passkeys && writtenRelyingParty(passkeys) };
}

/** An environment and its settings in wire format. */
export function environmentSettingsResponse({
  environment,
  passkeys,
}: EnvironmentSettings): z.infer<typeof EnvironmentSettingsResource> {
  return {
    ...environmentResponse(environment),
    passkeys: passkeys && { domain: passkeys.id, origins: [...passkeys.origins] },
  };
}

/** An environment in wire format. */
export function environmentResponse(one: Environment): z.infer<typeof EnvironmentResource> {
  const { id, key, name, kind, createdAt } = one;
  return { id, key, name, kind, created_at: wireTime(createdAt) };
}
