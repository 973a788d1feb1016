import { z } from "zod";
import { id, timestamp, wireTime, wireTimeOrNull } from "@/lib/core/contract/names";
import type { Installation } from "@/lib/core/installations/installation";

export const InstallationResource = z
  .object({
    id,
    name: z.string(),
    platform: z.string().nullable(),
    version: z.string().nullable(),
    status: z
      .enum(["active", "retired"])
      .meta({ description: "A retired installation stays retired, and its key stays taken." }),
    key_thumbprint: z.string().meta({
      description: "The RFC 7638 thumbprint of the installation's public key, SHA-256, base64url.",
    }),
    app_id: id,
    organization_id: id.nullable(),
    enrolled_at: timestamp,
    last_seen_at: timestamp.nullable().meta({ description: "To the minute." }),
  })
  .meta({ id: "Installation", description: "A copy of an app at a customer." });

export const InstallationList = z
  .object({ installations: z.array(InstallationResource) })
  .meta({ id: "InstallationList" });

/** An installation in wire format. */
export function installationResponse(one: Installation): z.infer<typeof InstallationResource> {
  return {
    id: one.id,
    name: one.name,
    platform: one.platform,
    version: one.version,
    status: one.status,
    key_thumbprint: one.keyThumbprint,
    app_id: one.appId,
    organization_id: one.organizationId,
    enrolled_at: wireTime(one.enrolledAt),
    last_seen_at: wireTimeOrNull(one.lastSeenAt),
  };
}
