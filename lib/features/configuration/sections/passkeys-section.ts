import { changeRelyingParty } from "@/lib/core/factors/change-relying-party";
import type { RelyingParty } from "@/lib/core/factors/relying-party";
import { writtenRelyingParty } from "@/lib/core/factors/relying-party-rules";
import { readRelyingParty } from "@/lib/core/factors/relying-party-store";
import type { Section } from "@/lib/features/configuration/section";

interface Pages {
  domain: string;
  origins: string[];
}

/** Pages of the tenant's own on which the environment's passkeys work. */
export const passkeysSection: Section = {
  name: "passkeys",
  empty: { "": { passkeys: null } },
  read: async (db) => ({ "": { passkeys: pagesOf(await readRelyingParty(db)) } }),
  desired: ({ passkeys }) =>
    passkeys === undefined
      ? undefined
      : { "": { passkeys: passkeys && pagesOf(writtenRelyingParty(passkeys)) } },
  create: async () => {},
  change: async ({ caller }, _, { passkeys }) => {
    const pages = passkeys as Pages | null;
    await changeRelyingParty(caller, pages && { id: pages.domain, origins: pages.origins });
  },
  remove: async () => {},
};

function pagesOf(party: RelyingParty | null): Pages | null {
  return party && { domain: party.id, origins: [...party.origins] };
}
