"use server";

import { z } from "zod";
import type { FormState } from "@/app/dashboard/_parts/form-state";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { laterIn } from "@/app/dashboard/_words/later";
import {
  type BrandingChanges,
  brandingProblems,
  normalised,
} from "@/lib/core/branding/branding-fields";
import { changeBranding } from "@/lib/core/branding/change-branding";

const t = laterIn("settings");

const MOST = 600;
const text = z.string().max(MOST, t("branding.tooLong", { most: MOST }));

/** Changes name, colour and links; or only previews them, when the form requests that. */
export const changeBrandingAction = administratorAction(
  z.object({
    displayName: text,
    color: text,
    supportUrl: text,
    termsUrl: text,
    privacyUrl: text,
    intent: z.literal("preview").optional(),
  }),
  { role: "admin" },
  async ({ caller, input: { intent, ...changes } }) => {
    const problem = problemIn(changes);
    if (problem) return problem;
    if (intent) return { given: changes };
    await changeBranding(caller, changes);
    return { done: t("branding.saved") };
  },
);

/** Sets the logo. */
export const changeLogoAction = administratorAction(
  z.object({ logo: z.instanceof(File, { error: t("branding.noFile") }) }),
  { role: "admin" },
  async ({ caller, input }) => {
    await changeBranding(caller, { logo: new Uint8Array(await input.logo.arrayBuffer()) });
    return { done: t("branding.logoSaved") };
  },
);

/** Removes the logo. */
export const removeLogoAction = administratorAction(
  z.object({}),
  { role: "admin" },
  async ({ caller }) => {
    await changeBranding(caller, { logo: null });
    return { done: t("branding.logoRemoved") };
  },
);

function problemIn(changes: BrandingChanges): FormState | null {
  const found = brandingProblems(normalised(changes));
  if (found.length === 0) return null;
  const problems = Object.fromEntries(
    found.map(({ field }) => [field, t(`branding.problem.${field}`)]),
  );
  return { problem: t("branding.notSaved"), problems };
}
