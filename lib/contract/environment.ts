import { z } from "zod";
import { name } from "@/lib/contract/fields";
import { id, timestamp, wireTime } from "@/lib/contract/names";
import type { Environment } from "@/lib/tenants/environment-store";

const kind = z.enum(["development", "staging", "production"]).meta({
  description:
    "What the environment is for. People see the kind as a colour; every rule is the same in all kinds.",
});

/** The key of an environment, which is part of addresses and of tokens. */
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

/** An environment as the wire writes it. */
export function environmentResponse(one: Environment): z.infer<typeof EnvironmentResource> {
  const { id, key, name, kind, createdAt } = one;
  return { id, key, name, kind, created_at: wireTime(createdAt) };
}
