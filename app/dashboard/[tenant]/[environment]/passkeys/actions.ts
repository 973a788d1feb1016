"use server";

import { z } from "zod";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { later, laterIn } from "@/app/dashboard/_words/later";
import { changeRelyingParty } from "@/lib/core/factors/change-relying-party";
import { writtenOrigin } from "@/lib/core/factors/relying-party-rules";

const t = laterIn("settings");

/** Longest text of origins, more than twenty origins ever need. */
const MOST = 6000;
const text = z.string().max(MOST, later("frame", "fields.tooLong", { max: MOST }));

/** Sets the relying party's domain and the origins on which the environment's passkeys work. Two empty fields
 *  remove both. */
export const changeRelyingPartyAction = administratorAction(
  z.object({
    domain: text.transform((domain) => domain.trim().toLowerCase()),
    origins: text.transform((lines) => [
      ...new Set(lines.split(/\s+/).filter(Boolean).map(writtenOrigin)),
    ]),
  }),
  { role: "admin", stepUp: true },
  async ({ caller, input: { domain: id, origins } }) => {
    const none = id === "" && origins.length === 0;
    await changeRelyingParty(caller, none ? null : { id, origins });
    return { done: none ? t("passkeys.removed") : t("passkeys.saved") };
  },
);
