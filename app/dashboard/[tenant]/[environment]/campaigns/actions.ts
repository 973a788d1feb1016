"use server";

import { z } from "zod";
import {
  About,
  nameField,
  namingField,
  optionalId,
  optionalLine,
} from "@/app/dashboard/_nouns/fields";
import { organizationTyped } from "@/app/dashboard/_nouns/organization-typed";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import type { FormState } from "@/app/dashboard/_parts/form-state";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { confirmedAction } from "@/app/dashboard/_request/confirmed-action";
import { laterIn } from "@/app/dashboard/_words/later";
import { VERSION } from "@/lib/core/campaigns/campaign";
import { readFigures } from "@/lib/core/campaigns/campaign-reach-store";
import { findCampaign } from "@/lib/core/campaigns/campaign-store";
import { cancelCampaign } from "@/lib/core/campaigns/cancel-campaign";
import { confirmCampaign } from "@/lib/core/campaigns/confirm-campaign";
import { createCampaign } from "@/lib/core/campaigns/create-campaign";
import { line } from "@/lib/core/contract/fields";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

const t = laterIn("installations");

const NewCampaign = z.object({
  name: nameField,
  targetVersion: z
    .string()
    .trim()
    .refine((text) => line(64).safeParse(text).success, t("draft.badTarget")),
  appId: optionalId,
  organization: z.union([z.literal(""), namingField]),
  platform: optionalLine(64),
  versionBelow: optionalLine(128).refine(
    (text) => text === null || VERSION.test(text),
    t("draft.badBelow"),
  ),
  // Which of the form's two buttons was pressed.
  intent: z.enum(["count", "draft"]).default("draft"),
});

/** State of the form of a new campaign, with the number of members after a count. */
export interface DraftState extends FormState {
  /** Number of members, as a sentence. */
  counted?: string;
}

/** Drafts a campaign, or only counts the members that it would reach at this moment. */
export const draftCampaignAction = administratorAction<typeof NewCampaign, DraftState>(
  NewCampaign,
  { role: "admin" },
  async ({ caller, input, place }) => {
    const { name, targetVersion, appId, organization, platform, versionBelow, intent } = input;
    const of = organization ? await organizationTyped(caller, organization) : { id: null };
    if ("problem" in of) return of;
    const selector = { appId, organizationId: of.id, platform, versionBelow };
    if (intent === "draft") {
      const { id } = await createCampaign(caller, { name, targetVersion, selector });
      return {
        done: t("draft.done", { name }),
        goTo: placePath(place, `campaigns/${id}`),
      };
    }
    const { count } = await inTransaction(caller, (db) => readFigures(db, selector));
    return { counted: t("draft.counted", { count }), given: typedOf(input) };
  },
);

function typedOf({ appId, platform, versionBelow, ...typed }: z.output<typeof NewCampaign>) {
  return {
    ...typed,
    appId: appId ?? "",
    platform: platform ?? "",
    versionBelow: versionBelow ?? "",
  };
}

const Confirmation = About.extend({
  displayedCount: z.coerce.number().int().min(0).max(2_147_483_647),
  membershipVersion: z.string().regex(/^[0-9a-f]{64}$/),
  confirmation: z.string(),
});

/** State of a confirmation that was refused because the members had changed since they were displayed. */
export interface ConfirmationState extends FormState {
  changed?: { from: number };
}

/** Confirms a campaign for the displayed members, once their number was typed. When the members have changed,
 *  nothing is started or retried: the page shows the new figures, for a person to review again. */
export const confirmCampaignAction = administratorAction<typeof Confirmation, ConfirmationState>(
  Confirmation,
  { role: "admin", stepUp: true },
  async ({ caller, input }) => {
    const { id, displayedCount: count, membershipVersion, confirmation } = input;
    if (confirmation.replace(/[\s,.]/g, "") !== String(count))
      return {
        problem: t("confirmForm.otherNumber"),
        problems: { confirmation: t("confirmForm.typeShown") },
      };
    try {
      await confirmCampaign(caller, id, { count, membershipVersion });
      return { done: t("confirmForm.done", { count }) };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.reason !== "installation_campaign_changed")
        throw error;
      return { changed: { from: count } };
    }
  },
);

/** Cancels a campaign, once its name was typed. */
export const cancelCampaignAction = confirmedAction(
  { role: "admin" },
  findCampaign,
  ({ name }) => name,
  async ({ caller, input }, campaign) => {
    await cancelCampaign(caller, input.id);
    return { done: t("oneCampaign.cancelDone", { name: campaign.name }) };
  },
);
