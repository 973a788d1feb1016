import { changeIdentitySource } from "@/lib/core/external-identities/change-identity-source";
import { createIdentitySource } from "@/lib/core/external-identities/create-identity-source";
import type {
  IdentitySource,
  IdentitySourceChanges,
} from "@/lib/core/external-identities/identity-source";
import { listIdentitySources } from "@/lib/core/external-identities/identity-source-store";
import type { Section } from "@/lib/features/configuration/section";

type Fields = Pick<IdentitySource, "audiences" | "jwksUri"> &
  Partial<Pick<IdentitySource, "attributeMapping" | "status">>;

/** External issuers, by issuer. A source cannot be deleted: removing it disables it. */
export const identitySourcesSection: Section = {
  name: "identitySources",
  empty: {},
  read: async (db, names) => {
    const sources = await listIdentitySources(db);
    for (const { issuer, id } of sources) names.add("identitySources", issuer, id);
    return Object.fromEntries(
      sources.map(({ issuer, audiences, jwksUri, attributeMapping, status }) => [
        issuer,
        { audiences, jwksUri, attributeMapping, status },
      ]),
    );
  },
  desired: ({ identitySources }) => identitySources,
  isGone: ({ status }) => status === "disabled",
  create: async ({ caller, names }, issuer, thing) => {
    const { status, ...source } = thing as Fields;
    const { id } = await createIdentitySource(caller, { issuer, ...source });
    names.add("identitySources", issuer, id);
    if (status === "disabled") await changeIdentitySource(caller, id, { status });
  },
  change: async ({ caller, names }, issuer, changes) => {
    const id = names.idOf("identitySources", issuer);
    await changeIdentitySource(caller, id, changes as IdentitySourceChanges);
  },
  remove: async ({ caller, names }, issuer) => {
    const id = names.idOf("identitySources", issuer);
    await changeIdentitySource(caller, id, { status: "disabled" });
  },
};
